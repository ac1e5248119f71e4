import { beforeAll, describe, expect, it } from 'vitest';
import type { Trajectory, UpdateSettings } from '../policy.ts';
import { IMITATION, SPADE_UPDATE } from '../policy.ts';
import { type ModelConfig, TINY } from './config.ts';
import { Decoder } from './decoder.ts';
import { parametersOf } from './parameters.ts';
import { normal, seededRandom } from './random.ts';
import { type Feeds, floatsOf, ON_CPU, OnnxRuntime } from './runtime.ts';
import { Trainer } from './trainer.ts';
import { type Loss, trainingGraph } from './training-graph.ts';
import { freshWeights, viewsOf, type Weights } from './weights.ts';

const SMALL: ModelConfig = { ...TINY, width: 32, feedForward: 64, context: 256 };
const SIZE = { rows: 2, length: 128 };
/** Ratios of 0.5, 1 and 1.6: no small step crosses 0.8 or 1.28, where the slope jumps. */
const OFFSETS = [-0.7, 0, 0.47];
const COUNT = SIZE.rows * SIZE.length;

let runtime: OnnxRuntime;
beforeAll(async () => {
  runtime = await OnnxRuntime.open(ON_CPU);
});

/** Weights whose predictions differ enough to be told apart. */
function lively(config: ModelConfig, seed: number): Weights {
  const weights = freshWeights(config, seed);
  const head = parametersOf(config).find(({ name }) => name === 'head');
  if (head)
    for (let i = head.offset; i < head.offset + head.size; i++)
      weights.parameters[i] = (weights.parameters[i] ?? 0) * 10;
  return weights;
}

function text(seed: number, length: number): Int32Array {
  const random = seededRandom(seed);
  return Int32Array.from({ length }, () => Math.floor(random() * 256));
}

describe('the gradient of the whole model', () => {
  it.each<[string, Loss]>([
    ['cross-entropy', 'crossEntropy'],
    ['the clipped objective', { low: 0.2, high: 0.28 }],
  ])('%s: as central differences, for every parameter', async (_, loss) => {
    const { config, parameters } = lively(SMALL, 5);
    const session = await runtime.session(trainingGraph(config, SIZE, loss));
    const random = seededRandom(7);
    const floats = (of: (i: number) => number) =>
      runtime.floats(
        Float32Array.from({ length: COUNT }, (__, i) => of(i)),
        [COUNT],
      );
    const fixed: Feeds = {
      tokens: runtime.int32(text(1, COUNT), [COUNT]),
      targets: runtime.int32(text(2, COUNT), [COUNT]),
      temperatures: floats((i) => (i < SIZE.length ? 1 : 1 / 0.6)),
      scales: floats(() => normal(random) / COUNT),
    };
    const at = async (flat: Float32Array, more: Feeds) =>
      session.run({ ...viewsOf(runtime, config, flat), ...fixed, ...more });
    let old: Feeds = {};
    if (loss !== 'crossEntropy') {
      const now = floatsOf(await at(parameters, { old: floats(() => 0) }), 'log-probabilities');
      old = { old: floats((i) => (now[i] ?? 0) - (OFFSETS[i % 3] ?? 0)) };
    }
    const told = await at(parameters, old);
    for (const { name, offset, size, deviation } of parametersOf(config)) {
      const gradient = floatsOf(told, `gradient of ${name}`);
      const length = Math.hypot(...gradient);
      // Along the gradient, so that the slope is large against rounding, and a little across.
      const direction = gradient.map((slope) => slope / length + (0.5 * normal(random)) / Math.sqrt(size));
      const slope = gradient.reduce((sum, value, i) => sum + value * (direction[i] ?? 0), 0);
      const errors = [];
      for (const step of [1e-2, 3e-3, 1e-3].map((share) => share * deviation * Math.sqrt(size))) {
        const moved = async (by: number) => {
          const flat = parameters.slice();
          for (let i = 0; i < size; i++)
            flat[offset + i] = (flat[offset + i] ?? 0) + by * (direction[i] ?? 0);
          return floatsOf(await at(flat, old), 'loss')[0] ?? Number.NaN;
        };
        const seen = ((await moved(step)) - (await moved(-step))) / (2 * step);
        errors.push(Math.abs(seen - slope) / Math.max(Math.abs(seen), Math.abs(slope)));
      }
      expect(Math.min(...errors), name).toBeLessThan(2e-3);
    }
    await session.release();
  });
});

