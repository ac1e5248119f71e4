import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PocketPolicy } from '../pocket/pocket.ts';
import { END, marker } from '../pocket/tokens.ts';
import { type Sample, SPADE_UPDATE, type Trajectory } from '../policy.ts';
import { SendJournal } from './journal.ts';
import { TinkerPolicy } from './policy.ts';
import { lacking } from './probe.ts';
import { type TestEngine, testEngine } from './testing.ts';

const PROMPT = [marker('agent'), marker('observation'), 72, 105, marker('reply')];
const SETTINGS = { temperature: 1, maxTokens: 10, stop: [END] };
const UPDATE = { ...SPADE_UPDATE, learningRate: 1e-3 };

const trajectoryOf = ({ tokens, logProbabilities }: Sample, advantage: number): Trajectory => ({
  tokens: [...PROMPT, ...tokens],
  mask: [...PROMPT.map(() => 0), ...Array.from(tokens, () => 1)],
  advantages: [...PROMPT.map(() => 0), ...Array.from(tokens, () => advantage)],
  oldLogProbabilities: [...PROMPT.map(() => 0), ...logProbabilities],
});

let home: string;
let engine: TestEngine;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'spade-tinker-'));
  engine = await testEngine();
});
afterAll(async () => {
  await engine.close();
  rmSync(home, { recursive: true });
});

