/**
 * How long reading takes: parsing, every fact that rules ask for, and all rules.
 *
 *     node scripts/bench/lint.ts
 *
 * In CPU time of one thread, which does not count what other processes do; Ruff, where it is on PATH, by the clock and
 * with the start of its process, since that is all that can be seen of it.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { analyse } from '../../server/analysis/facts.ts';
import { parse } from '../../server/analysis/parse.ts';
import { lint } from '../../server/lint/lint.ts';
import { DEFAULT_LINT_SETTINGS, LintContext } from '../../server/lint/rule.ts';
import { LINT_RULES } from '../../server/lint/rules/index.ts';

const root = dirname(dirname(import.meta.dirname));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** A game and a tool-use environment one behind the other: about 400 lines. */
const LONG = read('server/analysis/fixtures/vault.py') + read('server/analysis/fixtures/retail.py');
const EXAMPLES = globSync('examples/environments/**/*.py', { cwd: root }).sort();

const WARM_UP = 150;
const ROUNDS = 300;
const PROCESSES = 5;

export interface Row {
  readonly what: string;
  readonly measured: string;
  readonly goal: string;
}

/** Milliseconds of CPU. */
function cpu(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const quantile = (times: readonly number[], q: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * q))] ?? Number.NaN;
const figures = (times: readonly number[]): string =>
  `median ${quantile(times, 0.5).toFixed(2)}, p95 ${quantile(times, 0.95).toFixed(2)} ms`;
const aMinute = (files: number, milliseconds: number): string =>
  `${Math.round((files / milliseconds) * 60_000).toLocaleString('en')} files a minute`;

/** A text that nobody has seen before, as a keystroke in the middle of the file makes it. */
function edited(text: string, round: number): string {
  const middle = text.indexOf('\n', text.length / 2);
  return `${text.slice(0, middle)}  # ${String(round).padStart(6, '0')}${text.slice(middle)}`;
}

function rounds(source: (round: number) => string): number[] {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const text = source(round);
    const time = cpu(() => lint(parse(text)));
    if (round >= WARM_UP) times.push(time);
  }
  return times;
}

/** The first source of a process, whose code nobody has compiled yet. */
function cold(): number[] {
  return Array.from({ length: PROCESSES }, () => {
    const script = [
      process.execPath,
      ['--no-warnings', import.meta.filename, COLD],
      { encoding: 'utf8' },
    ] as const;
    return Number(spawnSync(...script).stdout);
  });
}
const COLD = '--cold';

function examples(): string {
  const texts = EXAMPLES.map(read);
  const time = cpu(() => {
    for (const text of texts) lint(parse(text));
  });
  return aMinute(texts.length, time);
}

function ruff(): Row[] {
  const found = spawnSync('ruff', ['--version'], { encoding: 'utf8' });
  if (found.error || found.status !== 0)
    return [{ what: 'Ruff, for comparison', measured: 'not on PATH', goal: '' }];
  const what = found.stdout.trim();
  const times = Array.from({ length: PROCESSES }, () => {
    const begun = performance.now();
    spawnSync('ruff', ['check', '--isolated', '--no-cache', '--quiet', '-'], { input: LONG });
    return performance.now() - begun;
  });
  const begun = performance.now();
  spawnSync('ruff', ['check', '--isolated', '--no-cache', '--quiet', 'examples'], { cwd: root });
  const all = aMinute(EXAMPLES.length, performance.now() - begun);
  return [
    { what: `${what}: the same 400 lines, process start included`, measured: figures(times), goal: '' },
    { what: `${what}: the examples, process start included`, measured: all, goal: '' },
  ];
}

/** What reading costs. */
export function lintFigures(): Row[] {
  return [
    { what: 'lint of 400 lines, first of a process', measured: figures(cold()), goal: '' },
    { what: 'lint of 400 lines, again', measured: figures(rounds(() => LONG)), goal: '' },
    {
      what: 'lint of 400 lines, after an edit',
      measured: figures(rounds((round) => edited(LONG, round))),
      goal: 'p95 5 ms',
    },
    { what: 'lint of the examples, one core', measured: examples(), goal: '5,000 files a minute' },
    ...ruff(),
  ];
}

/** Milliseconds of each rule; what several ask for is paid for by the first of them. */
function byRule(): Row[] {
  const times = new Map<string, number[]>();
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const context = new LintContext(analyse(parse(edited(LONG, round))), DEFAULT_LINT_SETTINGS);
    for (const rule of LINT_RULES) {
      if (rule.profile && rule.profile !== context.profile) continue;
      const time = cpu(() => context.ask(rule));
      if (round >= WARM_UP) times.set(rule.code, [...(times.get(rule.code) ?? []), time]);
    }
  }
  return [...times]
    .map(([code, all]) => ({ code, mean: all.reduce((sum, time) => sum + time, 0) / all.length }))
    .sort((a, b) => b.mean - a.mean)
    .slice(0, 12)
    .map(({ code, mean }) => ({ what: `  ${code}`, measured: `mean ${mean.toFixed(3)} ms`, goal: '' }));
}

if (import.meta.main) {
  if (process.argv.includes(COLD)) process.stdout.write(String(cpu(() => lint(parse(LONG)))));
  else console.table([...lintFigures(), ...byRule()]);
}
