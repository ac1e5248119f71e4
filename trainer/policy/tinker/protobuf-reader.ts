/** Protocol buffers, as much of them as reading takes: fields one after another, as they come. */

export type Field =
  | { readonly number: number; readonly wire: 0; readonly integer: bigint }
  | { readonly number: number; readonly wire: 1 | 2 | 5; readonly bytes: Uint8Array };

/** @throws RangeError where the bytes are no message. */
export function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) break;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asUintN(64, value);
    }
    throw new RangeError('a number does not end');
  };
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new RangeError('a field is longer than its message');
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const [number, wire] = [tag >>> 3, tag & 7];
    if (wire === 0) yield { number, wire, integer: varint() };
    else if (wire === 1) yield { number, wire, bytes: take(8) };
    else if (wire === 2) yield { number, wire, bytes: take(Number(varint())) };
    else if (wire === 5) yield { number, wire, bytes: take(4) };
    else throw new RangeError(`field ${number} has the unknown form ${wire}`);
  }
}

/** The last field of a number that carries bytes, which is the one that counts; none when it is absent. */
export function bytesOf(fields: readonly Field[], number: number): Uint8Array | undefined {
  const found = fields.findLast((field) => field.number === number);
  return found && found.wire !== 0 ? found.bytes : undefined;
}

/** All fields of a number that carry bytes. */
export const allBytes = (fields: readonly Field[], number: number): Uint8Array[] =>
  fields.flatMap((field) => (field.number === number && field.wire !== 0 ? [field.bytes] : []));

export function integerOf(fields: readonly Field[], number: number): number {
  const found = fields.findLast((field) => field.number === number);
  return found?.wire === 0 ? Number(BigInt.asIntN(64, found.integer)) : 0;
}

const decoder = new TextDecoder();
export const textOf = (bytes: Uint8Array | undefined): string => (bytes ? decoder.decode(bytes) : '');

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const doubleOf = (bytes: Uint8Array | undefined): number =>
  bytes?.length === 8 ? view(bytes).getFloat64(0, true) : 0;

/** Numbers one behind the other, little-endian. */
export function numbersOf(bytes: Uint8Array, kind: 'int32' | 'int64' | 'float32'): number[] {
  const data = view(bytes);
  const size = kind === 'int64' ? 8 : 4;
  if (bytes.length % size !== 0) throw new RangeError(`${bytes.length} bytes are no row of ${kind}`);
  return Array.from({ length: bytes.length / size }, (_, i) => {
    if (kind === 'int32') return data.getInt32(i * size, true);
    if (kind === 'int64') return Number(data.getBigInt64(i * size, true));
    return data.getFloat32(i * size, true);
  });
}

export function bytesOfNumbers(
  values: readonly (number | null)[],
  kind: 'int32' | 'int64' | 'float32',
): Uint8Array {
  const size = kind === 'int64' ? 8 : 4;
  const bytes = new Uint8Array(values.length * size);
  const data = view(bytes);
  for (const [i, value] of values.entries()) {
    if (kind === 'int32') data.setInt32(i * size, value ?? 0, true);
    else if (kind === 'int64') data.setBigInt64(i * size, BigInt(value ?? 0), true);
    else data.setFloat32(i * size, value ?? Number.NaN, true);
  }
  return bytes;
}
