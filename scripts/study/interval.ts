/** Means with 95 % intervals by Student's t: a study has few seeds. */

/** Two-sided 97.5 % quantiles for 1, 2, … degrees of freedom. */
const QUANTILES = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262] as const;
const FOR_MANY = 2.0;

export interface Interval {
  readonly mean: number;
  /** Half of the interval's width; `undefined` for fewer than two values. */
  readonly half: number | undefined;
}

/** `undefined` without values. */
export function interval(values: readonly number[]): Interval | undefined {
  const n = values.length;
  if (n === 0) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n === 1) return { mean, half: undefined };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  return { mean, half: (QUANTILES[n - 2] ?? FOR_MANY) * Math.sqrt(variance / n) };
}
