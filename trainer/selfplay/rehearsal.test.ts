import { describe, expect, it } from 'vitest';
import { streamOf } from '../curriculum/random.ts';
import { ScriptedPolicy } from '../policy/scripted.ts';
import { newest, rehearsals } from './rehearsal.ts';

const designOf = (skill: string, token: number) => ({
  skill,
  design: { tokens: [1, token, 2], start: 1, logProbabilities: [-1, -1], temperature: 0.6 },
});
const A = designOf('Optimization', 10);
const B = designOf('Pattern Recognition', 20);
const NEVER = new AbortController().signal;

describe('rehearsed designs', () => {
  it('are the newest of every skill, also of those that are not at work', () => {
    const again = designOf('Optimization', 11);
    expect(newest([A, B], [again])).toEqual([B, again]);
    expect(newest([A, B], [])).toEqual([A, B]);
  });

  it('have nothing to gain, and the log-probabilities that the policy gives them now', async () => {
    const policy = new ScriptedPolicy({ reply: () => [0], logProbability: (_, t) => -t });
    const [one, ...others] = await rehearsals([A, B], [A], 12, streamOf(1, 'test'), policy, NEVER);
    expect(others).toEqual([]);
    expect(one).toEqual({
      tokens: [1, 20, 2],
      temperature: 0.6,
      mask: Uint8Array.of(0, 1, 1),
      advantages: new Float32Array(3),
      oldLogProbabilities: Float32Array.of(0, -1, -2),
    });
  });

  it('are no more than was asked for', async () => {
    const many = Array.from({ length: 40 }, (_, i) => designOf('Optimization', i));
    const policy = new ScriptedPolicy({ reply: () => [0] });
    expect(await rehearsals(many, [], 12, streamOf(1, 'test'), policy, NEVER)).toHaveLength(12);
    expect(await rehearsals(many, [B], 0, streamOf(1, 'test'), policy, NEVER)).toEqual([]);
  });
});
