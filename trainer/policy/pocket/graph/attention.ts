/**
 * Causal attention of several query heads over one shared key-value head.
 *
 * Because keys and values are shared, a position's query heads are simply further rows: queries of shape
 * [batch, length · heads, width] need no transposition, and the gradients of keys and values sum over heads inside one
 * matrix product. Only blocks at or below the diagonal are computed: rows are taken in chunks, each against the keys
 * up to its own end.
 */
import { pairwise, sumOfRows } from './arithmetic.ts';
import type { Graph, Value } from './graph.ts';
import { joined, leading, parts } from './layout.ts';
import { product } from './product.ts';
import { axisSize } from './shape.ts';

/** Low enough that softmax gives exactly zero. */
export const MASKED = -1e9;

export interface AttentionSizes {
  readonly heads: number;
  /** Positions whose rows are computed together; divides the length. */
  readonly chunk: number;
}

/**
 * @param q [batch, length · heads, width]; row t · heads + h is head h at position t.
 * @param k [batch, length, width].
 * @param v [batch, length, width].
 * @returns as q.
 */
export function causalAttention(
  graph: Graph,
  q: Value,
  k: Value,
  v: Value,
  { heads, chunk }: AttentionSizes,
): Value {
  const length = axisSize(k.shape, 1);
  const count = length / chunk;
  if (!Number.isInteger(count))
    throw new Error(`A length of ${length} is no multiple of the chunk, ${chunk}.`);
  const factor = 1 / Math.sqrt(axisSize(k.shape, 2));
  const rowsOf = (x: Value) => parts(graph, x, 1, new Array<number>(count).fill(chunk * heads));

  const chunks = rowsOf(q).map((queries, index) => {
    const end = (index + 1) * chunk;
    const keys = leading(graph, k, 1, end);
    const values = leading(graph, v, 1, end);
    const scores = product(graph, queries, keys, { transposeB: true, factor });
    const weights = graph.emit('Softmax', [masked(graph, scores, heads, chunk)], scores.shape);
    return { queries, keys, values, weights, output: product(graph, weights, values) };
  });
  const output = joined(
    graph,
    chunks.map((one) => one.output),
    1,
  );

  return graph.record([output], [q, k, v], ([g]) => {
    if (!g) return [];
    const gradients = rowsOf(g);
    const along = rowsOf(sumOfRows(graph, pairwise(graph, 'Mul', g, output)));
    const byQueries: Value[] = [];
    // Transposed, [batch, width, length], since a narrow result is the slowest for a matrix product to give.
    let byKeys: Value | undefined;
    let byValues: Value | undefined;
    for (const [index, { queries, keys, values, weights }] of chunks.entries()) {
      const gradient = gradients[index];
      const row = along[index];
      if (!gradient || !row) throw new Error('Every chunk has its rows.');
      const byWeights = product(graph, gradient, values, { transposeB: true });
      const byScores = pairwise(graph, 'Mul', pairwise(graph, 'Sub', byWeights, row), weights);
      byQueries.push(product(graph, byScores, keys, { factor }));
      const toKeys = product(graph, queries, byScores, { transposeA: true, factor });
      const toValues = product(graph, gradient, weights, { transposeA: true });
      byKeys = plus(graph, byKeys, padded(graph, toKeys, length));
      byValues = plus(graph, byValues, padded(graph, toValues, length));
    }
    return [joined(graph, byQueries, 1), transposed(graph, byKeys), transposed(graph, byValues)];
  });
}

/** Scores of one chunk of rows, [batch, chunk · heads, end], with what lies ahead of each row masked. */
function masked(graph: Graph, scores: Value, heads: number, chunk: number): Value {
  const [batch = 0, rows = 0, end = 0] = scores.shape;
  const mask = graph.once(`ahead ${chunk} ${end}`, () => {
    const ahead = new Float32Array(chunk * end);
    for (let row = 0; row < chunk; row++)
      ahead.fill(MASKED, row * end + end - chunk + row + 1, (row + 1) * end);
    return graph.floats(ahead, [chunk, 1, end]);
  });
  const byHead = [batch, chunk, heads, end];
  const split = graph.emit('Reshape', [scores, graph.integers(byHead)], byHead);
  const shape = [batch, rows, end];
  return graph.emit('Reshape', [pairwise(graph, 'Add', split, mask), graph.integers(shape)], shape);
}

/** [batch, width, some] with columns of zeros up to the length. */
function padded(graph: Graph, x: Value, length: number): Value {
  const [batch = 0, width = 0, columns = 0] = x.shape;
  if (columns === length) return x;
  const amounts = graph.integers([0, 0, 0, 0, 0, length - columns]);
  return graph.emit('Pad', [x, amounts], [batch, width, length]);
}

function transposed(graph: Graph, x: Value | undefined): Value | undefined {
  if (!x) return undefined;
  const [batch = 0, rows = 0, columns = 0] = x.shape;
  return graph.emit('Transpose', [x], [batch, columns, rows], {
    attributes: { perm: { integers: [0, 2, 1] } },
  });
}

const plus = (graph: Graph, a: Value | undefined, b: Value): Value => (a ? pairwise(graph, 'Add', a, b) : b);
