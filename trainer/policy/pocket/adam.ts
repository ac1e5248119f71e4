/** Adam with decoupled weight decay (Kingma and Ba; Loshchilov and Hutter), over one flat vector. */

/** Keeps the division defined where a gradient has always been zero. */
const EPSILON = 1e-8;

export interface AdamState {
  /** Decaying average of gradients. */
  readonly first: Float32Array;
  /** Decaying average of their squares. */
  readonly second: Float32Array;
  /** Steps taken. */
  updates: number;
}

export interface AdamSettings {
  readonly learningRate: number;
  readonly betas: readonly [number, number];
  readonly weightDecay: number;
  readonly maxGradientNorm: number;
}

export const freshAdam = (count: number): AdamState => ({
  first: new Float32Array(count),
  second: new Float32Array(count),
  updates: 0,
});

/** The Euclidean length of a vector. */
export function norm(vector: Float32Array): number {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return Math.sqrt(sum);
}

/**
 * One step, in place. The gradient counts at most `maxGradientNorm` long.
 * @param length the gradient's Euclidean length, as `norm` gives it.
 */
export function adamStep(
  parameters: Float32Array,
  gradient: Float32Array,
  length: number,
  state: AdamState,
  settings: AdamSettings,
): void {
  const { first, second } = state;
  const [keepFirst, keepSecond] = settings.betas;
  const { learningRate, weightDecay, maxGradientNorm } = settings;
  state.updates += 1;
  const scale = length > maxGradientNorm ? maxGradientNorm / length : 1;
  const step = learningRate / (1 - keepFirst ** state.updates);
  const unbias = 1 / (1 - keepSecond ** state.updates);
  const kept = 1 - learningRate * weightDecay;
  for (let i = 0; i < parameters.length; i++) {
    const slope = (gradient[i] ?? 0) * scale;
    const mean = keepFirst * (first[i] ?? 0) + (1 - keepFirst) * slope;
    const square = keepSecond * (second[i] ?? 0) + (1 - keepSecond) * slope * slope;
    first[i] = mean;
    second[i] = square;
    parameters[i] = kept * (parameters[i] ?? 0) - (step * mean) / (Math.sqrt(square * unbias) + EPSILON);
  }
}
