/** Where tokens enter and leave: rows of a table, and log-probabilities of what followed. */
import { pairwise } from './arithmetic.ts';
import type { Graph, Value } from './graph.ts';
import { product } from './product.ts';
import { axisSize, type Shape } from './shape.ts';

/**
 * Rows of a table, [vocabulary, width], one for each token.
 * @param tokens int32, [count].
 * @returns [count, width].
 */
export function embed(graph: Graph, table: Value, tokens: Value): Value {
  const shape = [axisSize(tokens.shape, 0), axisSize(table.shape, 1)];
  const y = graph.emit('Gather', [table, tokens], shape, { attributes: { axis: { integer: 0 } } });
  return graph.record([y], [table], ([g]) =>
    g ? [product(graph, oneHot(graph, tokens, axisSize(table.shape, 0)), g, { transposeA: true })] : [],
  );
}

/**
 * The natural logarithm of the probability that softmax gives to one column of each row.
 * @param logits [rows, vocabulary].
 * @param targets int32, [rows].
 * @returns [rows].
 */
export function logProbability(graph: Graph, logits: Value, targets: Value): Value {
  const rows = axisSize(logits.shape, 0);
  const to = (x: Value, shape: Shape) =>
    graph.emit('Reshape', [x, graph.integers(shape)], shape, { type: x.type });
  const all = graph.emit('LogSoftmax', [logits], logits.shape, { attributes: { axis: { integer: -1 } } });
  const chosen = graph.emit('GatherElements', [all, to(targets, [rows, 1])], [rows, 1], {
    attributes: { axis: { integer: 1 } },
  });
  return graph.record([to(chosen, [rows])], [logits], ([g]) => {
    if (!g) return [];
    const probabilities = graph.emit('Exp', [all], all.shape);
    const off = pairwise(graph, 'Sub', oneHot(graph, targets, axisSize(logits.shape, 1)), probabilities);
    return [pairwise(graph, 'Mul', off, to(g, [rows, 1]))];
  });
}

/** [count, depth]: 1 in the column of each token, 0 elsewhere. */
function oneHot(graph: Graph, tokens: Value, depth: number): Value {
  const values = graph.once('off and on', () => graph.floats(Float32Array.of(0, 1), [2]));
  return graph.once(`one hot ${tokens.name} ${depth}`, () =>
    graph.emit('OneHot', [tokens, graph.int32(depth), values], [axisSize(tokens.shape, 0), depth], {
      attributes: { axis: { integer: -1 } },
    }),
  );
}
