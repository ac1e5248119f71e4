/**
 * A run from its launch to its end, in the real editor: each test goes on where the one before has ended. Screenshots
 * are in test/artifacts/editor.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../chromium.ts';
import { vsix } from '../packages/vsix.ts';
import { describeWith, withoutEditor } from '../requirements.ts';
import { CodeServer } from './code-server.ts';
import { FILES, fillIn, LivelyDaemon } from './lively.ts';
import { pool } from './pool.ts';
import { Workbench } from './workbench.ts';

const RUN = 'First light';

/** Steps that the tree says are done. */
const steps = (text: string | null): number => Number(/(\d+) of 400 steps/.exec(text ?? '')?.[1] ?? -1);

describeWith(withoutEditor(), 'a run in the editor', () => {
  let server: CodeServer;
  let browser: Browser;
  let workbench: Workbench;
  let daemon: LivelyDaemon;
  let folder: string;

  beforeAll(async () => {
    const extensions = [vsix('linux-x64')];
    // The editor finds this machine's trainer by its folder.
    const home = join(import.meta.dirname, `../artifacts/home-${process.pid}`);
    daemon = new LivelyDaemon(home);
    server = await CodeServer.start({ extensions, env: { SPADE_HOME: home } });
    await daemon.start();
    browser = await launchChromium();
    folder = pool(server);
    workbench = await Workbench.open(browser, server, { folder });
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await daemon?.kill();
    daemon?.remove();
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      await workbench?.screenshot(`failed-trainer-${task.name.replaceAll(/\W+/g, '-')}`);
  });

  const row = () => workbench.row(RUN).first();
  const done = async () => steps(await row().textContent());

  test('looking connects to the trainer of this machine, and says that it has no runs', async () => {
    await workbench.command('Spade Studio: Focus on Trainers View');
    await workbench.row('This machine').click();
    await workbench.row(/^ ?This machineconnected/).waitFor();
    await workbench.row('No runs yet').waitFor();
  });

  test('the form checks what is filled in, tells the cost, and launches', async () => {
    await workbench.command('Spade: Launch Training Run…');
    const form = workbench.webview();
    const start = form.getByRole('button', { name: 'Start the run' });
    await form.getByRole('textbox', { name: /^Rollouts/ }).fill('0');
    await form
      .locator('.problems')
      .getByText(/^rollouts:/)
      .waitFor();
    await fillIn(form, RUN);
    await form.locator('.cost').getByText('The policy writes at most').waitFor();
    await workbench.screenshot('trainer-1-form');
    await start.click();
    await row().waitFor();
  });

  test('the run opens as a tab, and its numbers move', async () => {
    await workbench.tab(RUN).waitFor();
    await expect.poll(done, { timeout: 90_000 }).toBeGreaterThan(3);
    await workbench.webview().getByRole('heading', { name: 'Is it still learning?' }).waitFor();
    const before = await done();
    await expect.poll(done, { timeout: 60_000 }).toBeGreaterThan(before);
    await workbench.screenshot('trainer-2-run');
  });

  test('a rejected environment opens with its findings inline, and is copied in one click', async () => {
    await workbench.ask('Spade: Open Environment of Run…', 'Which run?');
    await workbench.pick(RUN);
    await workbench.pick(/SP508/);
    await workbench.page.locator('.squiggly-error').first().waitFor();
    const lenses = workbench.page.locator('.codelens-decoration');
    await lenses.getByText(/^Rejected at step/).waitFor();
    await lenses.getByText(/SP508 The first observation shows/).waitFor();
    await workbench.screenshot('trainer-3-rejected');
    await lenses.getByText('Copy into the workspace').click();
    await expect.poll(() => FILES.some((name) => existsSync(join(folder, name)))).toBe(true);
  });

  test('a rollout is looked at, and replayed in the play panel', async () => {
    await workbench.ask('Spade: Open Rollouts of Run', 'Which run?');
    await workbench.pick(RUN);
    const rollouts = workbench.webview();
    await rollouts.locator('.list [role=option], .list [role=row]').first().click();
    await rollouts.locator('.transcript .turn').first().waitFor();
    await workbench.screenshot('trainer-4-rollout');
    await rollouts.getByRole('button', { name: 'Play it here' }).click();
    const panel = workbench.webview(1);
    await panel.locator('.play .turn').nth(1).waitFor();
    await workbench.screenshot('trainer-5-replayed');
  });

  test('a paused run says so, and goes on when it is resumed', async () => {
    await row().hover();
    await row().getByRole('button', { name: 'Pause Run' }).click();
    await workbench.row(/paused, \d+ of 400/).waitFor();
    const message = (await workbench.notifications()).filter({ hasText: `${RUN} has paused` });
    await message.waitFor();
    await row().hover();
    await row().getByRole('button', { name: 'Resume Run' }).click();
    await workbench.row(/running, \d+ of 400/).waitFor();
  });

  test('without its daemon the run is stale, and when it is back it goes on where it was', async () => {
    const before = await done();
    await daemon.kill();
    await workbench.row(/stale since \d\d:\d\d/).waitFor();
    expect(await done()).toBeGreaterThanOrEqual(before);
    await workbench.screenshot('trainer-6-stale');
    await daemon.start();
    await workbench.row(/^ ?This machineconnected/).waitFor();
    await expect.poll(done, { timeout: 90_000 }).toBeGreaterThan(before);
  });

  test('it is stopped when that is asked for, after a question', async () => {
    await row().hover();
    await row().getByRole('button', { name: 'Stop Run' }).click();
    await workbench.page.locator('.monaco-dialog-box').getByText('Stop the Run').click();
    await workbench.row(/stopped, \d+ of 400/).waitFor();
  });

  test('nothing was complained of, and nothing left the machine', () => {
    expect(workbench.complaints).toEqual([]);
  });
});
