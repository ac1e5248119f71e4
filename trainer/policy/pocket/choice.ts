/** Choosing one token from its logits. */
import { PolicyFailure } from '../failure.ts';
import type { SamplingSettings } from '../policy.ts';
import type { Random } from './random.ts';

export interface Chosen {
  readonly token: number;
  /** As `Sample.logProbabilities` has it. */
  readonly logProbability: number;
}

/**
 * @param logits of the whole vocabulary, from `offset` on.
 * @param random drawn from once, unless the temperature is 0.
 * @throws PolicyFailure `diverged` when the logits are no numbers.
 */
export function choose(
  logits: Float32Array,
  offset: number,
  vocabulary: number,
  { temperature, topK, topP }: SamplingSettings,
  random: Random,
): Chosen {
  let best = 0;
  for (let i = 1; i < vocabulary; i++) if (at(logits, offset + i) > at(logits, offset + best)) best = i;
  const highest = at(logits, offset + best);

  const divisor = temperature === 0 ? 1 : temperature;
  const weights = new Float64Array(vocabulary);
  let sum = 0;
  for (let i = 0; i < vocabulary; i++) {
    const weight = Math.exp((at(logits, offset + i) - highest) / divisor);
    weights[i] = weight;
    sum += weight;
  }
  if (!(sum > 0 && sum < Number.POSITIVE_INFINITY))
    throw new PolicyFailure(
      'diverged',
      'What the policy computes are no numbers any more. Load an earlier checkpoint, and lower the learning rate.',
    );
  const token = temperature === 0 ? best : draw(weights, sum, { topK, topP }, random);
  return { token, logProbability: (at(logits, offset + token) - highest) / divisor - Math.log(sum) };
}

interface Limits {
  readonly topK?: number | undefined;
  readonly topP?: number | undefined;
}

function draw(weights: Float64Array, sum: number, { topK, topP }: Limits, random: Random): number {
  if (topK === undefined && topP === undefined) return along(weights.keys(), weights, random() * sum);
  const allowed = likeliest(weights, topK ?? weights.length, (topP ?? 1) * sum);
  const mass = allowed.reduce((all, i) => all + (weights[i] ?? 0), 0);
  return along(allowed, weights, random() * mass);
}

/** The token in whose weight that point lies, counting through them in that order. */
function along(tokens: Iterable<number>, weights: Float64Array, point: number): number {
  let rest = point;
  let last = 0;
  for (const i of tokens) {
    const weight = weights[i] ?? 0;
    if (weight === 0) continue;
    last = i;
    rest -= weight;
    if (rest < 0) break;
  }
  return last;
}

/** The likeliest tokens, at most `count`, and no more than are needed for that mass; on a tie the smaller token. */
function likeliest(weights: Float64Array, count: number, mass: number): number[] {
  const order = Array.from(weights.keys()).sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b);
  let reached = 0;
  let kept = 0;
  while (kept < Math.min(count, order.length) && (kept === 0 || reached < mass)) {
    reached += weights[order[kept] ?? 0] ?? 0;
    kept += 1;
  }
  return order.slice(0, kept);
}

const at = (values: Float32Array, index: number): number => values[index] ?? Number.NEGATIVE_INFINITY;
