/** What columns of numbers say: means of windows, changes that are more than noise, and whether it still learns. */

type Values = readonly (number | null)[];

export interface Mean {
  readonly mean: number;
  /** Standard error of the mean. */
  readonly error: number;
  readonly count: number;
}

export function meanOf(values: Values): Mean | undefined {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return undefined;
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, known.length - 1);
  return { mean, error: Math.sqrt(variance / known.length), count: known.length };
}

/** Of at most `size` known values that end at an entry, that one included. */
export function windowMean(values: Values, end: number, size: number): Mean | undefined {
  const known: number[] = [];
  for (let at = Math.min(end, values.length - 1); at >= 0 && known.length < size; at--) {
    const value = values[at];
    if (typeof value === 'number') known.push(value);
  }
  return meanOf(known);
}

export interface Change {
  readonly before: number;
  readonly after: number;
  /** More than twice its standard error: no chance of the draw. */
  readonly clear: boolean;
}

export function changeOf(before: Mean | undefined, after: Mean | undefined): Change | undefined {
  if (!before || !after) return undefined;
  const error = Math.hypot(before.error, after.error);
  const enough = before.count > 2 && after.count > 2;
  return {
    before: before.mean,
    after: after.mean,
    clear: enough && Math.abs(after.mean - before.mean) > 2 * Math.max(error, 1e-9),
  };
}

/** Running means over so many known values; 1 changes nothing. */
export function smoothed(values: Values, size: number): (number | null)[] {
  if (size <= 1) return [...values];
  const recent: number[] = [];
  return values.map((value) => {
    if (value === null) return null;
    recent.push(value);
    if (recent.length > size) recent.shift();
    return recent.reduce((sum, one) => sum + one, 0) / recent.length;
  });
}

export interface Learning {
  readonly answer: 'learning' | 'not-learning' | 'unclear' | 'too-early';
  /** By how much the win rate rose from the first to the last rollout of a set, on average. */
  readonly gain: Mean | undefined;
  /** The same of as many sets before. */
  readonly earlier: Mean | undefined;
}

/** Sets that are looked at. */
const SETS = 10;

/**
 * Is it still learning? The curriculum moves with the agent, so the win rate as a whole tells little; within a set the
 * environments stay the same, and there it has to rise.
 * @param winRates by step, one entry a step.
 * @param every rollouts that a set is kept for.
 */
export function learningOf(winRates: Values, every: number): Learning {
  const gains: number[] = [];
  for (let first = 0; first + every <= winRates.length && every > 1; first += every) {
    const begin = winRates[first];
    const end = winRates[first + every - 1];
    if (typeof begin === 'number' && typeof end === 'number') gains.push(end - begin);
  }
  const gain = meanOf(gains.slice(-SETS));
  const earlier = meanOf(gains.slice(-2 * SETS, -SETS));
  if (!gain || gain.count < 3) return { answer: 'too-early', gain, earlier };
  if (gain.mean > 2 * gain.error) return { answer: 'learning', gain, earlier };
  return { answer: gain.mean + 2 * gain.error < 0.02 ? 'not-learning' : 'unclear', gain, earlier };
}

/** Two runs' steps as one axis, and their columns along it. */
export function aligned(
  one: readonly number[],
  other: readonly number[],
): {
  x: number[];
  ofOne: (values: Values) => (number | null)[];
  ofOther: (values: Values) => (number | null)[];
} {
  const x = [...new Set([...one, ...other])].sort((a, b) => a - b);
  const along = (steps: readonly number[]) => {
    const at = new Map(steps.map((step, index) => [step, index]));
    return (values: Values) => x.map((step) => values[at.get(step) ?? -1] ?? null);
  };
  return { x, ofOne: along(one), ofOther: along(other) };
}
