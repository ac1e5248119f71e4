import { beforeAll, describe, expect, it } from 'vitest';
import { normal, seededRandom } from '../random.ts';
import { type Feeds, floatsOf, ON_CPU, OnnxRuntime } from '../runtime.ts';
import { add, clip, exponential, minimum, multiply, negate, rmsNorm, subtract, total } from './arithmetic.ts';
import { causalAttention } from './attention.ts';
import { Graph, type Value } from './graph.ts';
import { reshape, splitColumns } from './layout.ts';
import { matmul, squaredReluProduct } from './product.ts';
import { rotaryTables, rotate } from './rotary.ts';
import { type Shape, sizeOf } from './shape.ts';
import { embed, logProbability } from './token.ts';

let runtime: OnnxRuntime;
beforeAll(async () => {
  runtime = await OnnxRuntime.open(ON_CPU);
});

type Build = (graph: Graph, ...inputs: Value[]) => Value;

interface Checked {
  readonly shapes: readonly Shape[];
  readonly build: Build;
  /** int32 inputs, after the others. */
  readonly tokens?: Int32Array;
  readonly portable?: boolean;
  /** Numbers of the inputs. */
  readonly draw?: (random: () => number) => number;
}

/**
 * The largest relative difference, over the inputs, between the slope along a random direction that the reverse pass
 * tells and the one that central differences show. Elements of the result count with random weights, so that no two
 * errors cancel.
 */
async function worst({ shapes, build, tokens, portable = false, draw = normal }: Checked): Promise<number> {
  const graph = new Graph({ portable });
  const inputs = shapes.map((shape, i) => graph.input(`x${i}`, shape));
  const ids = tokens ? [graph.input('tokens', [tokens.length], 'int32')] : [];
  const result = build(graph, ...inputs, ...ids);
  const random = seededRandom(5);
  const weights = Float32Array.from({ length: sizeOf(result.shape) }, () => normal(random));
  const loss = total(graph, multiply(graph, result, graph.floats(weights, result.shape)));
  for (const [i, gradient] of graph.gradients(loss, inputs).entries()) graph.output(`g${i}`, gradient);
  graph.output('loss', loss);
  const session = await runtime.session(graph.encode());

  const numbers = shapes.map((shape) => Float32Array.from({ length: sizeOf(shape) }, () => draw(random)));
  const run = (values: readonly Float32Array[]) => {
    const feeds: Feeds = {};
    for (const [i, shape] of shapes.entries()) feeds[`x${i}`] = runtime.floats(values[i] ?? weights, shape);
    if (tokens) feeds.tokens = runtime.int32(tokens, [tokens.length]);
    return session.run(feeds);
  };
  const outputs = await run(numbers);
  const errors = await Promise.all(
    numbers.map(async (values, i) => {
      const direction = values.map(() => normal(random));
      const moved = async (by: number) => {
        const there = values.map((value, j) => value + by * (direction[j] ?? 0));
        return floatsOf(await run(numbers.with(i, there)), 'loss')[0] ?? Number.NaN;
      };
      const step = 3e-3;
      const seen = ((await moved(step)) - (await moved(-step))) / (2 * step);
      const told = floatsOf(outputs, `g${i}`).reduce((sum, slope, j) => sum + slope * (direction[j] ?? 0), 0);
      return Math.abs(seen - told) / Math.max(Math.abs(seen), Math.abs(told), 1e-3);
    }),
  );
  await session.release();
  return Math.max(...errors);
}

/** Central differences of 32-bit numbers show about 2e-4; a wrong gradient is off by tenths. */
const TOLERANCE = 3e-3;

const POSITIONS = (graph: Graph) => graph.integers([0]);

