/** The weights of one model and the state of their optimiser. */
import { type AdamState, freshAdam } from './adam.ts';
import type { ModelConfig } from './config.ts';
import { initialParameters, parametersOf } from './parameters.ts';
import type { Feeds, OnnxRuntime } from './runtime.ts';

export interface Weights {
  readonly config: ModelConfig;
  /** All parameters, in the order of `parametersOf`. */
  readonly parameters: Float32Array;
  readonly adam: AdamState;
}

/** Weights before any training. */
export function freshWeights(config: ModelConfig, seed: number): Weights {
  const parameters = initialParameters(config, seed);
  return { config, parameters, adam: freshAdam(parameters.length) };
}

/** Tensors over parts of one flat vector, by parameter, each name after the prefix; nothing is copied. */
export function viewsOf(runtime: OnnxRuntime, config: ModelConfig, flat: Float32Array, prefix = ''): Feeds {
  return Object.fromEntries(
    parametersOf(config).map(({ name, shape, offset, size }) => [
      prefix + name,
      runtime.floats(flat.subarray(offset, offset + size), shape),
    ]),
  );
}
