import { describe, expect, it } from 'vitest';
import { choose } from './choice.ts';
import { seededRandom } from './random.ts';

const settings = { maxTokens: 1, stop: [], temperature: 1 };
/** Probabilities 0.5, 0.3, 0.15 and 0.05, after something that is not theirs. */
const logits = Float32Array.from([9, ...[0.5, 0.3, 0.15, 0.05].map((share) => Math.log(share) + 2)]);

function shares(change: object, draws = 4_000): number[] {
  const random = seededRandom(1);
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < draws; i++) {
    const { token } = choose(logits, 1, 4, { ...settings, ...change }, random);
    counts[token] = (counts[token] ?? 0) + 1;
  }
  return counts.map((count) => count / draws);
}

function expectShares(seen: number[], expected: number[]): void {
  for (const [i, share] of expected.entries()) expect(Math.abs((seen[i] ?? 0) - share)).toBeLessThan(0.03);
}

describe('choosing a token', () => {
  it('draws by the probabilities', () => expectShares(shares({}), [0.5, 0.3, 0.15, 0.05]));

  it('draws by sharper ones at a low temperature', () => {
    const powers = [0.5, 0.3, 0.15, 0.05].map((share) => share ** 2);
    const sum = powers.reduce((a, b) => a + b);
    expectShares(
      shares({ temperature: 0.5 }),
      powers.map((power) => power / sum),
    );
  });

  it('keeps to the likeliest tokens when told so', () => {
    expectShares(shares({ topK: 2 }), [0.625, 0.375, 0, 0]);
    expect(shares({ topK: 2 })[2]).toBe(0);
    // The first two reach 0.8; the third is needed for 0.9.
    expect(shares({ topP: 0.79 }).slice(2)).toEqual([0, 0]);
    expectShares(shares({ topP: 0.9 }), [0.5 / 0.95, 0.3 / 0.95, 0.15 / 0.95, 0]);
    expect(shares({ topP: 1e-9 })).toEqual([1, 0, 0, 0]);
  });

  it('takes the likeliest at temperature 0, without drawing', () => {
    const chosen = choose(logits, 1, 4, { ...settings, temperature: 0 }, () => {
      throw new Error('drawn');
    });
    expect(chosen.token).toBe(0);
    expect(chosen.logProbability).toBeCloseTo(Math.log(0.5), 5);
  });

  it('tells the probability under the temperature, over the whole vocabulary', () => {
    const { token, logProbability } = choose(
      logits,
      1,
      4,
      { ...settings, temperature: 0.5, topK: 1 },
      () => 0.5,
    );
    expect(token).toBe(0);
    expect(logProbability).toBeCloseTo(Math.log(0.25 / (0.25 + 0.09 + 0.0225 + 0.0025)), 5);
  });

  it('refuses what is no number', () => {
    const broken = Float32Array.of(0, Number.NaN);
    expect(() => choose(broken, 0, 2, settings, () => 0.5)).toThrow('Load an earlier checkpoint');
  });
});
