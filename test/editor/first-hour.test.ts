/**
 * The first hour of a new user, in the real editor from a clean profile: each test goes on where the one before has
 * ended. Screenshots are in test/artifacts/editor.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, FrameLocator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../chromium.ts';
import { vsix } from '../packages/vsix.ts';
import { describeWith, withoutEditor } from '../requirements.ts';
import { CodeServer } from './code-server.ts';
import { FAULTY, pool } from './pool.ts';
import { Workbench } from './workbench.ts';

describeWith(withoutEditor(), 'the first hour', () => {
  let server: CodeServer;
  let browser: Browser;
  let workbench: Workbench;
  let folder: string;

  beforeAll(async () => {
    server = await CodeServer.start({ extensions: [vsix('linux-x64')] });
    browser = await launchChromium();
    folder = pool(server);
    workbench = await Workbench.open(browser, server, { folder, file: join(folder, FAULTY.path) });
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      await workbench?.screenshot(`failed-${task.name.replaceAll(/\W+/g, '-')}`);
  });

  const source = () => readFileSync(join(folder, FAULTY.path), 'utf8');
  const panel = (): FrameLocator => workbench.webview();

  test('a fault is underlined while reading, and its hover says what is wrong', async () => {
    await workbench.tab(FAULTY.file).waitFor();
    await workbench.goTo(FAULTY.line);
    const text = await workbench.hoverOn(workbench.page.locator('.squiggly-error').first());
    expect(text).toContain('the agent is shown a form that no parser accepts');
    expect(text).toContain('SP701');
    await workbench.screenshot('1-squiggle');
  });

  test('the view lists every environment of the pool', async () => {
    await workbench.command('Spade Studio: Focus on Environments View');
    await workbench.row('Not checked').first().waitFor();
    await workbench.row('AntennaSpacingEnv').waitFor();
    await workbench.screenshot('2-environments');
  });

  test('a fix is applied, and the fault is gone', async () => {
    await workbench.openFile(FAULTY.file);
    await workbench.goTo(FAULTY.line);
    const errors = workbench.page.locator('.squiggly-error');
    const before = await errors.count();
    await workbench.quickFix('Double the backslash');
    await expect.poll(() => errors.count()).toBe(before - 1);
    await workbench.screenshot('3-fixed');
    await workbench.page.keyboard.press('Control+S');
    await expect.poll(source).toContain('inside \\\\boxed{ }');
  });

  test('a run from the Test Explorer fails, and says why beside the line', async () => {
    await workbench.command('Testing: Focus on Test Explorer View');
    await workbench.runTest(FAULTY.className);
    const told = workbench.page.locator('.test-error-content-widget').filter({ hasText: 'SP510' });
    await workbench.goTo(100);
    await told.waitFor();
    expect(await told.textContent()).toContain('The same 2 actions won on all 6 seeds');
    await workbench.status(/1 error/).waitFor();
    await workbench.screenshot('4-inline-failure');
  });

  test('the failure is replayed: the panel opens at its evidence', async () => {
    await workbench.openFile(FAULTY.file);
    await workbench.goTo(100, 9);
    await workbench.command('Test: Peek Output');
    await workbench.page.locator('.floating-click-widget').filter({ hasText: 'Replay' }).click();
    await panel().locator('.finding').getByText('SP510 constant-answer').waitFor();
    await panel().locator('.beside .turn').first().waitFor();
    await expect
      .poll(() => panel().locator('.play .ending-text').textContent())
      .toBe('Terminated after 2 turns: return 1.');
    await workbench.screenshot('5-replay');
  });

  test('the game is won by hand', async () => {
    await panel().getByRole('button', { name: 'Start over with the next seed' }).click();
    await expect.poll(() => panel().locator('.play .turn').count()).toBe(1);
    await panel().getByRole('button', { name: 'Compare with solution()' }).click();
    const answer = await panel().locator('.beside > .said').textContent();
    const messages = [...(answer ?? '').matchAll(/\\boxed\{(.+?)\}/g)].map(([, text = '']) => text);
    expect(messages).toHaveLength(2);
    for (const [index, message] of messages.entries()) {
      await panel().getByRole('textbox', { name: 'Action' }).fill(message);
      await panel().getByRole('textbox', { name: 'Action' }).press('Enter');
      await panel()
        .locator('.play .turn')
        .nth(index + 1)
        .waitFor();
    }
    await expect
      .poll(() => panel().locator('.play .ending-text').textContent())
      .toBe('Terminated after 2 turns: return 1.');
    await workbench.screenshot('6-won');
  });

  test('nothing was complained of, and nothing left the machine', () => {
    expect(workbench.complaints).toEqual([]);
  });
});
