/**
 * 95 % intervals of rates and means of few plays. All rest on Wilson's, which stays inside its bounds and has a width
 * also where all plays came to the same.
 */

const Z = 1.959964;

export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Plays that it rests on. */
  readonly count: number;
}

/** Wilson's interval of a share. `share` may be any mean of values from 0 to 1: their spread is at most a coin's. */
function wilson(share: number, count: number): { readonly low: number; readonly high: number } {
  const scale = 1 + (Z * Z) / count;
  const centre = (share + (Z * Z) / (2 * count)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / count + (Z * Z) / (4 * count * count));
  // Exactly at the ends, where rounding would leave a little.
  return { low: share === 0 ? 0 : centre - half, high: share === 1 ? 1 : centre + half };
}

/** `undefined` without a trial. */
export function rate(successes: number, trials: number): Estimate | undefined {
  if (trials === 0) return undefined;
  const value = successes / trials;
  return { value, ...wilson(value, trials), count: trials };
}

/** The mean of values within bounds, cautiously: as wide as if each were one of the bounds. */
export function mean(
  values: readonly number[],
  [least, most]: readonly [number, number],
): Estimate | undefined {
  if (values.length === 0) return undefined;
  const value = values.reduce((sum, one) => sum + one, 0) / values.length;
  const width = most - least;
  const { low, high } = wilson(Math.min(1, Math.max(0, (value - least) / width)), values.length);
  return { value, low: least + low * width, high: least + high * width, count: values.length };
}

/** One minus the other, of independent plays (Newcombe, 1998, method 10). */
export function difference(one: Estimate, other: Estimate): Estimate {
  const value = one.value - other.value;
  return {
    value,
    low: value - Math.hypot(one.value - one.low, other.high - other.value),
    high: value + Math.hypot(one.high - one.value, other.value - other.low),
    count: Math.min(one.count, other.count),
  };
}
