import { describe, expect, it } from 'vitest';
import { heldNear } from './reference.ts';

const NEVER = new AbortController().signal;
const trajectory = {
  tokens: [7, 8, 9],
  mask: [0, 1, 1],
  advantages: [5, 1, -1],
  oldLogProbabilities: [0, -1, -2],
};
/** A reference to which the second token was likelier and the third less likely than to the policy. */
const reference = { score: async () => [Float32Array.of(0, -0.5, -2.5)] };

describe('the KL term', () => {
  it('draws tokens that have become less likely up, and others down', async () => {
    // log π − log π_ref is −0.5 and 0.5.
    const [held] = await heldNear([trajectory], reference, 0.1, NEVER);
    expect(Array.from(held?.advantages ?? []).map((one) => Number(one.toFixed(6)))).toEqual([5, 1.05, -1.05]);
    expect(held).toMatchObject({ tokens: [7, 8, 9], oldLogProbabilities: [0, -1, -2] });
  });

  it('of weight 0 asks nothing and changes nothing', async () => {
    const never = { score: () => Promise.reject(new Error('was asked')) };
    expect(await heldNear([trajectory], never, 0, NEVER)).toEqual([trajectory]);
  });
});
