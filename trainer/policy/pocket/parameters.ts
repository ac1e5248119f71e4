/** The parameters of a model: one flat vector, and where each matrix lies in it. */
import { headWidth, type ModelConfig } from './config.ts';
import { sizeOf } from './graph/shape.ts';
import { normal, seededRandom } from './random.ts';

export interface Parameter {
  readonly name: string;
  /** Rows and columns, row-major. */
  readonly shape: readonly [number, number];
  /** Index of its first number in the flat vector. */
  readonly offset: number;
  readonly size: number;
  /** Standard deviation at the start. */
  readonly deviation: number;
}

/** Every parameter in the order of the flat vector. */
export function parametersOf(config: ModelConfig): Parameter[] {
  const { width, layers, feedForward, vocabulary } = config;
  const intoStream = 1 / Math.sqrt(2 * layers);
  const found: Parameter[] = [];
  let offset = 0;
  const add = (name: string, rows: number, columns: number, deviation: number) => {
    const shape = [rows, columns] as const;
    found.push({ name, shape, offset, size: sizeOf(shape), deviation });
    offset += rows * columns;
  };
  add('embedding', vocabulary, width, 0.4);
  for (let layer = 0; layer < layers; layer++) {
    const unit = 1 / Math.sqrt(width);
    add(`layer ${layer} queries, keys, values`, width, width + 2 * headWidth(config), unit);
    add(`layer ${layer} attention out`, width, width, unit * intoStream);
    add(`layer ${layer} feed in`, width, feedForward, unit);
    add(`layer ${layer} feed out`, feedForward, width, intoStream / Math.sqrt(feedForward));
  }
  add('head', width, vocabulary, 0.02);
  return found;
}

/** How many numbers the flat vector has. */
export function parameterCount(config: ModelConfig): number {
  return parametersOf(config).reduce((sum, { size }) => sum + size, 0);
}

/** Parameters before any training. */
export function initialParameters(config: ModelConfig, seed: number): Float32Array {
  const random = seededRandom(seed);
  const flat = new Float32Array(parameterCount(config));
  for (const { offset, size, deviation } of parametersOf(config))
    for (let i = offset; i < offset + size; i++) flat[i] = normal(random) * deviation;
  return flat;
}
