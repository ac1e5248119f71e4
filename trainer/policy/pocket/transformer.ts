/** The transformer: what its training graph and its decoding graph have in common. */
import { headWidth, type ModelConfig } from './config.ts';
import { add, rmsNorm } from './graph/arithmetic.ts';
import type { Graph, Value } from './graph/graph.ts';
import { reshape, splitColumns } from './graph/layout.ts';
import { matmul, squaredReluProduct } from './graph/product.ts';
import { rotaryTables, rotate } from './graph/rotary.ts';
import { embed } from './graph/token.ts';
import { parametersOf } from './parameters.ts';

export interface Heads {
  /** [batch, length · heads, width of a head]; row t · heads + h is head h at position t. */
  readonly queries: Value;
  /** [batch, length, width of a head]. */
  readonly keys: Value;
  /** [batch, length, width of a head]. */
  readonly values: Value;
}

export interface Run {
  readonly config: ModelConfig;
  readonly batch: number;
  readonly length: number;
  /** int32, [batch · length]. */
  readonly tokens: Value;
  /** int64: [1], the position of every first token, or [batch, length]. */
  readonly positions: Value;
  /** What each position takes from itself and those before it: as `queries`. */
  readonly attend: (heads: Heads, layer: number) => Value;
}

/** The weights as inputs of the graph, by name. */
export function weightInputs(graph: Graph, config: ModelConfig): Map<string, Value> {
  return new Map(parametersOf(config).map(({ name, shape }) => [name, graph.input(name, shape)]));
}

/** The residual stream after the last layer, normalised: [batch · length, width]. */
export function stream(graph: Graph, weights: ReadonlyMap<string, Value>, run: Run): Value {
  const { config, batch, length, tokens, positions, attend } = run;
  const { width, heads, context } = config;
  const narrow = headWidth(config);
  const tables = rotaryTables(graph, context, narrow);
  const weight = (name: string) => {
    const value = weights.get(name);
    if (!value) throw new Error(`The model has no parameter '${name}'.`);
    return value;
  };

  let x = embed(graph, weight('embedding'), tokens);
  for (let layer = 0; layer < config.layers; layer++) {
    const all = matmul(graph, rmsNorm(graph, x), weight(`layer ${layer} queries, keys, values`));
    const [turning, values] = pair(splitColumns(graph, all, [width + narrow, narrow]));
    const turned = rotate(graph, reshape(graph, turning, [batch, length, width + narrow]), positions, tables);
    const [queries, keys] = pair(splitColumns(graph, turned, [width, narrow]));
    const attended = attend(
      {
        queries: reshape(graph, queries, [batch, length * heads, narrow]),
        keys,
        values: reshape(graph, values, [batch, length, narrow]),
      },
      layer,
    );
    const rows = reshape(graph, attended, [batch * length, width]);
    x = add(graph, x, matmul(graph, rows, weight(`layer ${layer} attention out`)));
    const fed = matmul(graph, rmsNorm(graph, x), weight(`layer ${layer} feed in`));
    x = add(graph, x, squaredReluProduct(graph, fed, weight(`layer ${layer} feed out`)));
  }
  return rmsNorm(graph, x);
}

function pair([first, second]: readonly Value[]): [Value, Value] {
  if (!first || !second) throw new Error('Two parts were asked for.');
  return [first, second];
}
