/**
 * The graph of one training step: log-probabilities, loss and gradients for a batch of rows of equal length.
 *
 * Every row is read from its first position; `targets` holds what follows each token, `temperatures` the reciprocal of
 * the temperature under which it was sampled, and `scales` what the term of each position is multiplied by: 0 where
 * there is nothing to learn. With `crossEntropy` the loss is
 *
 *     −Σ scale · log π(target)
 *
 * and with `clipped`, for scale = advantage · importance weight / count, equation (2) of SPADE without its KL term:
 *
 *     −Σ min(ρ · scale, clip(ρ, 1 − low, 1 + high) · scale),   ρ = π(target) / π_old(target)
 */
import type { ModelConfig } from './config.ts';
import { clip, exponential, minimum, multiply, negate, subtract, total } from './graph/arithmetic.ts';
import { causalAttention } from './graph/attention.ts';
import { Graph, type GraphOptions, type Value } from './graph/graph.ts';
import { reshape } from './graph/layout.ts';
import { matmul } from './graph/product.ts';
import { logProbability } from './graph/token.ts';
import { parametersOf } from './parameters.ts';
import { stream, weightInputs } from './transformer.ts';

/** How far the ratio of new to old probability may count below and above 1. */
export interface ClipRange {
  readonly low: number;
  readonly high: number;
}

export type Loss = 'crossEntropy' | ClipRange;

export interface BatchSize {
  readonly rows: number;
  readonly length: number;
}

/** Beyond this length attention is computed in wider chunks. */
const NARROW_CHUNK = { upTo: 256, size: 64 };
const WIDE_CHUNK = 128;

/**
 * Inputs: every weight by its name; `tokens`, `targets` (int32), `temperatures`, `scales`, and for the clipped
 * objective `old` (float32), each [rows · length]. Outputs: `loss` []; `log-probabilities` [rows · length];
 * `gradient of ` and the name of each weight.
 */
export function trainingGraph(
  config: ModelConfig,
  size: BatchSize,
  loss: Loss,
  options: GraphOptions = {},
): Uint8Array {
  const graph = new Graph(options);
  const { weights, logProbabilities } = reading(graph, config, size);
  const scales = graph.input('scales', [size.rows * size.length]);
  const gained =
    loss === 'crossEntropy'
      ? multiply(graph, logProbabilities, scales)
      : clippedObjective(graph, logProbabilities, graph.input('old', scales.shape), scales, loss);
  const lost = negate(graph, total(graph, gained));

  const names = parametersOf(config).map(({ name }) => name);
  const gradients = graph.gradients(
    lost,
    names.flatMap((name) => weights.get(name) ?? []),
  );
  graph.output('loss', lost);
  graph.output('log-probabilities', logProbabilities);
  for (const [i, name] of names.entries()) {
    const gradient = gradients[i];
    if (gradient) graph.output(`gradient of ${name}`, gradient);
  }
  return graph.encode();
}

/** Log-probabilities alone: inputs and output as of `trainingGraph`, without what a loss needs. */
export function scoringGraph(config: ModelConfig, size: BatchSize, options: GraphOptions = {}): Uint8Array {
  const graph = new Graph(options);
  graph.output('log-probabilities', reading(graph, config, size).logProbabilities);
  return graph.encode();
}

/** min(ρ · scale, clip(ρ) · scale), element by element. */
export function clippedObjective(
  graph: Graph,
  now: Value,
  old: Value,
  scales: Value,
  range: ClipRange,
): Value {
  const ratio = exponential(graph, subtract(graph, now, old));
  const clipped = clip(graph, ratio, 1 - range.low, 1 + range.high);
  return minimum(graph, multiply(graph, ratio, scales), multiply(graph, clipped, scales));
}

function reading(graph: Graph, config: ModelConfig, { rows, length }: BatchSize) {
  const count = rows * length;
  const weights = weightInputs(graph, config);
  const tokens = graph.input('tokens', [count], 'int32');
  const targets = graph.input('targets', [count], 'int32');
  const temperatures = graph.input('temperatures', [count]);
  const chunk = Math.min(length, length <= NARROW_CHUNK.upTo ? NARROW_CHUNK.size : WIDE_CHUNK);
  const read = stream(graph, weights, {
    config,
    batch: rows,
    length,
    tokens,
    positions: graph.integers([0]),
    attend: ({ queries, keys, values }) =>
      causalAttention(graph, queries, keys, values, { heads: config.heads, chunk }),
  });
  const head = weights.get('head');
  if (!head) throw new Error('The model has no head.');
  const tempered = multiply(graph, read, reshape(graph, temperatures, [count, 1]));
  return { weights, logProbabilities: logProbability(graph, matmul(graph, tempered, head), targets) };
}
