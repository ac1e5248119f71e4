/** Operators element by element, with broadcasting, and sums. */
import type { Graph, Value } from './graph.ts';
import { axisSize, broadcast, type Shape, sameShape, withAxis } from './shape.ts';

/** One of ONNX's elementwise operators on two values; gradients are the caller's. */
export const pairwise = (graph: Graph, op: string, a: Value, b: Value): Value =>
  graph.emit(op, [a, b], broadcast(a.shape, b.shape));

/** The sum over some axes; `keep` leaves them with size 1. No gradient. */
export function sumOver(graph: Graph, a: Value, axes: readonly number[], keep: boolean): Value {
  const shape = keep
    ? a.shape.map((size, axis) => (axes.includes(axis) ? 1 : size))
    : a.shape.filter((_, axis) => !axes.includes(axis));
  return graph.emit('ReduceSum', [a, graph.integers(axes)], shape, {
    attributes: { keepdims: { integer: keep ? 1 : 0 } },
  });
}

/** The sum over the last axis, kept with size 1. No gradient. */
export const sumOfRows = (graph: Graph, a: Value): Value => sumOver(graph, a, [a.shape.length - 1], true);

/** The mean over the last axis, kept with size 1. No gradient. */
export const meanOfRows = (graph: Graph, a: Value): Value =>
  graph.emit('ReduceMean', [a, graph.integers([a.shape.length - 1])], withAxis(a.shape, -1, 1));

/** A gradient of a broadcast result as the gradient of an operand of that shape. */
function unbroadcast(graph: Graph, gradient: Value, shape: Shape): Value {
  if (sameShape(gradient.shape, shape)) return gradient;
  const added = gradient.shape.length - shape.length;
  const axes = gradient.shape.flatMap((size, axis) =>
    axis < added || (shape[axis - added] === 1 && size !== 1) ? [axis] : [],
  );
  const summed = axes.length > 0 ? sumOver(graph, gradient, axes, true) : gradient;
  return graph.emit('Reshape', [summed, graph.integers(shape)], shape);
}

export function add(graph: Graph, a: Value, b: Value): Value {
  return graph.record([pairwise(graph, 'Add', a, b)], [a, b], ([g]) =>
    g ? [unbroadcast(graph, g, a.shape), unbroadcast(graph, g, b.shape)] : [],
  );
}

export function subtract(graph: Graph, a: Value, b: Value): Value {
  return graph.record([pairwise(graph, 'Sub', a, b)], [a, b], ([g]) =>
    g ? [unbroadcast(graph, g, a.shape), unbroadcast(graph, graph.emit('Neg', [g], g.shape), b.shape)] : [],
  );
}

export function multiply(graph: Graph, a: Value, b: Value): Value {
  return graph.record([pairwise(graph, 'Mul', a, b)], [a, b], ([g]) =>
    g
      ? [
          unbroadcast(graph, pairwise(graph, 'Mul', g, b), a.shape),
          unbroadcast(graph, pairwise(graph, 'Mul', g, a), b.shape),
        ]
      : [],
  );
}

export function negate(graph: Graph, a: Value): Value {
  return graph.record([graph.emit('Neg', [a], a.shape)], [a], ([g]) =>
    g ? [graph.emit('Neg', [g], g.shape)] : [],
  );
}

export function exponential(graph: Graph, a: Value): Value {
  const y = graph.emit('Exp', [a], a.shape);
  return graph.record([y], [a], ([g]) => (g ? [pairwise(graph, 'Mul', g, y)] : []));
}

/** The smaller of two values of the same shape; on a tie the gradient goes to the first. */
export function minimum(graph: Graph, a: Value, b: Value): Value {
  return graph.record([pairwise(graph, 'Min', a, b)], [a, b], ([g]) => {
    if (!g) return [];
    const first = whether(graph, 'LessOrEqual', a, b);
    const toFirst = pairwise(graph, 'Mul', g, first);
    return [toFirst, pairwise(graph, 'Sub', g, toFirst)];
  });
}

/** `a` held within [low, high]; no gradient flows where it was outside. */
export function clip(graph: Graph, a: Value, low: number, high: number): Value {
  const y = graph.emit('Clip', [a, graph.scalar(low), graph.scalar(high)], a.shape);
  return graph.record([y], [a], ([g]) =>
    g ? [pairwise(graph, 'Mul', g, whether(graph, 'Equal', a, y))] : [],
  );
}

/** The sum of all elements, a scalar. */
export function total(graph: Graph, a: Value): Value {
  const y = graph.emit('ReduceSum', [a], [], { attributes: { keepdims: { integer: 0 } } });
  return graph.record([y], [a], ([g]) =>
    g ? [graph.emit('Expand', [g, graph.integers(a.shape)], a.shape)] : [],
  );
}

/** 1 where the comparison holds, 0 elsewhere. */
function whether(graph: Graph, op: string, a: Value, b: Value): Value {
  const holds = graph.emit(op, [a, b], a.shape, { type: 'bool' });
  return graph.emit('Cast', [holds], a.shape, { attributes: { to: { integer: 1 } } });
}

/** ε of the normalisation: rows of zeros stay zeros. */
const EPSILON = 1e-5;

/** Root-mean-square normalisation of rows, without a gain: x / √(mean x² + ε). */
export function rmsNorm(graph: Graph, x: Value): Value {
  const width = axisSize(x.shape, -1);
  const rows = withAxis(x.shape, -1, 1);
  const ones = graph.once(`ones ${width}`, () => graph.floats(new Float32Array(width).fill(1), [width]));
  const attributes = { axis: { integer: -1 }, epsilon: { float: EPSILON }, stash_type: { integer: 1 } };
  const op = 'SimplifiedLayerNormalization';

  let y: Value;
  let inverse: () => Value;
  if (graph.portable) {
    y = graph.emit(op, [x, ones], x.shape, { attributes });
    inverse = () => {
      const square = meanOfRows(graph, pairwise(graph, 'Mul', x, x));
      const root = graph.emit('Sqrt', [pairwise(graph, 'Add', square, graph.scalar(EPSILON))], rows);
      return graph.emit('Reciprocal', [root], rows);
    };
  } else {
    const [normal, reciprocal] = graph.emitMany(op, [x, ones], [x.shape, rows], { attributes });
    if (!normal || !reciprocal) throw new Error('Two outputs were asked for.');
    y = normal;
    inverse = () => reciprocal;
  }
  return graph.record([y], [x], ([g]) => {
    if (!g) return [];
    const along = meanOfRows(graph, pairwise(graph, 'Mul', g, y));
    const across = pairwise(graph, 'Sub', g, pairwise(graph, 'Mul', y, along));
    return [pairwise(graph, 'Mul', across, inverse())];
  });
}
