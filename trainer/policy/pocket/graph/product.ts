/** Matrix products. */
import { pairwise } from './arithmetic.ts';
import type { Graph, Value } from './graph.ts';
import { axisSize, broadcast } from './shape.ts';

export interface ProductOptions {
  readonly transposeA?: boolean;
  readonly transposeB?: boolean;
  /** Every element of the product is multiplied by it. */
  readonly factor?: number;
}

/** The product of two (batches of) matrices. No gradient. */
export function product(graph: Graph, a: Value, b: Value, options: ProductOptions = {}): Value {
  const { transposeA = false, transposeB = false, factor = 1 } = options;
  const [rows, inner] = transposeA ? [-1, -2] : [-2, -1];
  const [innerB, columns] = transposeB ? [-1, -2] : [-2, -1];
  if (axisSize(a.shape, inner) !== axisSize(b.shape, innerB))
    throw new Error(`[${a.shape}] and [${b.shape}] have no product with ${JSON.stringify(options)}.`);
  const batch = broadcast(a.shape.slice(0, -2), b.shape.slice(0, -2));
  const shape = [...batch, axisSize(a.shape, rows), axisSize(b.shape, columns)];
  if (!transposeA && !transposeB && factor === 1) return graph.emit('MatMul', [a, b], shape);
  const attributes = {
    transA: { integer: Number(transposeA) },
    transB: { integer: Number(transposeB) },
    alpha: { float: factor },
  };
  return graph.emit('FusedMatMul', [a, b], shape, { attributes, domain: 'com.microsoft' });
}

/** a·b for matrices, or for batches of the same size. */
export function matmul(graph: Graph, a: Value, b: Value): Value {
  return graph.record([product(graph, a, b)], [a, b], ([g]) =>
    g ? [product(graph, g, b, { transposeB: true }), product(graph, a, g, { transposeA: true })] : [],
  );
}

/**
 * max(0, x)²·w: an activation and the product that follows it. One operator, because the slope's factor of 2 costs
 * nothing inside a product, and a pass over the widest values of the model outside.
 */
export function squaredReluProduct(graph: Graph, x: Value, w: Value): Value {
  const positive = graph.emit('Relu', [x], x.shape);
  const square = pairwise(graph, 'Mul', positive, positive);
  return graph.record([product(graph, square, w)], [x, w], ([g]) => {
    if (!g) return [];
    const twice = product(graph, g, w, { transposeB: true, factor: 2 });
    return [pairwise(graph, 'Mul', twice, positive), product(graph, square, g, { transposeA: true })];
  });
}
