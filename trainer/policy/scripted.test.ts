import { describe, expect, it } from 'vitest';
import { SPADE_UPDATE } from './policy.ts';
import { ScriptedPolicy } from './scripted.ts';

const settings = { maxTokens: 4, temperature: 1, stop: [9] };

describe('a scripted policy', () => {
  it('answers from its script, cut where a real one would stop', async () => {
    const policy = new ScriptedPolicy({
      reply: (prompt, seed) => [...Array.from(prompt), seed, 9, 9],
      logProbability: (tokens, t) => -(tokens[t] ?? 0),
      context: 6,
    });
    const request = (prompt: number[]) => ({ prompt, settings, seed: 7 });
    const [stopped, long, full] = await policy.sample([
      request([1, 2]),
      { ...request([1]), settings: { ...settings, maxTokens: 2 } },
      request([1, 2, 3]),
    ]);
    expect(stopped).toEqual({
      tokens: Int32Array.of(1, 2, 7, 9),
      logProbabilities: Float32Array.of(-1, -2, -7, -9),
      stopReason: 'stop',
    });
    expect(long).toMatchObject({ tokens: Int32Array.of(1, 7), stopReason: 'length' });
    expect(full).toMatchObject({ tokens: Int32Array.of(1, 2, 3), stopReason: 'context' });
  });

  it('remembers what it was told to learn, and loads what was saved', async () => {
    const policy = new ScriptedPolicy({ reply: () => [9] });
    const trajectory = { tokens: [1, 9], mask: [0, 1], advantages: [0, 1], oldLogProbabilities: [0, -1] };
    await policy.save('a');
    const report = await policy.update([trajectory], { ...SPADE_UPDATE, learningRate: 1e-6 });
    expect(report).toMatchObject({ tokens: 1, updates: 1 });
    expect(policy.updates[0]?.trajectories).toEqual([trajectory]);
    await policy.load('a');
    expect(await policy.update([trajectory], { ...SPADE_UPDATE, learningRate: 0 })).toMatchObject({
      updates: 1,
    });
    await expect(policy.load('b')).rejects.toMatchObject({ kind: 'checkpoint' });
  });

  it('refuses what a real one refuses', async () => {
    const policy = new ScriptedPolicy({ reply: () => [9] });
    await expect(policy.sample([{ prompt: [], settings, seed: 1 }])).rejects.toMatchObject({
      kind: 'request',
    });
    await policy.close();
    await expect(policy.sample([])).rejects.toMatchObject({ kind: 'closed' });
  });
});
