import { describe, expect, it } from 'vitest';
import { designerScale, groupAdvantages, skillAdvantages } from './advantages.ts';

describe("the agent's advantages", () => {
  it('are z-scores within the group', () => {
    // mean 0.25, variance (0.5625 + 3 · 0.0625) / 4 = 0.1875
    const deviation = Math.sqrt(0.1875);
    const [win, ...losses] = groupAdvantages([1, 0, 0, 0]);
    expect(win).toBeCloseTo(0.75 / deviation, 12);
    for (const loss of losses) expect(loss).toBeCloseTo(-0.25 / deviation, 12);
  });

  it('are zero where all returns are equal: there is nothing to tell them apart', () => {
    expect(groupAdvantages([1, 1, 1])).toEqual([0, 0, 0]);
    expect(groupAdvantages([0.1 + 0.2, 0.3])).toEqual([0, 0]);
  });

  it('leave plays out that do not count', () => {
    expect(groupAdvantages([1, null, 0])).toEqual([1, null, -1]);
    expect(groupAdvantages([null, null])).toEqual([null, null]);
  });
});

describe("the designer's advantages", () => {
  it('are centred in the skill, and not divided', () => {
    const designs = [
      { skill: 'a', reward: 0.9 },
      { skill: 'b', reward: 0.2 },
      { skill: 'a', reward: 0.1 },
      { skill: 'b', reward: 0.4 },
      { skill: 'c', reward: 0.7 },
    ];
    const wanted = [0.4, -0.1, -0.4, 0.1, 0];
    for (const [i, advantage] of skillAdvantages(designs).entries())
      expect(advantage).toBeCloseTo(wanted[i] ?? Number.NaN, 12);
  });
});

describe("the designer's scale", () => {
  it('makes both roles weigh alike, up to its cap', () => {
    expect(designerScale(96, 24, 4, 50)).toBe(16);
    expect(designerScale(384, 24, 4, 50)).toBe(50);
  });

  it('is 1 where one role has nothing to learn from', () => {
    expect(designerScale(0, 24, 4, 50)).toBe(1);
    expect(designerScale(96, 0, 4, 50)).toBe(1);
  });
});
