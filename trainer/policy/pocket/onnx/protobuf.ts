/** Protocol buffers, as much of them as writing takes: fields in the order in which they are given. */

const VARINT = 0;
const FIXED64 = 1;
const LENGTH_DELIMITED = 2;
const FIXED32 = 5;

const encoder = new TextEncoder();

export class ProtobufWriter {
  private bytes = new Uint8Array(256);
  private length = 0;

  /** A copy of what has been written. */
  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  /** Negative values are written as 64-bit two's complement, as int32 and int64 fields want them. */
  integer(field: number, value: number | bigint): this {
    this.tag(field, VARINT);
    this.varint(value);
    return this;
  }

  float(field: number, value: number): this {
    this.tag(field, FIXED32);
    this.reserve(4);
    new DataView(this.bytes.buffer).setFloat32(this.length, value, true);
    this.length += 4;
    return this;
  }

  double(field: number, value: number): this {
    this.tag(field, FIXED64);
    this.reserve(8);
    new DataView(this.bytes.buffer).setFloat64(this.length, value, true);
    this.length += 8;
    return this;
  }

  blob(field: number, value: Uint8Array): this {
    this.tag(field, LENGTH_DELIMITED);
    this.varint(value.length);
    this.reserve(value.length);
    this.bytes.set(value, this.length);
    this.length += value.length;
    return this;
  }

  text(field: number, value: string): this {
    return this.blob(field, encoder.encode(value));
  }

  message(field: number, write: (inner: ProtobufWriter) => void): this {
    const inner = new ProtobufWriter();
    write(inner);
    return this.blob(field, inner.bytes.subarray(0, inner.length));
  }

  private tag(field: number, wire: number): void {
    this.varint((field << 3) | wire);
  }

  private varint(value: number | bigint): void {
    this.reserve(10);
    let rest = BigInt.asUintN(64, BigInt(value));
    while (rest >= 128n) {
      this.bytes[this.length++] = Number(rest & 127n) | 128;
      rest >>= 7n;
    }
    this.bytes[this.length++] = Number(rest);
  }

  private reserve(count: number): void {
    const wanted = this.length + count;
    if (wanted <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, wanted));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}
