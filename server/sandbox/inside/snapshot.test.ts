import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Copier } from './copier.ts';
import { PAGE_SIZE, type WebAssemblyMemory } from './emscripten.ts';
import { capture, restore } from './snapshot.ts';

declare const WebAssembly: {
  readonly Memory: new (limits: { initial: number; maximum: number }) => WebAssemblyMemory;
};

const PAGES = 4;
const BYTES = PAGES * PAGE_SIZE;
const writes = fc.array(
  fc.record({ at: fc.nat(BYTES - 1), length: fc.integer({ min: 1, max: 9_000 }), value: fc.nat(255) }),
  {
    maxLength: 12,
  },
);
type Writes = typeof writes extends fc.Arbitrary<infer T> ? T : never;

function apply(memory: Uint8Array, list: Writes): void {
  for (const { at, length, value } of list) memory.fill(value, at, at + length);
}

function newMemory() {
  const memory = new WebAssembly.Memory({ initial: PAGES, maximum: 2 * PAGES });
  return { memory, copier: new Copier(memory), bytes: () => new Uint8Array(memory.buffer) };
}

describe('restore', () => {
  it('undoes whatever was written, also in memory that was grown', () => {
    fc.assert(
      fc.property(writes, writes, fc.boolean(), (before, after, grow) => {
        const { memory, copier, bytes } = newMemory();
        apply(bytes(), before);
        const wanted = bytes().slice();
        const { runs, pages } = capture(bytes(), BYTES);
        const kept = copier.keep(pages);
        apply(bytes(), after);
        if (grow) {
          memory.grow(2);
          bytes().fill(9, BYTES);
        }
        restore(copier, runs, kept);
        expect(Buffer.compare(bytes().subarray(0, BYTES), wanted)).toBe(0);
        expect(
          bytes()
            .subarray(BYTES)
            .every((byte) => byte === 0),
        ).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('holds several snapshots of one memory', () => {
    const { copier, bytes } = newMemory();
    const contents = [1, 2, 3].map((value) => {
      bytes().fill(0);
      bytes().fill(value, value * 5_000, value * 20_000);
      const { runs, pages } = capture(bytes(), BYTES);
      return { runs, at: copier.keep(pages), wanted: bytes().slice() };
    });
    for (const { runs, at, wanted } of [...contents, ...contents.toReversed()]) {
      restore(copier, runs, at);
      expect(Buffer.compare(bytes(), wanted)).toBe(0);
    }
  });
});

it('captures only pages that are not all zero', () => {
  const { bytes } = newMemory();
  bytes()[5_000] = 1;
  bytes()[40_960] = 1;
  const { runs, pages } = capture(bytes(), BYTES);
  expect(runs).toEqual([1, 2, 10, 11]);
  expect(pages.length).toBe(2 * 4_096);
});
