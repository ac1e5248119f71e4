import { describe, expect, it } from 'vitest';
import { difference, mean, rate } from './intervals.ts';

describe('intervals', () => {
  it('of a rate are Wilson’s, and have a width where all plays came to the same', () => {
    // From Newcombe (1998): 81 of 263 and 15 of 148.
    expect(rate(81, 263)).toMatchObject({ low: expect.closeTo(0.2553, 3), high: expect.closeTo(0.3662, 3) });
    expect(rate(15, 148)).toMatchObject({ low: expect.closeTo(0.0624, 3), high: expect.closeTo(0.1605, 3) });
    const all = rate(16, 16);
    expect(all?.value).toBe(1);
    expect(all?.low).toBeGreaterThan(0.7);
    expect(all?.low).toBeLessThan(0.85);
    expect(rate(0, 0)).toBeUndefined();
  });

  it('of a difference are Newcombe’s', () => {
    // His example (a): 56 of 70 against 48 of 80.
    const [one, other] = [rate(56, 70), rate(48, 80)];
    if (!one || !other) throw new Error('no rates');
    expect(difference(one, other)).toMatchObject({
      value: expect.closeTo(0.2, 9),
      low: expect.closeTo(0.0524, 3),
      high: expect.closeTo(0.3339, 3),
    });
  });

  it('of a mean stay within its bounds, and are those of a rate where values are its ends', () => {
    expect(mean([1, 1, 0], [0, 1])).toEqual(rate(2, 3));
    const signed = mean([-1, 1, 1, 0.5], [-1, 1]);
    expect(signed?.value).toBeCloseTo(0.375, 9);
    expect(signed?.low).toBeGreaterThanOrEqual(-1);
    expect(signed?.high).toBeLessThanOrEqual(1);
    expect(mean([], [0, 1])).toBeUndefined();
  });
});
