import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleRequest, SPADE_UPDATE, type Trajectory, type UpdateSettings } from '../policy.ts';
import { TINY } from './config.ts';
import { PocketPolicy } from './pocket.ts';
import { END } from './tokens.ts';

const ORIGIN = { config: TINY, seed: 1 };
const SETTINGS: UpdateSettings = { ...SPADE_UPDATE, learningRate: 1e-3, weightDecay: 0 };

let folder: string;
let policy: PocketPolicy;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spade-pocket-'));
  policy = await PocketPolicy.open(ORIGIN);
});
afterAll(async () => {
  await policy.close();
  await rm(folder, { recursive: true });
});

const requests = (count: number, maxTokens: number, prompt = 'Go: '): SampleRequest[] =>
  Array.from({ length: count }, (_, seed) => ({
    prompt: Buffer.from(prompt),
    settings: { maxTokens, temperature: 1, stop: [END] },
    seed,
  }));

function trajectory(
  { prompt }: SampleRequest,
  tokens: Int32Array,
  logProbabilities: Float32Array,
  advantage: number,
): Trajectory {
  const before = new Array<number>(prompt.length).fill(0);
  const ones = new Array<number>(tokens.length).fill(1);
  return {
    tokens: [...Array.from(prompt), ...tokens],
    mask: [...before, ...ones],
    advantages: [...before, ...ones.map(() => advantage)],
    oldLogProbabilities: [...before, ...logProbabilities],
  };
}

describe('sampling', () => {
  it('tells the probabilities that a score finds, for more requests than lanes and prompts of many lengths', async () => {
    // Long ones first, so that the cache shrinks and grows again.
    const asked = [
      ...requests(20, 5, 'x'.repeat(200)),
      ...requests(20, 60),
      ...requests(20, 30, 'x'.repeat(126)),
      ...requests(3, 200, 'a long one'),
    ];
    const samples = await policy.sample(asked);
    const scores = await policy.score(
      asked.map(({ prompt }, i) => ({ tokens: [...Array.from(prompt), ...(samples[i]?.tokens ?? [])] })),
    );
    for (const [i, { tokens, logProbabilities, stopReason }] of samples.entries()) {
      const scored = scores[i]?.slice(asked[i]?.prompt.length) ?? [];
      for (const [t, value] of logProbabilities.entries())
        expect(Math.abs(value - (scored[t] ?? 0))).toBeLessThan(1e-3);
      expect(stopReason).toBe(tokens.at(-1) === END ? 'stop' : 'length');
    }
  });

  it('is the same bits for the same seeds, and others for others', async () => {
    const first = await policy.sample(requests(6, 20));
    expect(await policy.sample(requests(6, 20))).toEqual(first);
    expect(first[0]?.tokens).not.toEqual(first[1]?.tokens);
  });

  it('ends where the context does', async () => {
    const prompt = 'y'.repeat(TINY.context - 2);
    const [sample] = await policy.sample(
      requests(1, 100, prompt).map((one) => ({ ...one, settings: { ...one.settings, stop: [] } })),
    );
    expect(sample).toMatchObject({ stopReason: 'context', tokens: { length: 2 } });
  });

  it('hands each reply on as soon as it is over', async () => {
    const seen: number[] = [];
    const asked = requests(3, 40).map((one, i) => ({
      ...one,
      settings: { ...one.settings, stop: [], maxTokens: [40, 1, 20][i] ?? 1 },
    }));
    await policy.sample(asked, { onSample: (_, index) => seen.push(index) });
    expect(seen).toEqual([1, 2, 0]);
  });
});

describe('training', () => {
  it('is the same bits for the same seed and inputs', async () => {
    const run = async () => {
      const one = await PocketPolicy.open(ORIGIN);
      const asked = requests(8, 12);
      const samples = await one.sample(asked);
      const batch = asked.map((request, i) => {
        const { tokens = new Int32Array(1), logProbabilities = new Float32Array(1) } = samples[i] ?? {};
        return trajectory(request, tokens, logProbabilities, i % 2 === 0 ? 1 : -1);
      });
      const report = await one.update(batch, SETTINGS);
      const after = await one.sample(requests(4, 12));
      await one.close();
      return { samples, report, after };
    };
    const first = await run();
    expect(first.report).toMatchObject({ updates: 1, clippedShare: 0 });
    expect(first.report.meanRatio).toBeCloseTo(1, 4);
    expect(await run()).toEqual(first);
  });

  it('makes likelier what is rewarded', async () => {
    const one = await PocketPolicy.open(ORIGIN);
    const settings = { maxTokens: 8, temperature: 1, stop: [] };
    const wanted = (token: number) => token < 100;
    const rewards = [];
    for (let step = 0; step < 25; step++) {
      const asked = requests(32, 8).map((request, i) => ({ ...request, settings, seed: step * 32 + i }));
      const samples = await one.sample(asked);
      const reward = samples.map(({ tokens }) => tokens.filter(wanted).length / tokens.length);
      const mean = reward.reduce((a, b) => a + b) / reward.length;
      rewards.push(mean);
      const batch = samples.map(({ tokens, logProbabilities }, i) =>
        trajectory(asked[i] ?? asked[0] ?? never(), tokens, logProbabilities, ((reward[i] ?? 0) - mean) * 10),
      );
      await one.update(batch, { ...SETTINGS, learningRate: 5e-3 });
    }
    await one.close();
    expect(rewards[0]).toBeLessThan(0.25);
    expect(rewards.at(-1)).toBeGreaterThan(0.5);
  });
});

