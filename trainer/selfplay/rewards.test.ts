import { describe, expect, it } from 'vitest';
import {
  blend,
  designerReward,
  meanReturn,
  nextPotential,
  plateau,
  type RewardSettings,
  regret,
  winRate,
} from './rewards.ts';

const SETTINGS: RewardSettings = {
  variant: 'spade',
  plateau: { low: 0.4, high: 0.6, ramp: 0.25 },
  plateauWeight: 0.6,
  regretWeight: 0.4,
  regretScale: 0.15,
  potential: { slow: 0.85, fast: 0.98 },
  faultPenalty: -0.5,
  rejected: null,
};

describe('regret (eq. 3)', () => {
  it('is the mean with the hint minus the mean without', () => {
    // (1 + 1 + 0 + 0.5) / 4 − (1 + 0 + 0 + 0) / 4 = 0.625 − 0.25
    expect(regret({ hinted: [1, 1, 0, 0.5], plain: [1, 0, 0, 0] })).toBeCloseTo(0.375, 12);
  });

  it('is negative where the hint misleads', () => {
    expect(regret({ hinted: [0, 0], plain: [1, 0] })).toBe(-0.5);
  });

  it('leaves out plays in which the environment failed, and is unknown without a play on both sides', () => {
    expect(regret({ hinted: [1, null], plain: [null, 0] })).toBe(1);
    expect(regret({ hinted: [null], plain: [1] })).toBeUndefined();
    expect(regret({ hinted: [1], plain: [] })).toBeUndefined();
  });
});

describe('the plateau', () => {
  it.each([
    [0.4, 1],
    [0.5, 1],
    [0.6, 1],
    [0.275, 0.5], // half-way up: 0.4 − 0.125
    [0.15, 0],
    [0.85, 0],
    [0.65, 0.8],
    [0, 0],
    [1, 0],
  ])('of a win rate of %f is %f', (rate, value) => {
    expect(plateau(rate, SETTINGS.plateau)).toBeCloseTo(value, 12);
  });
});

describe('the blend', () => {
  it.each([
    [0.5, 0.3, 1], // both full: 0.6 + 0.4
    [0.5, 0.075, 0.8], // 0.6 + 0.4 · 0.5
    [0.5, -0.4, 0.6], // negative regret costs nothing
    [0.275, 0.15, 0.7], // 0.6 · 0.5 + 0.4
    [1, 0.03, 0.08], // 0.4 · 0.2
  ])('of win rate %f and regret %f is %f', (rate, gap, value) => {
    expect(blend(rate, gap, SETTINGS)).toBeCloseTo(value, 12);
  });
});

describe('the designer', () => {
  const results = { window: [1, 0, 1, 0, 0, 0, 1, 1], plain: [1, 0, 1, 0], hinted: [1, 1, 1, 0] };
  const paid = (variant: RewardSettings['variant'], more = {}) =>
    designerReward({ ...results, ...more }, { ...SETTINGS, variant }, { slow: 0.2, fast: 0.7 });

  it('is paid by each variant as its equation says', () => {
    // w = 0.5, regret = 0.75 − 0.5 = 0.25
    expect(paid('spade')).toBeCloseTo(1, 12);
    expect(paid('regret')).toBeCloseTo(0.25, 12);
    expect(paid('solve-rate')).toBeCloseTo(1, 12);
    expect(paid('learning-potential')).toBeCloseTo(0.3, 12); // |0.5 − 0.2|
  });

  it('is judged by full wins: partial pay is none', () => {
    expect(winRate([0.9, 1, 0, 0])).toBe(0.25);
    expect(meanReturn([0.9, 1, 0, 0])).toBeCloseTo(0.475, 12);
  });

  it('pays for its faults by their share, and a fault is never a return', () => {
    // 2 of 8 + 4 plays failed: 1 − 0.5 · 2/12, with w = 3/6
    expect(paid('spade', { window: [1, 0, 1, 0, 0, 1, null, null] })).toBeCloseTo(1 - 0.5 / 6, 12);
    expect(paid('spade', { window: [null, null], hinted: [], plain: [] })).toBe(-0.5);
  });

  it('is not judged without plays', () => {
    expect(paid('spade', { window: [], hinted: [], plain: [] })).toBeUndefined();
    expect(paid('regret', { hinted: [] })).toBeUndefined();
    expect(
      designerReward(results, { ...SETTINGS, variant: 'learning-potential' }, undefined),
    ).toBeUndefined();
  });
});

describe('learning potential (eq. 4)', () => {
  it('moves each mean by its rate', () => {
    const first = nextPotential(undefined, 0.5, SETTINGS.potential);
    expect(first).toEqual({ slow: 0.5, fast: 0.5 });
    const second = nextPotential(first, 1, SETTINGS.potential);
    expect(second.slow).toBeCloseTo(0.15 * 0.5 + 0.85, 12);
    expect(second.fast).toBeCloseTo(0.02 * 0.5 + 0.98, 12);
  });
});
