import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../chromium.ts';
import { describeWith, withoutChromium } from '../requirements.ts';
import { contrast } from './contrast.ts';
import { desk, guess } from './environments.ts';
import { Panel } from './panel.ts';
import { THEMES, type ThemeName } from './themes.ts';

const NAMES: readonly ThemeName[] = ['dark', 'light', 'high-contrast'];

describeWith(withoutChromium(), 'the play panel for everybody', () => {
  let browser: Browser;
  let panel: Panel;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());
  afterEach(() => panel.host.close());

  test('a game is won with the keyboard alone', async () => {
    panel = await Panel.open(browser, { environment: guess });
    const { keyboard } = panel.host.page;
    await keyboard.press('Alt+a');
    await keyboard.type('9');
    await keyboard.press('Enter');
    await panel.turns.nth(1).waitFor();
    await keyboard.press('Alt+Backspace');
    await expect.poll(() => panel.turns.count()).toBe(1);
    await panel.button('Send \\boxed{1}').focus();
    for (let presses = 0; presses < 5; presses++) await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    await expect.poll(() => panel.ending.textContent()).toBe('Terminated after 1 turn: return 1.');
  });

  test('the offered actions are one stop of the Tab key', async () => {
    panel = await Panel.open(browser, { environment: guess });
    const stops = await panel.host.page.locator('.candidates [tabindex="0"]').count();
    expect(stops).toBe(1);
  });

  test('every control has a name for screen readers', async () => {
    for (const environment of [guess, desk]) {
      panel = await Panel.open(browser, { environment });
      const tree = await panel.host.page.locator('main').ariaSnapshot();
      expect(tree).toContain('status');
      expect(tree.match(/- (button|textbox|combobox|checkbox|option)(?! ")/g) ?? [], tree).toEqual([]);
      if (environment === guess) await panel.host.close();
    }
  });

  test.each(NAMES)('%s: text stands out from what is behind it', async (theme) => {
    panel = await Panel.open(browser, { environment: desk, theme });
    await panel.field('Action').fill('anything');
    await panel.button('Send the action').click();
    await panel.turns.nth(1).waitFor();
    await panel.host.screenshot(`play-${theme}`);
    const background = THEMES[theme]['editor-background'];
    for (const name of ['.turn h3', '.said .line', '.reward', '.file', 'summary']) {
      const colour = await panel.host.page.evaluate(
        `getComputedStyle(document.querySelector(${JSON.stringify(name)})).color`,
      );
      expect(contrast(String(colour), background ?? ''), `${name} is ${colour}`).toBeGreaterThanOrEqual(4.5);
    }
    expect(panel.host.complaints).toEqual([]);
  });
});