describe('a policy on an engine', () => {
  it('finds out what the engine does', async () => {
    const policy = await TinkerPolicy.open(engine.settings());
    try {
      expect(policy.card).toMatchObject({
        wire: 'json',
        losses: ['cross_entropy', 'importance_sampling', 'ppo'],
        accumulates: 'yes',
        forwardIsPure: 'yes',
        reduction: 'sum',
        reductionIsMeasured: true,
        logProbabilities: 'at-one',
        checkpoints: true,
      });
      expect(policy.card.drift).toBeLessThan(1e-3);
      expect(lacking(policy.card, [1, 1], false)).toBeUndefined();
      expect(lacking(policy.card, [1, 0.6], false)).toMatch(/samples at 0.6/);
      expect(lacking(policy.card, [1, 0.6], true)).toBeUndefined();
    } finally {
      await policy.close();
    }
    expect(engine.server.models.all).toEqual([]);
  });

  it('learns the same as the pocket policy in this process, from samples that it would have given', async () => {
    const local = await PocketPolicy.open({ checkpoint: join(engine.folder, 'untrained') });
    const remote = await TinkerPolicy.open(engine.settings());
    try {
      const requests = [2, 4, 6, 8].map((seed) => ({ prompt: PROMPT, settings: SETTINGS, seed: seed * 2 }));
      const theirs = await remote.sample(requests);
      const ours = await local.sample(requests.map(({ seed, ...rest }) => ({ ...rest, seed: seed >>> 1 })));
      expect(theirs.map(({ tokens }) => [...tokens])).toEqual(ours.map(({ tokens }) => [...tokens]));
      for (const mean of ['tokens', 'trajectories'] as const) {
        const learnt = theirs.map((sample, i) => trajectoryOf(sample, i % 2 === 0 ? 1 : -0.5));
        const weighed = learnt.map((one, i) => ({
          ...one,
          importanceWeights: Array.from(one.mask, () => 1 + i / 4),
        }));
        const there = await remote.update(weighed, { ...UPDATE, mean });
        const here = await local.update(weighed, { ...UPDATE, mean });
        expect(there.tokens).toBe(here.tokens);
        for (const name of ['loss', 'surprise', 'meanRatio', 'divergence', 'gradientNorm'] as const)
          expect(there[name], name).toBeCloseTo(here[name], 4);
        const sequences = learnt.map(({ tokens }) => ({ tokens }));
        const [a, b] = [await remote.score(sequences), await local.score(sequences)];
        for (const [i, scores] of a.entries())
          for (const [t, score] of scores.entries()) expect(score).toBeCloseTo(b[i]?.[t] ?? Number.NaN, 3);
      }
    } finally {
      await remote.close();
      await local.close();
    }
  });

  it('goes on in a new model from what it saved, and frees what a dead process left', async () => {
    const journal = new SendJournal(join(home, 'sent.jsonl'));
    const first = await TinkerPolicy.open(engine.settings({ journal }));
    const [sample] = await first.sample([{ prompt: PROMPT, settings: SETTINGS, seed: 4 }]);
    if (!sample) throw new Error('no sample');
    await first.update([trajectoryOf(sample, 1)], UPDATE);
    await first.save(join(home, 'one'));
    const sequences = [{ tokens: [...PROMPT, ...sample.tokens] }];
    const before = await first.score(sequences);
    // An update after the checkpoint, and then the process is gone.
    await first.update([trajectoryOf(sample, 1)], UPDATE);
    const [orphan] = journal.orphans();
    expect(engine.server.models.all.map(({ id }) => id)).toEqual([orphan]);

    const second = await TinkerPolicy.open(engine.settings({ journal, attempt: 2 }));
    expect(await second.unloadOrphans()).toContain(orphan);
    await second.load(join(home, 'one'));
    expect(await second.score(sequences)).toEqual(before);
    expect((await second.update([trajectoryOf(sample, 1)], UPDATE)).updates).toBe(2);
    // The run has dropped the first checkpoint: the engine need not keep it.
    const [kept = ''] = journal.checkpoints().keys();
    expect(engine.server.models.checkpoint(kept).steps).toBe(1);
    rmSync(join(home, 'one'), { recursive: true });
    await second.save(join(home, 'two.part'));
    expect([...journal.checkpoints().values()]).toEqual([join(home, 'two')]);
    expect(() => engine.server.models.checkpoint(kept)).toThrow(/not found/);
    await second.close();
    expect(engine.server.models.all).toEqual([]);
    expect(journal.orphans()).toEqual([]);
    const sent = readFileSync(join(home, 'sent.jsonl'), 'utf8');
    expect(sent).toMatch(
      /"kind":"sent","run":"test","step":1,"model":"model_\w+","call":"optim_step","seq_id":\d+/,
    );
  });

  it('sends nothing that makes no sense, and says which rule that is', async () => {
    const policy = await TinkerPolicy.open(engine.settings());
    try {
      const calls = engine.server.calls.get('asample');
      const failing = (prompt: number[]) => policy.sample([{ prompt, settings: SETTINGS, seed: 1 }]);
      await expect(failing([])).rejects.toMatchObject({ kind: 'request' });
      await expect(failing([100_000])).rejects.toMatchObject({ kind: 'request' });
      expect(engine.server.calls.get('asample')).toBe(calls);
      const cool = { ...SETTINGS, temperature: 0.6 };
      await expect(policy.sample([{ prompt: PROMPT, settings: cool, seed: 1 }])).rejects.toThrow(
        /learns at 1/,
      );
    } finally {
      await policy.close();
    }
  });

  it('speaks protocol buffers with an engine that knows nothing else', async () => {
    const binary = await testEngine({ wire: 'protobuf' });
    const policy = await TinkerPolicy.open(binary.settings());
    try {
      expect(policy.card).toMatchObject({ wire: 'protobuf', reduction: 'sum', forwardIsPure: 'yes' });
      const [sample] = await policy.sample([{ prompt: PROMPT, settings: SETTINGS, seed: 4 }]);
      if (!sample) throw new Error('no sample');
      const { meanRatio, updates } = await policy.update([trajectoryOf(sample, 1)], UPDATE);
      expect(meanRatio).toBeCloseTo(1, 3);
      expect(updates).toBe(1);
    } finally {
      await policy.close();
      await binary.close();
    }
  });

  it('scores samples anew where the engine gives log-probabilities of another temperature', async () => {
    const other = await testEngine({ logProbabilities: 'at-temperature' });
    const policy = await TinkerPolicy.open(other.settings({ anyTemperature: true }));
    try {
      expect(policy.card.logProbabilities).toBe('other');
      const cool = { ...SETTINGS, temperature: 0.5 };
      const [sample] = await policy.sample([{ prompt: PROMPT, settings: cool, seed: 4 }]);
      if (!sample) throw new Error('no sample');
      const [score] = await policy.score([{ tokens: [...PROMPT, ...sample.tokens] }]);
      expect([...sample.logProbabilities]).toEqual([...(score ?? [])].slice(PROMPT.length));
    } finally {
      await policy.close();
      await other.close();
    }
  });
});
