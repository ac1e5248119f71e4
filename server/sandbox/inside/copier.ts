/**
 * Copies pages into linear memory and zeroes the gaps, writing only what differs: memory that is already right is
 * read and left alone, and memory that was never touched stays unallocated. Half the time of a plain copy.
 *
 * A small WebAssembly module, because only there can JavaScript compare many bytes at a time. It has two memories:
 * 0 is the interpreter's, 1 holds the pages to copy from.
 */
import { PAGE_SIZE, type WebAssemblyApi, type WebAssemblyMemory } from './emscripten.ts';

declare const WebAssembly: WebAssemblyApi;

interface CopierExports {
  readonly pages: WebAssemblyMemory;
  /** Memory 0 from `to` up to `end` becomes memory 1 from `from`. All are multiples of 128. */
  copy(to: number, from: number, end: number): void;
  /** Memory 0 from `start` up to `end` becomes zero. Both are multiples of 128. */
  zero(start: number, end: number): void;
}

// Instructions, as far as they are needed.
const [BLOCK_EMPTY, LOOP, IF, END, BR_IF] = [0x40, 0x03, 0x04, 0x0b, 0x0d];
const [LOCAL_GET, LOCAL_SET, LOCAL_TEE, I32_CONST, I32_LT_U, I32_ADD] = [0x20, 0x21, 0x22, 0x41, 0x49, 0x6a];
const SIMD = 0xfd;
const [V128_LOAD, V128_STORE, V128_CONST, V128_OR, V128_XOR, V128_ANY_TRUE] = [0, 11, 12, 0x50, 0x51, 0x53];
const [I32, FUNCTION, MEMORY] = [0x7f, 0, 2];

/** Offsets of the sixteen-byte parts of a block. */
const PARTS = [0, 16, 32, 48, 64, 80, 96, 112];
const get = (local: number) => [LOCAL_GET, local];
/** Alignment 2⁴; bit 6 says that the memory's number follows. */
const load = (memory: 0 | 1, offset: number) => [
  SIMD,
  V128_LOAD,
  ...(memory === 0 ? [4] : [0x44, 1]),
  offset,
];
const store = (offset: number) => [SIMD, V128_STORE, 4, offset];
/** Adds 128 (in two bytes, since they are signed) to a local. */
const advance = (local: number, put: number) => [...get(local), I32_CONST, 0x80, 0x01, I32_ADD, put, local];

/** `do { if (any part of a block differs) write all of it } while (local 0 < end)` */
function body(
  differs: (offset: number) => number[],
  value: (offset: number) => number[],
  next: number[],
): number[] {
  return [
    0, // no locals of its own
    ...[LOOP, BLOCK_EMPTY],
    ...PARTS.flatMap((offset, i) => [...differs(offset), ...(i > 0 ? [SIMD, V128_OR] : [])]),
    ...[SIMD, V128_ANY_TRUE, IF, BLOCK_EMPTY],
    ...PARTS.flatMap((offset) => [...get(0), ...value(offset), ...store(offset)]),
    END,
    ...next,
    ...[I32_LT_U, BR_IF, 0, END, END],
  ];
}

function assemble(): Uint8Array {
  const copy = body(
    (offset) => [...get(0), ...load(0, offset), ...get(1), ...load(1, offset), SIMD, V128_XOR],
    (offset) => [...get(1), ...load(1, offset)],
    [...advance(0, LOCAL_TEE), ...advance(1, LOCAL_SET), ...get(2)],
  );
  const zero = body(
    (offset) => [...get(0), ...load(0, offset)],
    () => [SIMD, V128_CONST, ...new Array(16).fill(0)],
    [...advance(0, LOCAL_TEE), ...get(1)],
  );
  const text = (value: string) => [value.length, ...Array.from(value, (c) => c.charCodeAt(0))];
  const length = (count: number) => [(count & 127) | 128, count >> 7];
  const sized = (bytes: number[]) => [...length(bytes.length), ...bytes];
  const section = (id: number, bytes: number[]) => [id, ...sized(bytes)];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [2, 0x60, 3, I32, I32, I32, 0, 0x60, 2, I32, I32, 0]),
    // The interpreter's memory: at least one page, at most all that there can be (65,536).
    ...section(2, [1, ...text('python'), ...text('memory'), MEMORY, 1, 1, 0x80, 0x80, 0x04]),
    ...section(3, [2, 0, 1]),
    ...section(5, [1, 0, 0]),
    ...section(7, [
      3,
      ...text('pages'),
      MEMORY,
      1,
      ...text('copy'),
      FUNCTION,
      0,
      ...text('zero'),
      FUNCTION,
      1,
    ]),
    ...section(10, [2, ...sized(copy), ...sized(zero)]),
  ]);
}

export class Copier {
  private readonly memory: WebAssemblyMemory;
  private readonly exports: CopierExports;
  private stored = 0;
  private room = 0;

  constructor(memory: WebAssemblyMemory) {
    this.memory = memory;
    const module = new WebAssembly.Module(assemble());
    this.exports = new WebAssembly.Instance(module, { python: { memory } })
      .exports as unknown as CopierExports;
  }

  /** Keeps a copy of `pages`. Returns where it is, for `copy`. */
  keep(pages: Uint8Array): number {
    const start = this.stored;
    const { pages: memory } = this.exports;
    this.stored += Math.ceil(pages.length / PAGE_SIZE) * PAGE_SIZE;
    if (this.stored > this.room) {
      memory.grow((this.stored - this.room) / PAGE_SIZE);
      this.room = this.stored;
    }
    new Uint8Array(memory.buffer).set(pages, start);
    return start;
  }

  /** Forgets what is kept, to keep something else in its place. */
  clear(): void {
    this.stored = 0;
  }

  copy(to: number, from: number, end: number): void {
    this.exports.copy(to, from, end);
  }

  zero(start: number, end = this.memory.buffer.byteLength): void {
    if (start < end) this.exports.zero(start, end);
  }
}
