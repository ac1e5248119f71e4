/**
 * How long reading takes: parsing, every fact that rules ask for, and all rules; and what Ruff takes for its own rules
 * over the same texts, in the same run.
 *
 *     node scripts/bench/lint.ts            times and ratios
 *     node scripts/bench/lint.ts --rules    also the rules that take longest
 *
 * By the clock: what else runs counts, so only figures of one run compare.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { analyse } from '../../server/analysis/facts.ts';
import { parse } from '../../server/analysis/parse.ts';
import { lint } from '../../server/lint/lint.ts';
import { DEFAULT_LINT_SETTINGS, LintContext } from '../../server/lint/rule.ts';
import { LINT_RULES } from '../../server/lint/rules/index.ts';
import { edits } from './edits.ts';
import { findRuff } from './ruff.ts';

const root = dirname(dirname(import.meta.dirname));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** A game and a tool-use environment one behind the other: about 400 lines. */
const LONG = read('server/analysis/fixtures/vault.py') + read('server/analysis/fixtures/retail.py');
const EXAMPLES = globSync('examples/environments/**/*.py', { cwd: root }).sort();

const WARM_UP = 150;
const ROUNDS = 300;
const KEYSTROKES = 160;
const PROCESSES = 7;
const SWEEPS = 5;
const SPADE = [process.execPath, join(root, 'scripts/spade.mjs')];

export interface Row {
  readonly what: string;
  readonly measured: string;
  readonly goal: string;
}

const quantile = (times: readonly number[], q: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * q))] ?? Number.NaN;
const figures = (times: readonly number[]): string =>
  `best ${quantile(times, 0).toFixed(2)}, median ${quantile(times, 0.5).toFixed(2)}, p95 ${quantile(times, 0.95).toFixed(2)} ms`;
const ratio = (ours: readonly number[], theirs: readonly number[]): string =>
  `; ${(quantile(ours, 0.5) / quantile(theirs, 0.5)).toFixed(1)} times the median`;

function timed(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

/** A text that nobody has seen before, longer by some lines, so that what stands below is told of anew. */
function edited(round: number): string {
  const middle = LONG.indexOf('\n', LONG.length / 2);
  const lines = '\n'.repeat(1 + (round % 2));
  return `${LONG.slice(0, middle)}  # ${String(round).padStart(6, '0')}${lines}${LONG.slice(middle)}`;
}

function rounds(text: (round: number) => string): number[] {
  const times = Array.from({ length: WARM_UP + ROUNDS }, (_, round) => {
    const source = text(round);
    return timed(() => lint(parse(source)));
  });
  return times.slice(WARM_UP);
}

/** Whole processes, from their start to their end. */
const processes = (count: number, command: string, args: readonly string[]): number[] =>
  Array.from({ length: count }, () => timed(() => spawnSync(command, args, { cwd: root, stdio: 'ignore' })));

function sweep(): number[] {
  const texts = EXAMPLES.map(read);
  return Array.from({ length: SWEEPS }, () => timed(() => texts.map((text) => lint(parse(text)))));
}

const aMinute = (times: readonly number[]): string =>
  `${Math.round((EXAMPLES.length / quantile(times, 0.5)) * 60_000).toLocaleString('en')} files a minute`;

const spade = (...args: string[]): number[] => {
  const [command = '', ...before] = SPADE;
  return processes(PROCESSES, command, [...before, ...args]);
};

/** What reading costs, row by row; with Ruff beside it where it can be had. */
export async function lintFigures(): Promise<Row[]> {
  const texts = Array.from({ length: KEYSTROKES }, (_, round) => edited(round));
  const server = await edits(
    process.execPath,
    ['--no-warnings', join(root, 'server/lsp/main.ts'), '--stdio'],
    texts,
  );
  const warm = server.slice(KEYSTROKES / 2);
  const one = EXAMPLES[0] ?? '';
  const [file, pool] = [spade('lint', one), spade('lint', 'examples/environments')];
  const examples = sweep();
  const rows: Row[] = [
    { what: 'parse and all rules, 400 lines, again', measured: figures(rounds(() => LONG)), goal: '' },
    {
      what: 'parse and all rules, 400 lines, after an edit',
      measured: figures(rounds(edited)),
      goal: 'p95 5 ms',
    },
    { what: 'language server: from an edit to its diagnostics', measured: figures(warm), goal: '' },
    { what: 'spade lint of one file, whole process', measured: figures(file), goal: '' },
    { what: `spade lint of ${EXAMPLES.length} examples, whole process`, measured: figures(pool), goal: '' },
    {
      what: 'lint of the examples, warm, one core',
      measured: aMinute(examples),
      goal: `10,000 files a minute on 2 cores (here ${availableParallelism()})`,
    },
  ];
  const ruff = findRuff();
  if ('missing' in ruff)
    return [...rows, { what: 'Ruff, for comparison', measured: ruff.missing, goal: 'left out' }];
  const { command, version } = ruff;
  const check = ['check', '--isolated', '--no-cache', '--quiet'];
  const theirs = {
    server: (await edits(command, ['server', '--isolated'], texts)).slice(KEYSTROKES / 2),
    file: processes(PROCESSES, command, [...check, one]),
    pool: processes(PROCESSES, command, [...check, 'examples/environments']),
  };
  return [
    ...rows,
    { what: `${version} server: the same edits`, measured: figures(theirs.server), goal: '' },
    { what: `${version} check of one file`, measured: figures(theirs.file), goal: '' },
    { what: `${version} check of the examples`, measured: figures(theirs.pool), goal: '' },
    { what: `ours against ${version} server`, measured: `edit${ratio(warm, theirs.server)}`, goal: '' },
    { what: `ours against ${version} check`, measured: `one file${ratio(file, theirs.file)}`, goal: '' },
    { what: `ours against ${version} check`, measured: `examples${ratio(pool, theirs.pool)}`, goal: '' },
  ];
}

/** Milliseconds of each rule; what several ask for is paid for by the first of them. */
function byRule(): Row[] {
  const times = new Map<string, number[]>();
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const context = new LintContext(analyse(parse(edited(round))), DEFAULT_LINT_SETTINGS);
    for (const rule of LINT_RULES) {
      if (rule.profile && rule.profile !== context.profile) continue;
      const time = timed(() => context.ask(rule));
      if (round >= WARM_UP) times.set(rule.code, [...(times.get(rule.code) ?? []), time]);
    }
  }
  return [...times]
    .map(([code, all]) => ({ code, median: quantile(all, 0.5) }))
    .sort((a, b) => b.median - a.median)
    .slice(0, 12)
    .map(({ code, median }) => ({ what: `  ${code}`, measured: `median ${median.toFixed(3)} ms`, goal: '' }));
}

if (import.meta.main)
  console.table([...(await lintFigures()), ...(process.argv.includes('--rules') ? byRule() : [])]);
