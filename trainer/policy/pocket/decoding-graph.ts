/**
 * The graph that reads further tokens of sequences whose earlier ones are in a cache: one token for each of many lanes,
 * or many tokens of one.
 */
import { headWidth, type ModelConfig } from './config.ts';
import { pairwise } from './graph/arithmetic.ts';
import { MASKED } from './graph/attention.ts';
import { Graph, type GraphOptions, type Value } from './graph/graph.ts';
import { joined, parts } from './graph/layout.ts';
import { product } from './graph/product.ts';
import { type Heads, stream, weightInputs } from './transformer.ts';

export interface DecodingSize {
  readonly lanes: number;
  /** Tokens read for each lane. */
  readonly length: number;
  /** Positions of the cache. */
  readonly capacity: number;
}

/**
 * Inputs: every weight by its name; `tokens` int32 [lanes · length]; `positions` int64 [lanes, length]; `visible`
 * [lanes, 1, capacity], 0 where the cache holds a token and `MASKED` elsewhere; `keys 0`, `values 0` and so on for
 * each layer, [lanes, capacity, width of a head].
 *
 * Outputs: `logits` [lanes · length, vocabulary]; `rows` [lanes, length, layers · 2 · width of a head], what belongs
 * into the cache for each token: the first layer's keys, its values, the second's keys, and so on.
 */
export function decodingGraph(
  config: ModelConfig,
  size: DecodingSize,
  options: GraphOptions = {},
): Uint8Array {
  const { lanes, length, capacity } = size;
  const graph = new Graph(options);
  const weights = weightInputs(graph, config);
  const tokens = graph.input('tokens', [lanes * length], 'int32');
  const positions = graph.input('positions', [lanes, length], 'int64');
  const visible = graph.input('visible', [lanes, 1, capacity]);
  const cached = (name: string) => graph.input(name, [lanes, capacity, headWidth(config)]);
  const rows: Value[] = [];
  const read = stream(graph, weights, {
    config,
    batch: lanes,
    length,
    tokens,
    positions,
    attend: (heads, layer) => {
      rows.push(heads.keys, heads.values);
      return attendCached(graph, config, size, heads, {
        keys: cached(`keys ${layer}`),
        values: cached(`values ${layer}`),
        visible,
      });
    },
  });
  const head = weights.get('head');
  if (!head) throw new Error('The model has no head.');
  graph.output('logits', product(graph, read, head));
  graph.output('rows', joined(graph, rows, 2));
  return graph.encode();
}

interface Cached {
  readonly keys: Value;
  readonly values: Value;
  readonly visible: Value;
}

/** Attention over the cache and, causally, over the tokens being read. */
function attendCached(
  graph: Graph,
  { heads }: ModelConfig,
  { lanes, length, capacity }: DecodingSize,
  { queries, keys, values }: Heads,
  cache: Cached,
): Value {
  const factor = 1 / Math.sqrt(keys.shape[2] ?? 1);
  const before = product(graph, queries, cache.keys, { transposeB: true, factor });
  const among = product(graph, queries, keys, { transposeB: true, factor });
  const scores = joined(
    graph,
    [pairwise(graph, 'Add', before, cache.visible), ahead(graph, among, lanes, length, heads)],
    2,
  );
  const weights = graph.emit('Softmax', [scores], scores.shape);
  const [onCache, onThese] = parts(graph, weights, 2, [capacity, length]);
  if (!onCache || !onThese) throw new Error('Two parts were asked for.');
  return pairwise(graph, 'Add', product(graph, onCache, cache.values), product(graph, onThese, values));
}

/** Scores among the tokens being read, [lanes, length · heads, length], with later tokens masked. */
function ahead(graph: Graph, scores: Value, lanes: number, length: number, heads: number): Value {
  if (length === 1) return scores;
  const mask = graph.once('ahead', () => {
    const values = new Float32Array(length * length);
    for (let row = 0; row < length; row++) values.fill(MASKED, row * length + row + 1, (row + 1) * length);
    return graph.floats(values, [length, 1, length]);
  });
  const byHead = [lanes, length, heads, length];
  const split = graph.emit('Reshape', [scores, graph.integers(byHead)], byHead);
  return graph.emit(
    'Reshape',
    [pairwise(graph, 'Add', split, mask), graph.integers(scores.shape)],
    scores.shape,
  );
}
