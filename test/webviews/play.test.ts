import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { play } from '../../server/protocol/finding.ts';
import { launchChromium } from '../chromium.ts';
import { describeWith, withoutChromium } from '../requirements.ts';
import { desk, guess, saying } from './environments.ts';
import { INTRODUCTION, Panel, type PanelOptions } from './panel.ts';

describeWith(withoutChromium(), 'the play panel’s page', () => {
  let browser: Browser;
  let panel: Panel;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    expect(panel.host.complaints, 'nothing breaks the page’s policy').toEqual([]);
    await panel.host.close();
  });

  async function open(options: Partial<PanelOptions> = {}): Promise<Panel> {
    panel = await Panel.open(browser, { environment: guess, ...options });
    return panel;
  }

  test('plays from the reset, and shows what each action brought', async () => {
    await open();
    expect(await panel.turns.first().textContent()).toContain('I think of a number from 1 to 9.');
    await panel.button('Send \\boxed{9}').click();
    await panel.turns.nth(1).waitFor();
    const turn = await panel.turns.nth(1).textContent();
    for (const part of ['Turn 1', '\\boxed{9}', 'Too high.', 'reward 0', 'tries'])
      expect(turn).toContain(part);
    expect(panel.asked).toEqual(['\\boxed{9}']);
    await panel.button('Send \\boxed{6}').click();
    await panel.turns.nth(2).waitFor();
    expect(await panel.ending.textContent()).toBe('Terminated after 2 turns: return 1.');
    expect(await panel.status.textContent()).toContain('Turn 2: reward 1, terminated.');
  });

  test('puts bare text into \\boxed and leaves an action as it is', async () => {
    await open();
    await panel.field('Action').fill('4');
    await panel.field('Action').press('Enter');
    await panel.turns.nth(1).waitFor();
    await panel.field('Action').fill('look \\boxed{5}');
    await panel.button('Send the action').click();
    await panel.turns.nth(2).waitFor();
    expect(panel.asked).toEqual(['\\boxed{4}', 'look \\boxed{5}']);
    expect(await panel.field('Action').inputValue()).toBe('');
  });

  test('what is sent after the end is asked for as such', async () => {
    await open();
    await panel.button('Send \\boxed{6}').click();
    await panel.turns.nth(1).waitFor();
    await panel.button('Send \\boxed{1}').click();
    await panel.turns.nth(2).waitFor();
    const asked = play.parse(panel.host.of('play').at(-1)?.play);
    expect(asked).toMatchObject({ actions: ['\\boxed{6}'], after: ['\\boxed{1}'] });
    expect(await panel.turns.nth(2).textContent()).toContain('The game is over.');
  });

  test('takes moves back, and branches into a line of its own', async () => {
    await open();
    for (const [index, number] of [1, 2, 3].entries()) {
      await panel.button(`Send \\boxed{${number}}`).click();
      await panel.turns.nth(index + 1).waitFor();
    }
    await panel.button('Take the last action back').click();
    await expect.poll(() => panel.turns.count()).toBe(3);
    await panel.button('Open a new line from Turn 1').click();
    await expect.poll(() => panel.asked).toEqual(['\\boxed{1}']);
    await panel.button('Send \\boxed{6}').click();
    await expect.poll(() => panel.ending.textContent()).toBe('Terminated after 2 turns: return 1.');
    await panel.button('Line 1 (2 actions)').click();
    await expect.poll(() => panel.asked).toEqual(['\\boxed{1}', '\\boxed{2}']);
    await panel.button('Take back all after Reset').click();
    await expect.poll(() => panel.asked).toEqual([]);
  });

  test('starts over with another seed, without one, and refuses what is none', async () => {
    await open();
    await panel.button('Start over with the next seed').click();
    await expect.poll(() => panel.host.of('play').at(-1)?.play).toMatchObject({ seed: 1, actions: [] });
    await panel.field('Seed').first().fill('');
    await panel.field('Seed').first().press('Enter');
    await expect.poll(() => panel.host.of('play').at(-1)?.play).toMatchObject({ seed: null });
    const before = panel.host.of('play').length;
    await panel.field('Seed').first().fill('1.5');
    await panel.button('Start over with this seed').click();
    await panel.host.page.getByText('Seed must be a whole number, or empty.').waitFor();
    expect(panel.host.of('play')).toHaveLength(before);
  });

  test('shows solution() beside and says where the two part', async () => {
    await open({ solution: ['\\boxed{6}'] });
    await panel.button('Send \\boxed{2}').click();
    await panel.turns.nth(1).waitFor();
    await panel.button('Compare with solution()').click();
    const beside = panel.host.page.getByRole('complementary', { name: 'solution()' });
    await beside.getByText('Correct!').waitFor();
    expect(await panel.turns.nth(1).textContent()).toContain('differs');
    expect(await panel.turns.nth(0).textContent()).not.toContain('differs');
    await panel.button('Open this play as a line of its own').click();
    await expect.poll(() => panel.asked).toEqual(['\\boxed{6}']);
    await panel.button('Close the comparison').click();
    await beside.waitFor({ state: 'hidden' });
  });

  test('opens at a finding’s evidence, both plays of it', async () => {
    await open();
    await panel.host.send({
      type: 'open',
      play: { seed: 0, actions: ['\\boxed{1}', '\\boxed{2}'], hashSeed: 1 },
      against: { seed: 1, actions: ['\\boxed{1}'] },
      step: 2,
      finding: {
        code: 'SP301',
        name: 'nondeterministic-reset',
        severity: 'error',
        message: 'It is not fair.',
      },
    });
    const marked = panel.host.page.locator('.turn.marked');
    await marked.waitFor();
    expect(await marked.textContent()).toContain('Turn 2');
    await panel.host.page.getByRole('complementary', { name: 'The other play of the finding' }).waitFor();
    expect(await panel.host.page.locator('.finding').textContent()).toContain('SP301 nondeterministic-reset');
    expect(await panel.field('Hash seed').inputValue()).toBe('1');
  });

  test('copies what others can replay', async () => {
    await open();
    await panel.button('Send \\boxed{6}').click();
    await panel.turns.nth(1).waitFor();
    await panel.button('Copy the play as evidence').click();
    await expect.poll(() => panel.host.of('copy').length).toBe(1);
    const copied = JSON.parse(z.string().parse(panel.host.of('copy')[0]?.text));
    expect(copied).toMatchObject({
      file: 'guess.py',
      play: { seed: 0, actions: ['\\boxed{6}'] },
      ending: 'terminated',
      return: 1,
    });
    expect(() => play.parse(copied.play)).not.toThrow();
  });

  test('makes a form of a tool’s schema and sends a call that fits it', async () => {
    await open({ environment: desk });
    await panel.field('order_id').fill('A-17');
    await panel.field('items (optional)').fill('two');
    await panel.button('Call cancel_order').click();
    await panel.host.page.getByText('items must be a whole number.').waitFor();
    await panel.field('items (optional)').fill('2');
    await panel.field('tags (optional)').fill('["late"]');
    await panel.button('Call cancel_order').click();
    await panel.turns.nth(1).waitFor();
    const [action] = z.tuple([z.string()]).parse(panel.asked);
    expect(JSON.parse(action.replace(/<\/?tool_call>/g, ''))).toEqual({
      name: 'cancel_order',
      arguments: { order_id: 'A-17', reason: 'changed mind', items: 2, tags: ['late'] },
    });
    await panel.field('Answer').fill('12 euros');
    await panel.field('Answer').press('Enter');
    await expect.poll(() => panel.asked).toEqual([action, '<answer>12 euros</answer>']);
  });

  test('a schema that is none is answered with JSON', async () => {
    await open({ environment: desk });
    await panel.host.page.getByRole('combobox', { name: 'Tool' }).click();
    await panel.host.page.getByRole('option', { name: 'broken' }).click();
    await panel.field('Arguments as JSON').fill('{"a": [1]}');
    await panel.button('Call broken').click();
    await expect
      .poll(() => panel.asked)
      .toEqual(['<tool_call>{"name":"broken","arguments":{"a":[1]}}</tool_call>']);
  });

  test('an exception says what and where, leads to the line, and can be taken back', async () => {
    const error = { type: 'KeyError', message: "'door'", frames: [{ line: 12, function: 'step' }] };
    await open({
      environment: (asked) =>
        asked.actions.length === 0
          ? guess(asked)
          : saying('Go.', {
              ending: 'error',
              error,
              turns: [
                {
                  ...{ step: 1, action: '1', observation: '', reward: null, terminated: false },
                  ...{ truncated: false, changes: [], error },
                },
              ],
            })(asked),
    });
    await panel.button('Send \\boxed{1}').click();
    await panel.host.page.getByText("KeyError: 'door'").first().waitFor();
    await panel.button('Show line 12 of the source').click();
    await expect.poll(() => panel.host.of('reveal')).toEqual([{ type: 'reveal', line: 12 }]);
    expect(await panel.field('Action').isDisabled()).toBe(true);
    await panel.button('Take the last action back').click();
    await expect.poll(() => panel.field('Action').isDisabled()).toBe(false);
  });

  test('plays again when the source has changed, and not when only a check has ended', async () => {
    await open();
    await panel.button('Send \\boxed{1}').click();
    await panel.turns.nth(1).waitFor();
    const before = panel.host.of('play').length;
    await panel.host.send(INTRODUCTION);
    await panel.host.send({ ...INTRODUCTION, revision: 1 });
    await expect.poll(() => panel.host.of('play').length).toBe(before + 1);
    expect(panel.asked).toEqual(['\\boxed{1}']);
    await expect.poll(() => panel.status.textContent()).toContain('The source has changed; played again.');
  });

  test('is as it was after a reload, before the editor has answered', async () => {
    await open();
    await panel.button('Send \\boxed{2}').click();
    await panel.turns.nth(1).waitFor();
    await panel.field('Action').fill('half typed');
    panel.silent = true;
    await panel.host.page.reload();
    await panel.turns.nth(1).waitFor();
    expect(await panel.turns.nth(1).textContent()).toContain('Too low.');
    expect(await panel.field('Action').inputValue()).toBe('half typed');
  });
});
