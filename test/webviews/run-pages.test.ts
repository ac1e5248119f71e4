import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestDaemon } from '../../trainer/daemon/testing.ts';
import { exportRun } from '../../trainer/store/export.ts';
import { RunStore } from '../../trainer/store/run-store.ts';
import { launchChromium } from '../chromium.ts';
import { describeWith, withoutChromium } from '../requirements.ts';
import { contrast } from './contrast.ts';
import { daemonWith, type InBrowser, type InEditor, inBrowser, inEditor, screenshot } from './run-page.ts';
import { THEMES, type ThemeName } from './themes.ts';

const RUN = 'run-for-pages';
const NAMES: readonly ThemeName[] = ['dark', 'light', 'high-contrast'];
const SIZE = { width: 1_300, height: 900 };

describeWith(withoutChromium(), 'pages of a run', () => {
  let browser: Browser;
  let daemon: TestDaemon;
  let opened: InEditor | InBrowser | undefined;

  beforeAll(async () => {
    browser = await launchChromium();
    daemon = await daemonWith(
      { id: RUN, steps: 60, group: 5 },
      { id: 'other-run', name: 'Another run', steps: 40, group: 3, seed: 5 },
    );
  });
  afterAll(async () => {
    await browser.close();
    await daemon.close();
  });
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
  });

  const editor = async (
    ...args: Parameters<typeof inEditor> extends [unknown, unknown, ...infer Rest] ? Rest : never
  ) => {
    const made = await inEditor(browser, daemon, ...args);
    opened = made;
    return made;
  };
  const served = async (path: string) => {
    const made = await inBrowser(browser, daemon, path);
    opened = made;
    return made;
  };

  test.each(NAMES)('%s: the curriculum answers its questions, in the editor', async (theme) => {
    const { host } = await editor('curriculum', { run: RUN, against: 'other-run' }, { theme, size: SIZE });
    const { page } = host;
    await expect
      .poll(() => page.locator('.answer-text').textContent())
      .toMatch(/Over the last 10 sets of environments/);
    await expect.poll(() => page.locator('.chart canvas').count()).toBeGreaterThanOrEqual(11);
    expect(await page.locator('.answers .numbers tbody tr').count()).toBe(6);
    expect(await page.locator('body').textContent()).toContain('no-op, empty, constant or echoing play wins');
    await expect.poll(() => page.locator('.legend').first().textContent()).toContain('(Another run)');
    await page.waitForTimeout(500);
    await screenshot(page, `curriculum-${theme}`, true);
    expect(host.complaints).toEqual([]);
  });

  test.each(NAMES)('%s: the rollouts show two plays side by side, in the editor', async (theme) => {
    const { host, done } = await editor('rollouts', { run: RUN, episode: 2 }, { theme, size: SIZE });
    const { page } = host;
    await page.locator('.episode .transcript').waitFor();
    await page.getByRole('button', { name: /^Lay episode \d+ beside it: with the hint/ }).click();
    await expect.poll(() => page.locator('.columns.two .transcript').count()).toBe(2);
    await page.getByRole('button', { name: /^Play it again in the sandbox/ }).click();
    // The reset and every turn of both plays.
    await expect.poll(() => page.locator('.turn .changes').count()).toBeGreaterThan(4);
    expect(await page.locator('.turn .changes').nth(1).textContent()).toMatch(/at.*0.*1/);
    await page.locator('.turn .place').first().waitFor();
    await page.locator('.tokens summary').first().click();
    await expect.poll(() => page.locator('.token').count()).toBeGreaterThan(20);
    await screenshot(page, `rollouts-${theme}`);
    for (const outcome of ['won', 'lost', 'truncated']) {
      const shown = JSON.stringify(`.list .outcome.${outcome}`);
      const colour = await page.evaluate(`getComputedStyle(document.querySelector(${shown})).color`);
      expect(
        contrast(String(colour), THEMES[theme]['editor-background'] ?? ''),
        outcome,
      ).toBeGreaterThanOrEqual(4.5);
    }
    await page.getByRole('button', { name: 'Play it here' }).click();
    await expect.poll(() => done.length).toBe(1);
    expect(done[0]).toMatchObject({
      type: 'do',
      what: { action: 'play', play: { actions: expect.any(Array) } },
    });
    await page.locator('.turn .place').first().click();
    await expect.poll(() => page.locator('.source .shown').textContent()).toContain('self.at += 1');
    expect(host.complaints).toEqual([]);
  });

  test('a rejected design is found by its rule, and shows where it broke it', async () => {
    const { page, complaints, foreign } = await served(`rollouts?run=${RUN}`);
    await page.getByRole('button', { name: 'Designs' }).click();
    await page.locator('.list .row-item').first().waitFor();
    await page.getByRole('combobox', { name: 'Rule' }).click();
    await page.getByRole('option', { name: /^SP506/ }).click();
    await expect.poll(() => page.locator('.row-item').first().textContent()).toContain('SP506');
    await page.locator('.row-item').first().click();
    await page.locator('.environment .finding.error').waitFor();
    await page.getByRole('button', { name: 'Show line 9 of the source' }).click();
    expect(await page.locator('.source .shown').textContent()).toContain('self.at += 1');
    await screenshot(page, 'rejected-design');
    expect([complaints, foreign]).toEqual([[], []]);
  });

  test('filters leave what they say, by keyboard too', async () => {
    const { page } = await served(`rollouts?run=${RUN}`);
    const counts = page.locator('.list .counts').first();
    await expect.poll(() => counts.textContent()).toMatch(/^[\d,]+ episodes: /);
    await page.getByRole('textbox', { name: 'Steps' }).fill('10 to 11');
    await page.getByRole('textbox', { name: 'Return' }).fill('0.2..0.9');
    await expect.poll(() => counts.textContent()).toMatch(/ 0 won, \d+ lost, \d+ truncated, 0 faults/);
    await page.getByRole('textbox', { name: 'Return' }).fill('most');
    await expect.poll(() => counts.textContent()).toContain('"most" is no number and no range');
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await expect.poll(() => counts.textContent()).toMatch(/^7,\d+ episodes|^[\d,]+ episodes/);
    const list = page.getByRole('listbox', { name: 'Episodes' });
    await list.focus();
    await page.keyboard.press('End');
    await expect
      .poll(() => page.locator('.row-item.chosen').getAttribute('aria-label'))
      .toMatch(/^Episode 1, step 0/);
    await page.getByRole('heading', { name: 'Episode 1', exact: true }).waitFor();
    expect(await list.getAttribute('aria-activedescendant')).toMatch(/-\d+$/);
    await page.getByRole('textbox', { name: 'Text in the plays' }).fill('Room 7.1');
    await expect.poll(() => counts.textContent()).toMatch(/with “Room 7\.1”: ([\d,]+) of \1 searched\.$/);
  });

  test('charts go along by keyboard, and are saved as numbers and as a picture', async () => {
    const { page } = await served(`curriculum?run=${RUN}`);
    const chart = page.locator('.chart').first();
    await chart.locator('canvas').waitFor();
    await chart.locator('.chart-place').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => chart.locator('.readout').textContent()).toMatch(/^Step 1 .*\d/);
    expect(await chart.locator('.chart-place').getAttribute('aria-label')).toMatch(
      /^Win rate by skill\. .*from 0\.\d+ to 0\.\d+/,
    );
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save "Win rate by skill" as comma-separated values' }).click(),
    ]);
    const lines = readFileSync(await csv.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect([csv.suggestedFilename(), lines.length]).toEqual(['win-rate-by-skill.csv', 61]);
    expect(lines[0]).toMatch(/^Step,Mathematical Reasoning,/);
    const [png] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save "Win rate by skill" as a picture' }).click(),
    ]);
    expect(
      readFileSync(await png.path())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    await chart.getByText('Table', { exact: true }).click();
    expect(await chart.locator('.chart-table tbody tr').count()).toBe(60);
  });

  test('an episode is saved in its three forms', async () => {
    const { page } = await served(`rollouts?run=${RUN}&episode=5`);
    await page.locator('.episode').waitFor();
    for (const [name, suffix, text] of [
      ['Save the episode as JSON lines', 'jsonl', '"transcript":'],
      ['Save the episode as Markdown', 'md', '# Episode 5'],
      [
        'Save the play as evidence, with the command that replays it',
        'evidence.json',
        '"replay": "spade play',
      ],
    ] as const) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(`episode-5.${suffix}`);
      expect(readFileSync(await file.path(), 'utf8')).toContain(text);
    }
  });

  test('a daemon that goes is told of, and the page goes on when it is back', async () => {
    const { page } = await served(`curriculum?run=${RUN}`);
    await page.locator('.link.live').waitFor();
    const port = Number(new URL(daemon.daemon.url).port);
    await daemon.daemon.close();
    await expect
      .poll(() => page.locator('.link').textContent())
      .toMatch(/^Stale since \d\d:\d\d:\d\d: what is shown may be old/);
    await screenshot(page, 'stale');
    await daemon.restart({ port });
    await page.locator('.link.live').waitFor({ timeout: 60_000 });
  });

  test('a saved run is looked at without a daemon’s help', async () => {
    const out = join(daemon.home, 'exported');
    const store = RunStore.read(join(daemon.home, 'runs', 'other-run'));
    await exportRun(store, out, { shown: out, pool: false });
    store.close();
    const { page, complaints } = await served('saved');
    await page.locator('#files').setInputFiles(out);
    await expect.poll(() => page.locator('.link').textContent()).toBe('A saved run: nothing here moves.');
    await expect.poll(() => page.locator('.chart canvas').count()).toBeGreaterThanOrEqual(11);
    await page.getByRole('button', { name: 'Rollouts' }).click();
    await page.locator('.row-item .outcome').first().waitFor();
    await page.locator('.row-item').first().click();
    await page.locator('.episode .transcript').waitFor();
    await screenshot(page, 'saved-rollouts');
    expect(complaints).toEqual([]);
  });

  test('every control of both pages has a name for screen readers', async () => {
    for (const name of ['curriculum', 'rollouts'] as const) {
      const { host, close } = await inEditor(browser, daemon, name, {
        run: RUN,
        ...(name === 'rollouts' ? { episode: 3 } : {}),
      });
      await host.page.locator(name === 'rollouts' ? '.episode' : '.answers .numbers').waitFor();
      const tree = await host.page.locator('body').ariaSnapshot();
      expect(
        tree.match(/- (button|textbox|combobox|checkbox|img|listbox)(?! ")/g) ?? [],
        tree.slice(0, 3_000),
      ).toEqual([]);
      await close();
    }
  });
});
