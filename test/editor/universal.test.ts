/** The package for all platforms: it reads environments, and says why it plays none. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../chromium.ts';
import { vsix } from '../packages/vsix.ts';
import { describeWith, withoutEditor } from '../requirements.ts';
import { CodeServer } from './code-server.ts';
import { FAULTY, pool } from './pool.ts';
import { Workbench } from './workbench.ts';

const WHY = 'Install the package for this platform.';

describeWith(withoutEditor(), 'the package for all platforms', () => {
  let server: CodeServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await CodeServer.start({ extensions: [vsix('universal')] });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('marks what reading shows, and tells in one message why nothing is played', async () => {
    const folder = pool(server);
    const workbench = await Workbench.open(browser, server, { folder, file: join(folder, FAULTY.path) });
    await workbench.goTo(FAULTY.line);
    await workbench.squiggles.first().waitFor();
    await workbench.command('Spade: Check Environment');
    const told = (await workbench.notifications()).filter({ hasText: WHY });
    await told.waitFor();
    expect(await told.count()).toBe(1);
    await workbench.command('Spade: Play Environment');
    await workbench.webview().locator('.failure').filter({ hasText: WHY }).waitFor();
    expect(workbench.complaints).toEqual([]);
  });
});
