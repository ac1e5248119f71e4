/**
 * What the pocket policy costs: one training step beside PyTorch's, and tokens a second.
 *
 *     node scripts/bench/pocket.ts [python]
 *
 * Both train the same model on a batch of the same size, in turns, so that a busy machine is busy for both. Times are
 * by the clock and of the processor; the second hardly depends on what else runs. The yardstick needs a Python that has
 * `torch` (python3 when none is named), and is left out where there is none.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { POCKET } from '../../trainer/policy/pocket/config.ts';
import { Decoder } from '../../trainer/policy/pocket/decoder.ts';
import { parameterCount } from '../../trainer/policy/pocket/parameters.ts';
import { seededRandom } from '../../trainer/policy/pocket/random.ts';
import { ON_CPU, OnnxRuntime } from '../../trainer/policy/pocket/runtime.ts';
import { Trainer } from '../../trainer/policy/pocket/trainer.ts';
import { freshWeights } from '../../trainer/policy/pocket/weights.ts';
import {
  IMITATION,
  SPADE_UPDATE,
  type Trajectory,
  type UpdateSettings,
} from '../../trainer/policy/policy.ts';
import type { Row } from './lint.ts';

const ROWS = 16;
const LENGTH = 256;
const ROUNDS = 6;
const STEPS = 4;

/** Milliseconds of one step. */
interface Taken {
  readonly clock: number;
  readonly processor: number;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const whole = (value: number): string => Math.round(value).toLocaleString('en');
const figures = (taken: readonly Taken[]): string => {
  const clock = taken.map((one) => one.clock);
  const processor = median(taken.map((one) => one.processor));
  return `median ${whole(median(clock))} ms, best ${whole(Math.min(...clock))} ms; processor ${whole(processor)} ms`;
};

async function timed(work: () => Promise<unknown>): Promise<Taken> {
  const begun = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { clock: performance.now() - begun, processor: (user + system) / 1000 };
}

const python = process.argv[2] ?? 'python3';
const answer = z.array(z.tuple([z.number(), z.number()]));
const greeting = z.object({ version: z.string(), parameters: z.int() });

/** A process that takes steps with PyTorch when asked; `undefined` where Python has none. */
async function yardstick() {
  const child = spawn(python, [join(import.meta.dirname, 'pocket-torch.py')], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // Threads that spin while they wait would be charged for it on a busy machine; ours do not spin either.
    env: { ...process.env, OMP_WAIT_POLICY: 'passive' },
  });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (line: string): Promise<unknown> => {
    child.stdin.write(`${line}\n`);
    const next = await lines.next();
    return next.done ? undefined : JSON.parse(next.value);
  };
  const found = greeting.safeParse(
    await ask(JSON.stringify({ ...POCKET, rows: ROWS, length: LENGTH, threads: ON_CPU.threads })),
  );
  if (!found.success) return undefined;
  if (found.data.parameters !== parameterCount(POCKET))
    throw new Error(
      `The two models differ: ${found.data.parameters} parameters and ${parameterCount(POCKET)}.`,
    );
  return {
    name: `PyTorch ${found.data.version}`,
    steps: async (count: number): Promise<Taken[]> =>
      answer.parse(await ask(String(count))).map(([clock, processor]) => ({ clock, processor })),
    close: () => child.kill(),
  };
}

