/**
 * Measures what the design sets numbers for, on this machine, and prints them beside the goals.
 *
 * Figures depend on what else runs; close other programs. Nothing here passes or fails.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { playtest } from '../server/playtest/playtest.ts';
import { DEFAULT_SETTINGS } from '../server/playtest/settings.ts';
import type { Command } from '../server/protocol/driver.ts';
import { createPool, type Interpreter, type SandboxPool } from '../server/sandbox/pool.ts';
import { lintFigures, type Row } from './bench/lint.ts';
import { lspFigures } from './bench/lsp.ts';
import { pocketFigures } from './bench/pocket.ts';
import { serveFigures } from './bench/serve.ts';
import { storeFigures } from './bench/store.ts';

const root = dirname(import.meta.dirname);
const examples = join(root, 'examples');

const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const perSecond = (count: number, since: number) =>
  Math.round(count / ((performance.now() - since) / 1_000)).toLocaleString('en');

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Sources of the examples, in a fixed order. */
function sources(): string[] {
  return readdirSync(examples, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.py'))
    .sort()
    .map((name) => readFileSync(join(examples, name), 'utf8'));
}

/** The whole command as a user starts it, each time in processes of its own. */
async function commandLine(...args: string[]): Promise<string> {
  const times = [];
  for (let round = 0; round < 5; round++)
    times.push(
      await timed(() =>
        spawnSync(process.execPath, [join(root, 'scripts/spade.mjs'), ...args], {
          stdio: 'ignore',
          cwd: root,
        }),
      ),
    );
  return milliseconds(median(times));
}

/** `restore` returns before the child has done it, so the first answer afterwards is what counts. */
async function restore(interpreter: Interpreter): Promise<string> {
  const times = [];
  for (let round = 0; round < 100; round++) {
    const answer = async () => {
      await interpreter.restore();
      await interpreter.run([{ op: 'draw', count: 1 }]);
    };
    times.push(await timed(answer));
  }
  return milliseconds(median(times));
}

const COUNTER = `
class CounterEnv:
    def __init__(self, max_turns=1000000):
        self.max_turns = max_turns
    def reset(self, seed=None):
        self.count = 0
        return "Count.", {}
    def step(self, action):
        self.count += 1
        return "Counted.", 0.0, False, False, {}
    def solution(self):
        return []
`;

/** Steps of a trivial environment, each a command and a reply, many to a batch. */
async function steps(interpreter: Interpreter): Promise<string> {
  await interpreter.run([
    { op: 'load', source: COUNTER, compat: false },
    { op: 'new', id: 'a' },
    { op: 'reset', id: 'a', seed: 0 },
  ]);
  const batch: Command[] = Array.from({ length: 2_000 }, () => ({ op: 'step', id: 'a', action: 'x' }));
  const begun = performance.now();
  const rounds = 10;
  for (let round = 0; round < rounds; round++) await interpreter.run(batch);
  return `${perSecond(batch.length * rounds, begun)} a second`;
}

/** What the reference validator does: load, reset twice, three steps; here each in a fresh interpreter. */
async function loadAndProbe(pool: SandboxPool, all: readonly string[]): Promise<string> {
  const action = '\\boxed{look}';
  const probe = (source: string) =>
    pool.use((interpreter) =>
      interpreter.run([
        { op: 'load', source, compat: false },
        { op: 'play', seed: 0, actions: [] },
        { op: 'play', seed: 1, actions: [action, action, action] },
      ]),
    );
  const rounds = 4;
  const begun = performance.now();
  await Promise.all(Array.from({ length: rounds }, () => all.map(probe)).flat());
  return `${perSecond(all.length * rounds, begun)} a second`;
}

async function fullCheck(pool: SandboxPool, all: readonly string[]): Promise<string> {
  const times = [];
  for (const source of all)
    times.push(
      await timed(() =>
        pool.use((interpreter) => playtest(interpreter, source, { settings: DEFAULT_SETTINGS })),
      ),
    );
  return milliseconds(median(times));
}

async function measure(): Promise<Row[]> {
  const all = sources();
  const [first = ''] = readdirSync(join(examples, 'environments'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.py'))
    .sort();
  const file = join(examples, 'environments', first);
  const rows: Row[] = [
    { what: 'spade --help', measured: await commandLine('--help'), goal: '' },
    {
      what: 'process start to the verdict on one environment',
      measured: await commandLine('check', file, '--no-cache'),
      goal: '300 ms',
    },
    ...(await lintFigures()),
    ...(await lspFigures()),
    ...(await storeFigures()),
    ...(await pocketFigures()),
    ...(await serveFigures()),
  ];
  const children = availableParallelism();
  const pool = await createPool({ children });
  try {
    rows.push(
      { what: 'fresh interpreter, restored and answering', measured: await pool.use(restore), goal: '2 ms' },
      { what: 'steps across the sandbox', measured: await pool.use(steps), goal: '100,000 a second' },
      {
        what: `load and probe, ${children} children`,
        measured: await loadAndProbe(pool, all),
        goal: '270 a second',
      },
      { what: 'full check of one environment, median', measured: await fullCheck(pool, all), goal: '80 ms' },
    );
  } finally {
    await pool.close();
  }
  return rows;
}

console.table(await measure());
