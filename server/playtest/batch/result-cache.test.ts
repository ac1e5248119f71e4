import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Examined, ResultCache } from './result-cache.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'spade-cache-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const key = (number: number): string => number.toString(16).padStart(64, '0');

const result = (className: string): Examined => ({
  report: { className, profile: 'games', verdict: 'sound', findings: [], undecided: [], measures: null },
  opening: 'abc',
});

test('results are there again after closing, also many of them and large ones', () => {
  const path = folder();
  const cache = new ResultCache(path, 'a1');
  const long = 'x'.repeat(3_000_000);
  for (let number = 0; number < 300; number++)
    cache.put(key(number), result(number === 150 ? long : `É${number}`));
  expect(cache.get(key(7))?.report.className).toBe('É7');
  cache.close();
  const again = new ResultCache(path, 'a1');
  expect(again.size).toBe(300);
  expect(again.get(key(299))).toEqual(result('É299'));
  expect(again.get(key(150))?.report.className).toBe(long);
  expect(again.get(key(300))).toBeUndefined();
  again.close();
});

test('the last result of a key is the one that counts', () => {
  const path = folder();
  const cache = new ResultCache(path, 'a1');
  cache.put(key(1), result('old'));
  cache.put(key(1), result('new'));
  cache.close();
  const again = new ResultCache(path, 'a1');
  expect(again.get(key(1))?.report.className).toBe('new');
  again.close();
});

test('what cannot be read is as good as absent, and spoils nothing else', () => {
  const path = folder();
  const file = join(path, 'results-a1.jsonl');
  const cache = new ResultCache(path, 'a1');
  cache.put(key(1), result('one'));
  cache.put(key(2), result('two'));
  cache.close();
  appendFileSync(
    file,
    `${key(3)} {"report":\n\nnonsense\n${key(4)} {"report":{"verdict":"splendid"}}\n\u0000\u0001\n${key(5)}`,
  );
  const again = new ResultCache(path, 'a1');
  expect(again.get(key(1))?.report.className).toBe('one');
  for (const number of [3, 4, 5]) expect(again.get(key(number))).toBeUndefined();
  again.put(key(5), result('five'));
  again.close();
  const third = new ResultCache(path, 'a1');
  expect(third.get(key(5))?.report.className).toBe('five');
  third.close();
  truncateSync(file, readFileSync(file).length - 20);
  const torn = new ResultCache(path, 'a1');
  expect(torn.get(key(5))).toBeUndefined();
  expect(torn.get(key(2))?.report.className).toBe('two');
  torn.close();
});

test('processes that write at once do not spoil each other’s results', async () => {
  const path = folder();
  const script = join(path, 'writer.ts');
  const module = join(import.meta.dirname, 'result-cache.ts');
  writeFileSync(
    script,
    `import { ResultCache } from ${JSON.stringify(module)};
     const cache = new ResultCache(process.argv[2], 'a1');
     const from = Number(process.argv[3]);
     for (let n = from; n < from + 200; n++) cache.put(n.toString(16).padStart(64, '0'), {
       report: { className: 'E' + n + 'x'.repeat(n * 13 % 7000), profile: 'games', verdict: 'sound', findings: [], undecided: [], measures: null },
       opening: null,
     });
     if (cache.get(from.toString(16).padStart(64, '0')) === undefined) process.exit(3);`,
  );
  const writers = [1000, 2000, 3000].map((from) =>
    spawn(process.execPath, ['--no-warnings', script, path, String(from)], { stdio: 'inherit' }),
  );
  const codes = await Promise.all(writers.map(async (writer) => (await once(writer, 'exit'))[0]));
  expect(codes).toEqual([0, 0, 0]);
  const cache = new ResultCache(path, 'a1');
  expect(cache.size).toBe(600);
  for (const from of [1000, 2000, 3000])
    for (let n = from; n < from + 200; n++)
      expect(cache.get(key(n))?.report.className).toMatch(new RegExp(`^E${n}x*$`));
  cache.close();
});

test('files of old versions go, the last used ones stay', () => {
  const path = folder();
  for (const [age, version] of [
    [1, 'b1'],
    [2, 'b2'],
    [3, 'b3'],
    [4, 'b4'],
  ] as const) {
    const file = join(path, `results-${version}.jsonl`);
    writeFileSync(file, '');
    const used = new Date(Date.now() - age * 60_000);
    utimesSync(file, used, used);
  }
  writeFileSync(join(path, 'notes.txt'), 'not ours');
  new ResultCache(path, 'c1').close();
  expect(readdirSync(path).sort()).toEqual([
    'notes.txt',
    'results-b1.jsonl',
    'results-b2.jsonl',
    'results-c1.jsonl',
  ]);
});

test('a folder that cannot be used is told when opening', () => {
  const path = folder();
  writeFileSync(join(path, 'file'), '');
  expect(() => new ResultCache(join(path, 'file', 'below'), 'a1')).toThrow();
});
