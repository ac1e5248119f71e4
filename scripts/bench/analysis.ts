/**
 * How long static knowledge of a source takes: parsing it, then every fact that rules read, warm, in CPU time.
 *
 *     node scripts/bench/analysis.ts [file.py …]
 *
 * Without arguments it measures a source of about 400 lines after an edit (each round parses a text that no round
 * parsed before), and all example environments one after the other.
 */
import { globSync, readFileSync } from 'node:fs';
import { analyse, type Facts } from '../../server/analysis/facts.ts';
import { parse } from '../../server/analysis/parse.ts';
import { readAll } from '../../server/analysis/testing/read-all.ts';

/** CPU time of this thread in milliseconds: unlike the clock's, it does not count what other processes do. */
function now(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const ROUNDS = 400;
const WARM_UP = 150;

function quantile(times: readonly number[], q: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

function report(name: string, times: readonly number[]): void {
  const [median, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  const mean = times.reduce((sum, t) => sum + t, 0) / times.length;
  console.log(
    `${name.padEnd(44)} mean ${mean.toFixed(2)}   median ${median.toFixed(2)}   p95 ${p95.toFixed(2)} ms`,
  );
}

const PARTS: readonly [string, (facts: Facts) => unknown][] = [
  ['  scopes', (f) => f.scopes],
  ['  classes, environment', (f) => f.environment],
  ['  attributes', (f) => f.attributes],
  ['  nodes by kind', (f) => f.nodes('Call')],
  ['  early reads (control flow of all methods)', (f) => f.earlyReads],
  ['  actions', (f) => f.actions],
  ['  returns of reset and step', (f) => f.turns],
  ['  observations, answer', (f) => f.answer],
  ['  entropy', (f) => f.entropy],
  ['  tools, criteria, state', (f) => [f.tools, f.criteria, f.state]],
];

/** A new text of the same length each round, as an edit in the middle of the file makes it. */
function edited(text: string, round: number): string {
  const middle = text.indexOf('\n', text.length / 2);
  return `${text.slice(0, middle)}  # ${String(round).padStart(6, '0')}${text.slice(middle)}`;
}

function measure(name: string, text: string): void {
  console.log(`\n${name}: ${text.split('\n').length} lines, ${text.length} characters`);
  const [parsing, reading, both]: [number[], number[], number[]] = [[], [], []];
  const parts = PARTS.map((): number[] => []);
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const source = edited(text, round);
    const start = now();
    const facts = analyse(parse(source));
    const parsed = now();
    let before = parsed;
    for (const [i, [, read]] of PARTS.entries()) {
      read(facts);
      const here = now();
      if (round >= WARM_UP) parts[i]?.push(here - before);
      before = here;
    }
    readAll(facts);
    const end = now();
    if (round < WARM_UP) continue;
    parsing.push(parsed - start);
    reading.push(end - parsed);
    both.push(end - start);
  }
  report('parse', parsing);
  report('all facts', reading);
  for (const [i, [part]] of PARTS.entries()) report(part, parts[i] ?? []);
  report('parse and all facts', both);
}

const root = new URL('../../', import.meta.url);
const given = process.argv.slice(2);
if (given.length > 0) for (const file of given) measure(file, readFileSync(file, 'utf8'));
else {
  const fixture = (name: string): string =>
    readFileSync(new URL(`server/analysis/fixtures/${name}`, root), 'utf8');
  measure('a game of 400 lines', fixture('vault.py') + fixture('retail.py'));
  const files = globSync('examples/environments/**/*.py', { cwd: root }).sort();
  const times: number[] = [];
  const texts = files.map((file) => readFileSync(new URL(file, root), 'utf8'));
  for (let round = 0; round < 6; round++) {
    for (const text of texts) {
      const start = now();
      readAll(analyse(parse(edited(text, round))));
      if (round > 0) times.push(now() - start);
    }
  }
  console.log(
    `\n${files.length} example environments, ${texts.reduce((sum, t) => sum + t.split('\n').length, 0)} lines in all`,
  );
  report('parse and all facts, each', times);
}
