/** What an ONNX file says, and its bytes. Field numbers are those of `onnx.proto`. */
import { ProtobufWriter } from './protobuf.ts';

/** `TensorProto.DataType`. */
export const ELEMENT = { float32: 1, int32: 6, int64: 7, bool: 9 } as const;
export type ElementType = keyof typeof ELEMENT;

export type Attribute =
  | { readonly integer: number }
  | { readonly float: number }
  | { readonly integers: readonly number[] };
export type Attributes = Readonly<Record<string, Attribute>>;

export interface OnnxNode {
  readonly op: string;
  /** Names of values; an empty one is an optional input left out. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: Attributes;
  /** Empty for ONNX's own operators. */
  readonly domain: string;
}

export interface OnnxConstant {
  readonly name: string;
  readonly type: ElementType;
  readonly shape: readonly number[];
  /** Little-endian, row-major. */
  readonly bytes: Uint8Array;
}

export interface OnnxPort {
  readonly name: string;
  readonly type: ElementType;
  readonly shape: readonly number[];
}

export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  readonly constants: readonly OnnxConstant[];
  readonly inputs: readonly OnnxPort[];
  readonly outputs: readonly OnnxPort[];
}

const IR_VERSION = 10;
const OPSET = 21;

/** `AttributeProto.AttributeType`. */
const KIND = { float: 1, integer: 2, integers: 7 } as const;

/** The bytes of a `ModelProto`. */
export function encodeModel(graph: OnnxGraph): Uint8Array {
  return new ProtobufWriter()
    .integer(1, IR_VERSION)
    .text(2, 'spade')
    .message(7, (inner) => writeGraph(inner, graph))
    .message(8, (opset) => opset.text(1, '').integer(2, OPSET))
    .message(8, (opset) => opset.text(1, 'com.microsoft').integer(2, 1))
    .finish();
}

function writeGraph(writer: ProtobufWriter, graph: OnnxGraph): void {
  for (const node of graph.nodes) writer.message(1, (inner) => writeNode(inner, node));
  writer.text(2, 'pocket');
  for (const { name, type, shape, bytes } of graph.constants)
    writer.message(5, (tensor) => {
      for (const size of shape) tensor.integer(1, size);
      tensor.integer(2, ELEMENT[type]).text(8, name).blob(9, bytes);
    });
  for (const port of graph.inputs) writer.message(11, (inner) => writePort(inner, port));
  for (const port of graph.outputs) writer.message(12, (inner) => writePort(inner, port));
}

function writeNode(writer: ProtobufWriter, node: OnnxNode): void {
  for (const name of node.inputs) writer.text(1, name);
  for (const name of node.outputs) writer.text(2, name);
  writer.text(4, node.op);
  for (const [name, attribute] of Object.entries(node.attributes))
    writer.message(5, (inner) => writeAttribute(inner, name, attribute));
  if (node.domain) writer.text(7, node.domain);
}

function writeAttribute(writer: ProtobufWriter, name: string, attribute: Attribute): void {
  writer.text(1, name);
  if ('float' in attribute) writer.float(2, attribute.float).integer(20, KIND.float);
  else if ('integer' in attribute) writer.integer(3, attribute.integer).integer(20, KIND.integer);
  else {
    for (const value of attribute.integers) writer.integer(8, value);
    writer.integer(20, KIND.integers);
  }
}

function writePort(writer: ProtobufWriter, { name, type, shape }: OnnxPort): void {
  writer.text(1, name).message(2, (valueType) =>
    valueType.message(1, (tensorType) =>
      tensorType.integer(1, ELEMENT[type]).message(2, (dimensions) => {
        for (const size of shape) dimensions.message(1, (dimension) => dimension.integer(1, size));
      }),
    ),
  );
}