describe('a checkpoint', () => {
  it('continues as if nothing had happened, in another policy too', async () => {
    const one = await PocketPolicy.open(ORIGIN);
    const [request] = requests(1, 5);
    const lesson = trajectory(request ?? never(), Int32Array.of(104, 105), Float32Array.of(-5, -5), 1);
    const learn = (from: PocketPolicy) => from.update([lesson], SETTINGS);
    await learn(one);
    await one.save(join(folder, 'one'));
    const next = await learn(one);
    await one.load(join(folder, 'one'));
    expect(await learn(one)).toEqual(next);
    await one.close();
    const other = await PocketPolicy.open({ checkpoint: join(folder, 'one') });
    expect(await learn(other)).toEqual(next);
    await other.close();
  });

  it('of another model is refused, and the policy goes on', async () => {
    const small = await PocketPolicy.open({ config: { ...TINY, layers: 1 }, seed: 1 });
    await small.save(join(folder, 'small'));
    await small.close();
    await expect(policy.load(join(folder, 'small'))).rejects.toMatchObject({
      kind: 'checkpoint',
      message: expect.stringContaining('1 layers'),
    });
    await expect(policy.load(join(folder, 'none'))).rejects.toMatchObject({ kind: 'checkpoint' });
    await expect(PocketPolicy.open({ checkpoint: join(folder, 'none') })).rejects.toMatchObject({
      kind: 'checkpoint',
    });
    expect(await policy.sample(requests(1, 2))).toHaveLength(1);
  });
});

describe('the thread', () => {
  it('stops what is cancelled, running or waiting, and answers the next call', async () => {
    const expected = await policy.sample(requests(2, 5));
    const running = new AbortController();
    const waiting = new AbortController();
    const long = policy.sample(
      requests(64, 240, 'z').map((one) => ({ ...one, settings: { ...one.settings, stop: [] } })),
      { signal: running.signal },
    );
    const queued = policy.sample(requests(1, 5), { signal: waiting.signal });
    const after = policy.sample(requests(2, 5));
    waiting.abort();
    setTimeout(() => running.abort(), 50);
    await expect(long).rejects.toMatchObject({ kind: 'cancelled' });
    await expect(queued).rejects.toMatchObject({ kind: 'cancelled' });
    await expect(policy.score([], { signal: AbortSignal.abort() })).rejects.toMatchObject({
      kind: 'cancelled',
    });
    expect(await after).toEqual(expected);
  });

  it('leaves the weights alone when an update is refused', async () => {
    const before = await policy.sample(requests(2, 5));
    const [request] = requests(1, 5);
    const extreme = trajectory(request ?? never(), Int32Array.of(104), Float32Array.of(-5), 3e38);
    await expect(
      policy.update([extreme, extreme], { ...SETTINGS, objective: { kind: 'imitation' } }),
    ).rejects.toMatchObject({ kind: 'diverged' });
    await expect(policy.update([], SETTINGS)).rejects.toMatchObject({ kind: 'request' });
    expect(await policy.sample(requests(2, 5))).toEqual(before);
  });

  it('ends at once when it is closed, and tells whoever still asks', async () => {
    const one = await PocketPolicy.open(ORIGIN);
    const running = one.sample(requests(64, 240, 'z'));
    await Promise.all([one.close(), expect(running).rejects.toMatchObject({ kind: 'closed' })]);
    await one.close();
    await expect(one.sample(requests(1, 1))).rejects.toMatchObject({ kind: 'closed' });
  });

  it('says what is missing where a provider is', async () => {
    await expect(PocketPolicy.open(ORIGIN, { provider: 'cuda', threads: 1 })).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining("use 'cpu'"),
    });
  });
});

function never(): never {
  throw new Error('There is always one.');
}
