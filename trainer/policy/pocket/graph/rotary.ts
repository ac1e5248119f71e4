/** Rotary positions: each head's columns, taken in pairs, turned by an angle that grows with the position. */
import type { Graph, Value } from './graph.ts';

const BASE = 10_000;

export interface RotaryTables {
  readonly cosines: Value;
  readonly sines: Value;
  readonly negativeSines: Value;
}

/** Tables for positions 0 to `positions` - 1 and heads of that width, which is even. */
export function rotaryTables(graph: Graph, positions: number, headWidth: number): RotaryTables {
  const half = headWidth / 2;
  const table = (of: (angle: number) => number) =>
    graph.floats(
      Float32Array.from({ length: positions * half }, (_, i) =>
        of(Math.floor(i / half) / BASE ** ((i % half) / half)),
      ),
      [positions, half],
    );
  return {
    cosines: table(Math.cos),
    sines: table(Math.sin),
    negativeSines: table((angle) => -Math.sin(angle)),
  };
}

/**
 * @param x [batch, length, heads · width of a head].
 * @param positions int64: [1] for the position of every row's first token, or [batch, length] for all.
 */
export function rotate(graph: Graph, x: Value, positions: Value, tables: RotaryTables): Value {
  const turn = (a: Value, sines: Value) =>
    graph.emit('RotaryEmbedding', [a, positions, tables.cosines, sines], a.shape, {
      domain: 'com.microsoft',
    });
  // A rotation's transpose is the rotation by the opposite angle.
  return graph.record([turn(x, tables.sines)], [x], ([g]) => (g ? [turn(g, tables.negativeSines)] : []));
}
