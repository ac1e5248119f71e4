/** The embedded policy with nothing but the extension's package: no daemon is running, and nothing is scripted. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Home } from '../../trainer/client/home.ts';
import { POCKET_MODEL } from '../../trainer/policy/tinker/pocket-model.ts';
import { servedPocket } from '../../trainer/policy/tinker/server/pocket.ts';
import { testEngine } from '../../trainer/policy/tinker/testing.ts';
import { launchChromium } from '../chromium.ts';
import { vsix } from '../packages/vsix.ts';
import { describeWith, withoutEditor } from '../requirements.ts';
import { CodeServer } from './code-server.ts';
import { fillIn, type Setting } from './lively.ts';
import { pool } from './pool.ts';
import { Workbench } from './workbench.ts';

const RUN = 'In the pocket';
/** An example that is sound. */
const SOUND = 'cellular_forecast.py';

/** Half a minute of work rather than five. */
const SMALL: readonly Setting[] = [
  ['Designing environments', /^Environments of a skill/, '1'],
  ['Designing environments', /^New set every/, '2'],
  ['Playing', /^Plays of an environment/, '4'],
];

describeWith(withoutEditor(), 'the pocket policy in the editor', () => {
  let server: CodeServer;
  let browser: Browser;
  let workbench: Workbench;
  let home: Home;

  beforeAll(async () => {
    home = new Home(mkdtempSync(join(tmpdir(), 'spade-home-')));
    server = await CodeServer.start({ extensions: [vsix('linux-x64')], env: { SPADE_HOME: home.folder } });
    browser = await launchChromium();
    workbench = await Workbench.open(browser, server, { folder: pool(server) });
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    // It outlives the editor, as it should, unless the last test has stopped it.
    const left = home?.readAddress();
    try {
      if (left) process.kill(left.pid);
    } catch {
      // It has ended by itself.
    }
    if (home) rmSync(home.folder, { recursive: true, force: true });
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      await workbench?.screenshot(`failed-pocket-${task.name.replaceAll(/\W+/g, '-')}`);
  });

  const row = () => workbench.row(RUN).first();

  test('a launch starts the trainer of this machine', async () => {
    await workbench.command('Spade: Launch Training Run…');
    const form = workbench.webview();
    await fillIn(form, RUN, 4, SMALL);
    await form.locator('summary', { hasText: /^Evaluation/ }).click();
    await form.getByRole('checkbox', { name: /^Evaluation on environments/ }).uncheck();
    await form.locator('.cost').getByText('The policy writes at most').waitFor();
    await form.getByRole('button', { name: 'Start the run' }).click();
    await workbench.tab(RUN).waitFor();
  });

  test('it designs and plays, and its numbers move', async () => {
    await workbench.command('Spade Studio: Focus on Trainers View');
    await workbench.row(/running, [1-4] of 4/).waitFor();
    await workbench.webview().getByRole('heading', { name: 'Is it still learning?' }).waitFor();
  });

  test('it comes to its end, and what it wrote can be read and played', async () => {
    await expect.poll(async () => row().textContent(), { timeout: 240_000 }).toMatch(/finished/);
    await workbench.screenshot('pocket-1-finished');
    await workbench.ask('Spade: Open Environment of Run…', 'Which run?');
    await workbench.pick(RUN);
    await workbench.pick(/step \d+ · /);
    await workbench.page.getByText('import random,re').first().waitFor();
    await workbench.screenshot('pocket-2-environment');
  });

  test('it plays an environment of the workspace, and the plays open', async () => {
    await workbench.openFile(SOUND);
    await workbench.ask('Spade: Roll Out With…', 'Who plays?');
    await workbench.pick('Pocket policy');
    await workbench.answer('How many plays?', '4');
    await workbench.pick('Without a hint');
    await workbench.tab(/^Rollouts/).waitFor();
    const rollouts = workbench.webview();
    await rollouts.locator('.list [role=option], .list [role=row]').first().click();
    await rollouts.locator('.transcript .turn').first().waitFor();
    await workbench.screenshot('pocket-3-rolled-out');
  });

  test('an engine elsewhere is asked what it does, before anything begins', async () => {
    const engine = await testEngine({ served: await servedPocket() });
    try {
      await workbench.command('Spade: Launch Training Run…');
      const form = workbench.webview();
      await form.getByRole('combobox', { name: 'Engine', exact: true }).click();
      await form.getByRole('option', { name: 'tinker' }).click();
      await form.getByRole('textbox', { name: /^Address/ }).fill(engine.server.url);
      await form.getByRole('textbox', { name: /^Model/ }).fill(POCKET_MODEL);
      await form.getByRole('button', { name: /^Ask the engine/ }).click();
      await form.locator('.engine-card dt', { hasText: 'losses' }).waitFor();
      await workbench.screenshot('pocket-4-engine-card');
      await form.getByRole('textbox', { name: /^Address/ }).fill('http://127.0.0.1:9');
      await form.getByRole('button', { name: /^Ask the engine/ }).click();
      await form.getByText('What the engine does is not known').waitFor();
      await form.getByRole('button', { name: 'Cancel' }).click();
    } finally {
      await engine.close();
    }
  });

  test('the trainer is stopped from its view', async () => {
    await workbench.command('Spade: Stop Trainer');
    await workbench.page
      .locator('.monaco-dialog-box')
      .getByRole('button', { name: 'Stop the Trainer' })
      .click();
    await workbench.row(/^ ?This machinenot connected/).waitFor();
  });

  test('nothing was complained of, and nothing left the machine', () => {
    expect(workbench.complaints).toEqual([]);
  });
});
