/**
 * A graph of ONNX operators under construction, and its reverse pass.
 *
 * Operators are functions over a graph (the other files of this folder): each emits its nodes and records, in the same
 * place, how a gradient of what it gives becomes gradients of what it takes. `gradients` then walks the record
 * backwards and emits the nodes of the reverse pass. Every shape is known while building, so a mistake shows here,
 * with the shapes, rather than in the runtime.
 */
import {
  type Attributes,
  type ElementType,
  encodeModel,
  type OnnxConstant,
  type OnnxNode,
  type OnnxPort,
} from '../onnx/model.ts';
import { type Shape, sameShape } from './shape.ts';

/** A tensor that the graph computes, is fed or holds. */
export interface Value {
  readonly name: string;
  readonly shape: Shape;
  readonly type: ElementType;
}

export interface EmitOptions {
  readonly attributes?: Attributes;
  /** `com.microsoft` for the runtime's own operators; ONNX's when left out. */
  readonly domain?: string;
  readonly type?: ElementType;
}

/**
 * Gradients of what an operator takes, given those of what it gives: in the order of its inputs and outputs.
 * `undefined` stands for zero on both sides.
 */
export type Backward = (outputs: readonly (Value | undefined)[]) => readonly (Value | undefined)[];

interface Recorded {
  readonly outputs: readonly Value[];
  readonly inputs: readonly Value[];
  readonly backward: Backward;
}

export interface GraphOptions {
  /**
   * Only what every provider computes rightly: on WebGPU the second output of the runtime's RMS normalisation is
   * wrong without a word. Slower on the CPU.
   */
  readonly portable?: boolean;
}

export class Graph {
  readonly portable: boolean;
  private readonly nodes: OnnxNode[] = [];
  private readonly constants: OnnxConstant[] = [];
  private readonly inputs: OnnxPort[] = [];
  private readonly outputs: OnnxPort[] = [];
  private readonly tape: Recorded[] = [];
  /** Constants and values that several operators want, by what they are. */
  private readonly shared = new Map<string, Value>();
  private count = 0;

  constructor({ portable = false }: GraphOptions = {}) {
    this.portable = portable;
  }

  /** A value fed at each run. */
  input(name: string, shape: Shape, type: ElementType = 'float32'): Value {
    const value = { name, shape, type };
    this.inputs.push(value);
    return value;
  }

  /** Makes a value one of the graph's results. */
  output(name: string, value: Value): void {
    this.nodes.push({ op: 'Identity', inputs: [value.name], outputs: [name], attributes: {}, domain: '' });
    this.outputs.push({ name, shape: value.shape, type: value.type });
  }

  /** Emits one operator with one output of that shape. `undefined` leaves an optional input out. */
  emit(op: string, inputs: readonly (Value | undefined)[], shape: Shape, options: EmitOptions = {}): Value {
    const value = { name: this.fresh(), shape, type: options.type ?? 'float32' };
    this.push(op, inputs, [value.name], options);
    return value;
  }

  /** Emits one operator with an output for each of the shapes. */
  emitMany(
    op: string,
    inputs: readonly Value[],
    shapes: readonly Shape[],
    options: EmitOptions = {},
  ): Value[] {
    const values = shapes.map((shape) => ({ name: this.fresh(), shape, type: options.type ?? 'float32' }));
    this.push(
      op,
      inputs,
      values.map(({ name }) => name),
      options,
    );
    return values;
  }

  floats(values: Float32Array, shape: Shape): Value {
    return this.constant('float32', new Uint8Array(values.slice().buffer), shape);
  }

  scalar(value: number): Value {
    return this.once(`scalar ${value}`, () => this.floats(Float32Array.of(value), []));
  }

  /** A vector of 64-bit integers, as shapes and axes are given. */
  integers(values: readonly number[]): Value {
    return this.once(`integers ${values}`, () =>
      this.constant('int64', new Uint8Array(BigInt64Array.from(values, BigInt).buffer), [values.length]),
    );
  }

  /** One 32-bit integer, as a vector. */
  int32(value: number): Value {
    return this.once(`int32 ${value}`, () =>
      this.constant('int32', new Uint8Array(Int32Array.of(value).buffer), [1]),
    );
  }

  /** What `make` made the first time that this key was asked for. */
  once(key: string, make: () => Value): Value {
    const known = this.shared.get(key);
    if (known) return known;
    const value = make();
    this.shared.set(key, value);
    return value;
  }

  /** Records how gradients flow through an operator; returns its first output. */
  record(outputs: readonly [Value, ...Value[]], inputs: readonly Value[], backward: Backward): Value {
    this.tape.push({ outputs, inputs, backward });
    return outputs[0];
  }

  /**
   * Emits the reverse pass.
   * @param loss a scalar.
   * @returns the gradient of the loss by each of the values, of the same shape.
   * @throws when the loss does not depend on one of them.
   */
  gradients(loss: Value, values: readonly Value[]): Value[] {
    const wanted = new Set(values.map(({ name }) => name));
    for (const { inputs, outputs } of this.tape)
      if (inputs.some(({ name }) => wanted.has(name))) for (const { name } of outputs) wanted.add(name);

    const gradients = new Map<string, Value>([[loss.name, this.scalar(1)]]);
    for (const { inputs, outputs, backward } of this.tape.toReversed()) {
      const known = outputs.map(({ name }) => gradients.get(name));
      if (known.every((gradient) => gradient === undefined)) continue;
      if (!inputs.some(({ name }) => wanted.has(name))) continue;
      for (const [i, gradient] of backward(known).entries()) {
        const input = inputs[i];
        if (gradient && input && wanted.has(input.name)) this.accumulate(gradients, input, gradient);
      }
    }
    return values.map(({ name }) => {
      const gradient = gradients.get(name);
      if (!gradient) throw new Error(`The loss does not depend on ${name}.`);
      return gradient;
    });
  }

  /** The bytes of the ONNX file, without what no output needs. */
  encode(): Uint8Array {
    const needed = new Set(this.outputs.map(({ name }) => name));
    const nodes: OnnxNode[] = [];
    for (const node of this.nodes.toReversed()) {
      if (!node.outputs.some((name) => needed.has(name))) continue;
      nodes.push(node);
      for (const name of node.inputs) needed.add(name);
    }
    const constants = this.constants.filter(({ name }) => needed.has(name));
    return encodeModel({ nodes: nodes.reverse(), constants, inputs: this.inputs, outputs: this.outputs });
  }

  private accumulate(gradients: Map<string, Value>, { name, shape }: Value, gradient: Value): void {
    if (!sameShape(shape, gradient.shape))
      throw new Error(`The gradient of ${name} has shape [${gradient.shape}] instead of [${shape}].`);
    const before = gradients.get(name);
    gradients.set(name, before ? this.emit('Add', [before, gradient], shape) : gradient);
  }

  private constant(type: ElementType, bytes: Uint8Array, shape: Shape): Value {
    const name = this.fresh();
    this.constants.push({ name, type, shape, bytes });
    return { name, shape, type };
  }

  private push(
    op: string,
    inputs: readonly (Value | undefined)[],
    outputs: readonly string[],
    { attributes = {}, domain = '' }: EmitOptions,
  ): void {
    this.nodes.push({ op, inputs: inputs.map((value) => value?.name ?? ''), outputs, attributes, domain });
  }

  private fresh(): string {
    this.count += 1;
    return `v${this.count}`;
  }
}