describe('decoding with a cache', () => {
  it('gives what reading the whole sequence gives', async () => {
    const weights = lively(TINY, 3);
    const trainer = new Trainer(runtime, weights);
    const decoder = new Decoder(runtime, weights);
    // Lanes with prompts of different lengths, past the first step of the cache.
    const sequences = [text(11, 150), text(12, 90)];
    const scores = await trainer.score(sequences.map((tokens) => ({ tokens })));
    const prompts = [100, 40];
    const cache = decoder.cache(2, 256);
    const read: number[][] = [[], []];
    const note = (lane: number, logits: Float32Array, target: number | undefined) => {
      const highest = Math.max(...logits);
      const sum = logits.reduce((all, logit) => all + Math.exp(logit - highest), 0);
      read[lane]?.push((logits[target ?? 0] ?? 0) - highest - Math.log(sum));
    };
    for (const [lane, sequence] of sequences.entries()) {
      const length = prompts[lane] ?? 0;
      const prefix = await decoder.prefix(sequence.slice(0, length));
      note(lane, prefix.logits, sequence[length]);
      cache.copy(lane, prefix.cache, 0);
    }
    for (let i = 0; i < 49; i++) {
      const tokens = Int32Array.from(sequences, (sequence, lane) => sequence[(prompts[lane] ?? 0) + i] ?? 0);
      const logits = await decoder.step(cache, tokens);
      for (const [lane, sequence] of sequences.entries()) {
        const own = logits.slice(lane * decoder.vocabulary, (lane + 1) * decoder.vocabulary);
        note(lane, own, sequence[(prompts[lane] ?? 0) + i + 1]);
      }
    }
    for (const [lane, sequence] of sequences.entries()) {
      const expected = scores[lane]?.slice(prompts[lane], sequence.length) ?? [];
      expect(read[lane]?.length).toBe(expected.length);
      for (const [i, value] of expected.entries())
        expect(Math.abs(value - (read[lane]?.[i] ?? 0))).toBeLessThan(1e-4);
    }
    await trainer.close();
    await decoder.close();
  });
});

const LEARN: UpdateSettings = { ...SPADE_UPDATE, objective: IMITATION, learningRate: 5e-3, weightDecay: 0 };

/** A text as something to imitate. */
function lesson(tokens: Int32Array): Trajectory {
  const ones = new Float32Array(tokens.length).fill(1);
  return { tokens, mask: ones.with(0, 0), advantages: ones, oldLogProbabilities: ones };
}

describe('an update', () => {
  it('reports the mean of what a score tells, however sequences are batched', async () => {
    const weights = lively(SMALL, 4);
    const trainer = new Trainer(runtime, weights);
    const lengths = [2, 30, 65, 66, 129, 200];
    const lessons = lengths.map((length, i) => lesson(text(20 + i, length)));
    const scores = await trainer.score(lessons);
    const count = lengths.reduce((sum, length) => sum + length - 1, 0);
    const mean = -scores.flatMap((score) => [...score]).reduce((sum, value) => sum + value, 0) / count;
    const report = await trainer.update(lessons, { ...LEARN, learningRate: 0 });
    expect(report.tokens).toBe(count);
    expect(report.loss).toBeCloseTo(mean, 4);
    expect(report.surprise).toBeCloseTo(mean, 4);
    const byTrajectory = scores.reduce(
      (sum, score) => sum - score.reduce((a, b) => a + b, 0) / (score.length - 1),
      0,
    );
    const other = await trainer.update(lessons, { ...LEARN, learningRate: 0, mean: 'trajectories' });
    expect(other.loss).toBeCloseTo(byTrajectory / lengths.length, 4);
    await trainer.close();
  });

  it('learns a small language', async () => {
    const trainer = new Trainer(runtime, freshWeights({ ...SMALL, layers: 1 }, 1));
    const random = seededRandom(2);
    const sentence = () =>
      Buffer.from(Array.from({ length: 8 }, () => (random() < 0.5 ? 'tick-' : 'boom!')).join(''));
    let surprise = Number.POSITIVE_INFINITY;
    for (let step = 0; step < 60; step++) {
      const lessons = Array.from({ length: 16 }, () => lesson(Int32Array.from(sentence())));
      ({ surprise } = await trainer.update(lessons, LEARN));
    }
    // One bit for each of seven words that follow another: 0.12 nats a token at best.
    expect(surprise).toBeLessThan(0.3);
    await trainer.close();
  });

  it('is refused when it would leave no numbers, and changes nothing', async () => {
    const weights = freshWeights(SMALL, 1);
    const before = weights.parameters.slice();
    const trainer = new Trainer(runtime, weights);
    const one = lesson(text(1, 20));
    const extreme = { ...one, advantages: new Float32Array(20).fill(3e38) };
    await expect(trainer.update([extreme], LEARN)).rejects.toMatchObject({ kind: 'diverged' });
    expect(weights.parameters).toEqual(before);
    expect(weights.adam.updates).toBe(0);
    await trainer.close();
  });
});