/** One whole update with the clipped objective: batching, gradients, their limit, and Adam. */
async function training(runtime: OnnxRuntime): Promise<Row[]> {
  const trainer = new Trainer(runtime, freshWeights(POCKET, 1));
  const random = seededRandom(1);
  const batch: Trajectory[] = Array.from({ length: ROWS }, () => ({
    tokens: Int32Array.from({ length: LENGTH + 1 }, () => random() * 256),
    mask: new Float32Array(LENGTH + 1).fill(1).with(0, 0),
    advantages: Float32Array.from({ length: LENGTH + 1 }, () => random() - 0.5),
    oldLogProbabilities: new Float32Array(LENGTH + 1).fill(-5.6),
  }));
  const settings: UpdateSettings = { ...SPADE_UPDATE, learningRate: 1e-3 };
  const own: Taken[] = [];
  const others: Taken[] = [];
  const torch = await yardstick();
  await trainer.update(batch, settings);
  await torch?.steps(2);
  for (let round = 0; round < ROUNDS; round++) {
    for (let step = 0; step < STEPS; step++) own.push(await timed(() => trainer.update(batch, settings)));
    others.push(...((await torch?.steps(STEPS)) ?? []));
  }
  torch?.close();
  await trainer.close();
  const what = `training step, ${ROWS} rows of ${LENGTH} tokens`;
  const rows: Row[] = [{ what, measured: figures(own), goal: '' }];
  if (!torch)
    return [...rows, { what: 'the same in PyTorch', measured: `${python} has no torch: left out`, goal: '' }];
  const ratio = (of: (one: Taken) => number) => (median(others.map(of)) / median(own.map(of))).toFixed(2);
  return [
    ...rows,
    { what: `the same in ${torch.name}, eager`, measured: figures(others), goal: '' },
    {
      what: 'times as fast as PyTorch',
      measured: `${ratio((one) => one.clock)} by the clock, ${ratio((one) => one.processor)} of the processor`,
      goal: '1.4',
    },
  ];
}

/** Tokens a second, reading one token for each lane on a cache that is as full as said. */
async function decoding(runtime: OnnxRuntime): Promise<Row[]> {
  const decoder = new Decoder(runtime, freshWeights(POCKET, 1));
  const rows: Row[] = [];
  for (const capacity of [128, 512])
    for (const lanes of [1, 32]) {
      const cache = decoder.cache(lanes, capacity);
      const prefix = await decoder.prefix(Int32Array.from({ length: capacity - 64 }, (_, i) => i % 256));
      for (let lane = 0; lane < lanes; lane++) cache.copy(lane, prefix.cache, 0);
      const tokens = new Int32Array(lanes).fill(65);
      await decoder.step(cache, tokens);
      const taken: number[] = [];
      for (let step = 0; step < 60; step++)
        taken.push((await timed(() => decoder.step(cache, tokens))).clock);
      rows.push({
        what: `decoding, ${lanes} lanes, cache of ${capacity}`,
        measured: `${whole((1000 * lanes) / median(taken))} tokens a second`,
        goal: '',
      });
    }
  const prompt = Int32Array.from({ length: 512 }, (_, i) => i % 256);
  const taken: number[] = [];
  for (let round = 0; round < 10; round++) taken.push((await timed(() => decoder.prefix(prompt))).clock);
  rows.push({
    what: 'reading a prompt of 512',
    measured: `${whole((1000 * prompt.length) / median(taken))} tokens a second`,
    goal: '',
  });
  await decoder.close();
  return rows;
}

/** Megabytes that the process has grown by over many updates with batches of changing sizes. */
async function growth(runtime: OnnxRuntime): Promise<Row[]> {
  const trainer = new Trainer(
    runtime,
    freshWeights({ ...POCKET, width: 64, layers: 2, feedForward: 128 }, 1),
  );
  const random = seededRandom(1);
  const update = () =>
    trainer.update(
      Array.from({ length: 8 }, () => {
        const length = 10 + Math.floor(random() * 300);
        const ones = new Float32Array(length).fill(1);
        return {
          tokens: Int32Array.from(ones, () => random() * 256),
          mask: ones.with(0, 0),
          advantages: ones,
          oldLogProbabilities: ones,
        };
      }),
      { ...SPADE_UPDATE, objective: IMITATION, learningRate: 1e-3 },
    );
  const resident = () => process.memoryUsage().rss / 2 ** 20;
  for (let step = 0; step < 100; step++) await update();
  const before = resident();
  for (let step = 0; step < 300; step++) await update();
  const after = resident();
  await trainer.close();
  return [
    {
      what: 'resident memory over 400 updates of a small model',
      measured: `${whole(before)} MB after 100, ${whole(after)} MB after 400`,
      goal: 'no growth',
    },
  ];
}

/** What the pocket policy costs. */
export async function pocketFigures(): Promise<Row[]> {
  const runtime = await OnnxRuntime.open(ON_CPU);
  return [...(await training(runtime)), ...(await decoding(runtime)), ...(await growth(runtime))];
}

if (import.meta.main) console.table(await pocketFigures());
