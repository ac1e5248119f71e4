import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../chromium.ts';
import { describeWith, withoutChromium } from '../requirements.ts';
import { saying } from './environments.ts';
import { Panel } from './panel.ts';

const MARKUP = [
  '<script>window.broken = 1</script>',
  '<img src=x onerror="window.broken = 1">',
  '<a href="javascript:window.broken = 1">here</a>',
  '</div></main><iframe srcdoc="<script>parent.broken = 1</script>"></iframe>',
  '${window.broken = 1}{{constructor.constructor("window.broken = 1")()}}',
].join('\n');

describeWith(withoutChromium(), 'what an environment says stays text', () => {
  let browser: Browser;
  let panel: Panel;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    expect(panel.host.complaints).toEqual([]);
    await panel.host.close();
  });

  const body = () => panel.turns.first();

  test('markup is shown, wherever it stands', async () => {
    panel = await Panel.open(browser, {
      environment: saying(MARKUP, {
        className: MARKUP,
        info: { dict: [[MARKUP, MARKUP]] },
        state: [{ name: MARKUP, after: MARKUP }],
        candidates: [{ label: MARKUP, action: MARKUP }],
        printed: MARKUP,
        profile: 'tool_use',
        tools: [
          {
            name: MARKUP,
            description: MARKUP,
            parameters: {
              properties: { [MARKUP]: { type: 'string', enum: [MARKUP], description: MARKUP } },
              required: [MARKUP],
            },
          },
        ],
        error: { type: MARKUP, message: MARKUP, frames: [{ line: 1, function: MARKUP }] },
      }),
    });
    await panel.host.send({
      type: 'open',
      play: { seed: 0, actions: [] },
      finding: { code: 'SP502', name: MARKUP, severity: 'error', message: MARKUP },
    });
    await panel.host.page.locator('.finding.error').waitFor();
    expect(await body().textContent()).toContain('<img src=x onerror=');
    const made = panel.host.page.locator('main img, main script, main a, main iframe');
    expect(await made.count()).toBe(0);
    expect(await panel.host.page.evaluate('window.broken')).toBeUndefined();
  });

  test('control sequences, direction marks and other unseen characters are written out', async () => {
    panel = await Panel.open(browser, {
      environment: saying(
        '\x1b[31mred\x1b[0m \u202ereversed\u2066 zero\u200bwidth bell\x07 back\bspace \ud800',
      ),
    });
    const text = await body().locator('.said').textContent();
    for (const seen of ['\\x1b[31m', '\\u202e', '\\u2066', '\\u200b', '\\x07', '\\x08', '\\ud800'])
      expect(text).toContain(seen);
    expect(text).not.toMatch(/[\x00-\x08\x1b\u200b\u202e\u2066]/);
  });

  test('a line of 200 kB and a text of 50,000 lines are cut, counted, and shown on request', async () => {
    panel = await Panel.open(browser, {
      environment: saying(`${'x'.repeat(200_000)}\n${'line\n'.repeat(50_000)}`),
    });
    expect((await body().textContent())?.length).toBeLessThan(10_000);
    await panel.button('Show all 200,000 characters').click();
    expect((await body().textContent())?.length).toBeGreaterThan(200_000);
    await panel.button('Show 49,802 more lines').click();
    await expect.poll(async () => (await body().textContent())?.length).toBeGreaterThan(390_000);
    await panel.field('Action').fill('1');
    await panel.field('Action').press('Enter');
    await expect.poll(() => panel.asked).toEqual(['\\boxed{1}']);
  });

  test('a long word neither widens the page nor hides the controls', async () => {
    panel = await Panel.open(browser, {
      environment: saying('word'.repeat(400)),
      size: { width: 480, height: 700 },
    });
    const width = await panel.host.page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(480);
    expect(await panel.button('Send the action').isVisible()).toBe(true);
  });
});
