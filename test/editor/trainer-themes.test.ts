/** A run's faces in the themes that the walk does not use; to be looked at in test/artifacts/editor. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../chromium.ts';
import { vsix } from '../packages/vsix.ts';
import { describeWith, withoutEditor } from '../requirements.ts';
import { CodeServer } from './code-server.ts';
import { fillIn, LivelyDaemon } from './lively.ts';
import { pool } from './pool.ts';
import type { Theme } from './settings.ts';
import { Workbench } from './workbench.ts';

const THEMES: readonly Theme[] = ['light', 'high contrast'];

describeWith(withoutEditor(), 'a run in other themes', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test.each(THEMES)('%s: the form, the run, a rejected environment, a rollout', async (theme) => {
    const name = theme.replace(' ', '-');
    const home = join(import.meta.dirname, `../artifacts/home-${name}-${process.pid}`);
    const daemon = new LivelyDaemon(home);
    const server = await CodeServer.start({
      theme,
      extensions: [vsix('linux-x64')],
      env: { SPADE_HOME: home },
    });
    try {
      await daemon.start();
      const workbench = await Workbench.open(browser, server, { folder: pool(server) });
      await workbench.command('Spade Studio: Focus on Trainers View');
      await workbench.row('This machine').click();
      await workbench.row('No runs yet').waitFor();
      await workbench.command('Spade: Launch Training Run…');
      const form = workbench.webview();
      await fillIn(form, 'Themed');
      await form.locator('.cost').getByText('The policy writes at most').waitFor();
      await workbench.screenshot(`${name}-trainer-1-form`);
      await form.getByRole('button', { name: 'Start the run' }).click();
      await workbench.row(/^ ?Themedrunning, [2-9]/).waitFor({ timeout: 120_000 });
      await workbench.webview().getByRole('heading', { name: 'Is it still learning?' }).waitFor();
      await workbench.screenshot(`${name}-trainer-2-run`);
      await workbench.ask('Spade: Open Environment of Run…', 'Which run?');
      await workbench.pick('Themed');
      await workbench.pick(/SP508/);
      await workbench.page.locator('.squiggly-error').first().waitFor();
      await workbench.screenshot(`${name}-trainer-3-rejected`);
      await workbench.ask('Spade: Open Rollouts of Run', 'Which run?');
      await workbench.pick('Themed');
      const rollouts = workbench.webview();
      await rollouts.locator('.list [role=option], .list [role=row]').first().click();
      await rollouts.locator('.transcript .turn').first().waitFor();
      await workbench.screenshot(`${name}-trainer-4-rollout`);
      expect(workbench.complaints).toEqual([]);
    } finally {
      await server.stop();
      await daemon.kill();
      daemon.remove();
    }
  });
});
