/** The main places in the themes that the walk does not use; to be looked at in test/artifacts/editor. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../chromium.ts';
import { vsix } from '../packages/vsix.ts';
import { describeWith, withoutEditor } from '../requirements.ts';
import { CodeServer } from './code-server.ts';
import { FAULTY, pool } from './pool.ts';
import type { Theme } from './settings.ts';
import { Workbench } from './workbench.ts';

const THEMES: readonly Theme[] = ['light', 'high contrast'];

describeWith(withoutEditor(), 'other themes', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test.each(THEMES)('%s: the editor, the view and the panel', async (theme) => {
    const server = await CodeServer.start({ theme, extensions: [vsix('linux-x64')] });
    try {
      const folder = pool(server);
      const workbench = await Workbench.open(browser, server, { folder, file: join(folder, FAULTY.path) });
      const name = theme.replace(' ', '-');
      await workbench.command('Spade Studio: Focus on Environments View');
      await workbench.row(FAULTY.className).waitFor();
      await workbench.openFile(FAULTY.file);
      await workbench.goTo(FAULTY.line);
      await workbench.command('Spade: Check Environment');
      await workbench.row('Unsound').waitFor();
      await workbench.screenshot(`${name}-1-checked`);
      await workbench.command('Spade: Play Environment');
      const panel = workbench.webview();
      await panel.getByRole('textbox', { name: 'Action' }).fill('nothing');
      await panel.getByRole('button', { name: 'Send the action' }).click();
      await panel.locator('.turn').nth(1).waitFor();
      await workbench.screenshot(`${name}-2-play`);
      expect(workbench.complaints).toEqual([]);
    } finally {
      await server.stop();
    }
  });
});
