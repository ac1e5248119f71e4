import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDaemon } from '../../trainer/daemon/testing.ts';
import { launchChromium } from '../chromium.ts';
import { describeWith, withoutChromium } from '../requirements.ts';
import { daemonWith, inBrowser } from './run-page.ts';

const MARKUP =
  '<script>window.broken=1</script><img src=x onerror="window.broken=1"></main><iframe srcdoc="<script>parent.broken=1</script>"></iframe>';
const UNSEEN = '\u202ereversed\u0007';
const RUN = 'hostile-run';

describeWith(withoutChromium(), 'what a run holds stays text', () => {
  let browser: Browser;
  let daemon: TestDaemon;

  beforeAll(async () => {
    browser = await launchChromium();
    daemon = await daemonWith({ id: RUN, name: MARKUP, steps: 16, group: 4, words: MARKUP + UNSEEN });
  });
  afterAll(async () => {
    await browser.close();
    await daemon.close();
  });

  const check = async (page: Awaited<ReturnType<typeof inBrowser>>) => {
    const made = page.page.locator('body img, body iframe, main script, header script');
    expect(await made.count()).toBe(0);
    expect(await page.page.evaluate('window.broken')).toBeUndefined();
    const text = await page.page.locator('body').textContent();
    expect(text).toContain('<img src=x onerror=');
    expect(text).not.toMatch(/[\u202e\u0007]/);
    expect(page.complaints).toEqual([]);
    await page.close();
  };

  test('on the curriculum: name, map, memory', async () => {
    const page = await inBrowser(browser, daemon, `curriculum?run=${RUN}`);
    await page.page.locator('.memory details').first().locator('summary').click();
    await page.page.locator('.memory .said').first().waitFor();
    const map = page.page.locator('.chart', { hasText: 'Map of environments' });
    await map.locator('.chart-place').focus();
    await page.page.keyboard.press('Home');
    await expect.poll(() => map.locator('.readout').textContent()).toContain('<img src=x');
    await map.getByText('Table', { exact: true }).click();
    await check(page);
  });

  test('on the rollouts: list, transcript, comparison, tokens, environment', async () => {
    const page = await inBrowser(browser, daemon, `rollouts?run=${RUN}&episode=2`);
    await page.page.getByRole('button', { name: /^Lay episode/ }).click();
    await page.page.locator('.columns.two').waitFor();
    for (const summary of await page.page.locator('.tokens summary').all()) await summary.click();
    await check(page);
    const other = await inBrowser(browser, daemon, `rollouts?run=${RUN}`);
    await other.page.getByRole('button', { name: 'Designs' }).click();
    await other.page.locator('.row-item .outcome').first().waitFor();
    await other.page.locator('.row-item').first().click();
    await other.page.locator('.environment .source').waitFor();
    await check(other);
  });

  test('in the list of runs', async () => {
    const page = await inBrowser(browser, daemon, 'curriculum');
    await page.page.locator('.runs strong').waitFor();
    expect(await page.page.locator('.runs strong').textContent()).toBe(MARKUP);
    expect(await page.page.evaluate('window.broken')).toBeUndefined();
    await page.close();
  });
});
