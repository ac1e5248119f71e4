import { describe, expect, it } from 'vitest';
import { importedFunctions, PAGE, parseSections, rewrite, SECTION } from './wasm.ts';

interface Instance {
  readonly exports: Record<string, unknown>;
}
declare const WebAssembly: {
  readonly Module: new (binary: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => Instance;
};

const text = (value: string) => [value.length, ...Buffer.from(value)];
const section = (id: number, body: number[]) => [id, body.length, ...body];

/** Imports `env.tell`; exports a memory of one page that begins with "hi", and two functions that return 7 and 8. */
const SAMPLE = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 0, 1, 0x7f]),
  ...section(2, [1, ...text('env'), ...text('tell'), 0, 0]),
  ...section(3, [2, 0, 0]),
  ...section(5, [1, 0, 1]),
  ...section(7, [3, ...text('memory'), 2, 0, ...text('seven'), 0, 1, ...text('eight'), 0, 2]),
  ...section(12, [1]),
  ...section(10, [2, 4, 0, 0x41, 7, 0x0b, 4, 0, 0x41, 8, 0x0b]),
  ...section(11, [1, 0, 0x41, 0, 0x0b, 2, ...Buffer.from('hi')]),
]);

function run(binary: Uint8Array): Instance['exports'] {
  return new WebAssembly.Instance(new WebAssembly.Module(binary), { env: { tell: () => 0 } }).exports;
}

describe('rewrite', () => {
  it('keeps the named exports, and they still work', () => {
    const exports = run(rewrite(SAMPLE, { exports: new Set(['seven', 'memory']) }));
    expect(Object.keys(exports).sort()).toEqual(['memory', 'seven']);
    expect((exports.seven as () => number)()).toBe(7);
  });

  it('sets the limits of memory', () => {
    const { memory } = run(rewrite(SAMPLE, { memory: { minimumPages: 300, maximumPages: 301 } })) as {
      memory: { buffer: ArrayBuffer; grow(pages: number): number };
    };
    expect(memory.buffer.byteLength).toBe(300 * PAGE);
    expect(memory.grow(1)).toBe(300);
    expect(() => memory.grow(1)).toThrow();
  });

  it('drops the data on request only', () => {
    const start = (binary: Uint8Array) => {
      const { memory } = run(binary) as { memory: { buffer: ArrayBuffer } };
      return Buffer.from(memory.buffer, 0, 2).toString();
    };
    expect(start(rewrite(SAMPLE, {}))).toBe('hi');
    expect(start(rewrite(SAMPLE, { dropData: true }))).toBe('\0\0');
  });

  it('changes nothing that it was not asked to', () => {
    expect(Buffer.from(rewrite(SAMPLE, {})).equals(SAMPLE)).toBe(true);
  });
});

it('lists the functions that are imported', () => {
  expect([...importedFunctions(SAMPLE)]).toEqual(['tell']);
});

it('says so when the binary ends early', () => {
  expect(parseSections(SAMPLE).map(({ id }) => id)).toContain(SECTION.export);
  expect(() => parseSections(SAMPLE.subarray(0, SAMPLE.length - 1))).toThrow('ends early');
});
