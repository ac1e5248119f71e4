/** Operators that move elements without changing them. */
import type { Graph, Value } from './graph.ts';
import { axisSize, type Shape, sizeOf, withAxis } from './shape.ts';

/** The same elements in another shape of the same size. */
export function reshape(graph: Graph, a: Value, shape: Shape): Value {
  if (sizeOf(shape) !== sizeOf(a.shape)) throw new Error(`[${a.shape}] does not reshape to [${shape}].`);
  const to = (x: Value, target: Shape) =>
    graph.emit('Reshape', [x, graph.integers(target)], target, { type: x.type });
  return graph.record([to(a, shape)], [a], ([g]) => (g ? [to(g, a.shape)] : []));
}

/** Consecutive parts of those sizes along one axis. No gradient. */
export function parts(graph: Graph, a: Value, axis: number, sizes: readonly number[]): Value[] {
  if (sizes.length === 1) return [a];
  return graph.emitMany(
    'Split',
    [a, graph.integers(sizes)],
    sizes.map((size) => withAxis(a.shape, axis, size)),
    { attributes: { axis: { integer: axis } } },
  );
}

/** Values one behind the other along one axis. No gradient. */
export function joined(graph: Graph, values: readonly Value[], axis: number): Value {
  const [first] = values;
  if (!first) throw new Error('Nothing to join.');
  if (values.length === 1) return first;
  const size = values.reduce((sum, { shape }) => sum + axisSize(shape, axis), 0);
  return graph.emit('Concat', values, withAxis(first.shape, axis, size), {
    attributes: { axis: { integer: axis } },
  });
}

/** The first `size` elements along an axis. No gradient. */
export function leading(graph: Graph, a: Value, axis: number, size: number): Value {
  if (axisSize(a.shape, axis) === size) return a;
  const bounds = [[0], [size], [axis]].map((values) => graph.integers(values));
  return graph.emit('Slice', [a, ...bounds], withAxis(a.shape, axis, size));
}

/** Columns of a matrix in groups of those sizes. */
export function splitColumns(graph: Graph, a: Value, sizes: readonly number[]): Value[] {
  const axis = a.shape.length - 1;
  const [first, ...rest] = parts(graph, a, axis, sizes);
  if (!first) throw new Error('Nothing to split into.');
  const outputs: [Value, ...Value[]] = [first, ...rest];
  graph.record(outputs, [a], (gradients) => {
    const known = outputs.map(({ shape }, i) => gradients[i] ?? zeros(graph, shape));
    return [joined(graph, known, axis)];
  });
  return outputs;
}

const zeros = (graph: Graph, shape: Shape): Value =>
  graph.once(`zeros ${shape}`, () => graph.floats(new Float32Array(sizeOf(shape)), shape));