const OPERATORS: Readonly<Record<string, Checked>> = {
  'add, broadcasting': { shapes: [[3, 4], [4]], build: add },
  'subtract, broadcasting': {
    shapes: [
      [3, 4],
      [3, 1],
    ],
    build: subtract,
  },
  'multiply, broadcasting both ways': {
    shapes: [
      [3, 1],
      [2, 1, 4],
    ],
    build: multiply,
  },
  negate: { shapes: [[5]], build: negate },
  exponential: { shapes: [[5]], build: exponential },
  'squared relu and product': {
    shapes: [
      [3, 8],
      [8, 4],
    ],
    build: squaredReluProduct,
  },
  minimum: { shapes: [[20], [20]], build: minimum },
  // Away from the bounds, where the slope jumps.
  clip: {
    shapes: [[20]],
    build: (g, x) => clip(g, x, -1, 1),
    draw: (random) => (random() < 0.5 ? 0.5 : 1.5),
  },
  total: { shapes: [[3, 4]], build: total },
  'a value used twice': { shapes: [[4]], build: (g, x) => multiply(g, x, add(g, x, x)) },
  reshape: { shapes: [[3, 4]], build: (g, x) => reshape(g, x, [2, 6]) },
  'columns of which some are not used': {
    shapes: [[3, 6]],
    build: (g, x) => {
      const [a, , c] = splitColumns(g, x, [1, 2, 3]);
      return a && c ? add(g, a, c) : x;
    },
  },
  matmul: {
    shapes: [
      [3, 4],
      [4, 5],
    ],
    build: matmul,
  },
  'matmul of batches': {
    shapes: [
      [2, 3, 4],
      [2, 4, 5],
    ],
    build: matmul,
  },
  'root-mean-square norm': { shapes: [[3, 8]], build: rmsNorm },
  'root-mean-square norm, portable': { shapes: [[3, 8]], build: rmsNorm, portable: true },
  rotate: {
    shapes: [[2, 5, 12]],
    build: (g, x) => rotate(g, x, POSITIONS(g), rotaryTables(g, 8, 4)),
  },
  embed: { shapes: [[6, 4]], tokens: Int32Array.of(1, 5, 1, 0), build: embed },
  'log-probability': { shapes: [[4, 7]], tokens: Int32Array.of(1, 6, 1, 0), build: logProbability },
  'attention in one chunk': {
    shapes: [
      [2, 12, 4],
      [2, 6, 4],
      [2, 6, 4],
    ],
    build: (g, q, k, v) => causalAttention(g, q, k, v, { heads: 2, chunk: 6 }),
  },
  'attention in three chunks': {
    shapes: [
      [2, 12, 4],
      [2, 6, 4],
      [2, 6, 4],
    ],
    build: (g, q, k, v) => causalAttention(g, q, k, v, { heads: 2, chunk: 2 }),
  },
};

describe('gradients', () => {
  it.each(Object.entries(OPERATORS))('%s: as central differences', async (_, checked) => {
    expect(await worst(checked)).toBeLessThan(TOLERANCE);
  });

  it('would be found wrong', async () => {
    const wrong: Build = (g, x) => g.record([add(g, x, x)], [x], ([gradient]) => [gradient]);
    expect(await worst({ shapes: [[4]], build: wrong })).toBeGreaterThan(0.1);
  });

  it('of a value that the loss does not depend on are refused', () => {
    const graph = new Graph();
    const x = graph.input('x', [2]);
    const y = graph.input('y', [2]);
    expect(() => graph.gradients(total(graph, x), [x, y])).toThrow('The loss does not depend on y.');
  });
});

describe('values', () => {
  async function values(build: (graph: Graph) => Value): Promise<number[]> {
    const graph = new Graph();
    graph.output('y', build(graph));
    const session = await runtime.session(graph.encode());
    return [...floatsOf(await session.run({}), 'y')];
  }
  const row = (graph: Graph, ...numbers: number[]) =>
    graph.floats(Float32Array.from(numbers), [1, numbers.length]);

  it('are what the names say', async () => {
    const two = (g: Graph) => g.floats(Float32Array.of(5, 2), [2, 1]);
    expect(await values((g) => squaredReluProduct(g, row(g, -2, 3), two(g)))).toEqual([18]);
    expect(await values((g) => clip(g, row(g, -2, 0.5, 3), -1, 1))).toEqual([-1, 0.5, 1]);
    expect(await values((g) => minimum(g, row(g, -2, 3), row(g, 1, 1)))).toEqual([-2, 1]);
    const [three, four] = await values((g) => rmsNorm(g, row(g, 3, 4)));
    expect(three).toBeCloseTo(3 / Math.sqrt(12.5), 5);
    expect(four).toBeCloseTo(4 / Math.sqrt(12.5), 5);
  });

  it('of rotation keep a vector and turn it by its position', async () => {
    const turned = await values((g) =>
      rotate(g, g.floats(Float32Array.of(1, 0, 1, 0), [1, 2, 2]), POSITIONS(g), rotaryTables(g, 2, 2)),
    );
    expect(turned.map((value) => value.toFixed(5))).toEqual(
      [1, 0, Math.cos(1), Math.sin(1)].map((value) => value.toFixed(5)),
    );
  });

  it('of attention look back only', async () => {
    const attended = await values((g) => {
      const zeros = g.floats(new Float32Array(4), [1, 4, 1]);
      return causalAttention(g, zeros, zeros, g.floats(Float32Array.of(4, 0, 2, 10), [1, 4, 1]), {
        heads: 1,
        chunk: 2,
      });
    });
    expect(attended.map((value) => value.toFixed(4))).toEqual(['4.0000', '2.0000', '2.0000', '4.0000']);
  });
});

describe('mistakes while building', () => {
  const graph = new Graph();
  const a = graph.input('a', [2, 3]);
  it('show the shapes', () => {
    expect(() => add(graph, a, graph.input('b', [4]))).toThrow('[2,3] and [4] do not broadcast.');
    expect(() => matmul(graph, a, a)).toThrow('[2,3] and [2,3] have no product');
    expect(() => reshape(graph, a, [4])).toThrow('[2,3] does not reshape to [4].');
    expect(() => causalAttention(graph, a, graph.input('k', [1, 6, 2]), a, { heads: 1, chunk: 4 })).toThrow(
      'no multiple',
    );
  });
});
