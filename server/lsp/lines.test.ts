import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineMap } from './lines.ts';

const text = (...lines: string[]) => lines.join('\n');

describe('lines of a changed text', () => {
  test('keep their place before a change, and move behind it', () => {
    const moved = lineMap(text('a', 'b', 'c', 'd'), text('a', 'x', 'y', 'c', 'd'));
    expect([1, 2, 3, 4].map(moved)).toEqual([1, undefined, 4, 5]);
  });

  test('are found again when lines around them were put in and taken out', () => {
    const moved = lineMap(text('one', 'two', 'three', 'four', 'five'), text('two', 'new', 'four', 'six'));
    expect([1, 2, 3, 4, 5].map(moved)).toEqual([undefined, 1, undefined, 3, undefined]);
  });

  test('of long texts are found by what occurs once', () => {
    const many = Array.from({ length: 900 }, (_, index) => `line ${index}`);
    const changed = ['first', ...many.filter((_, index) => index % 3 > 0), 'last'];
    const moved = lineMap(many.join('\n'), changed.join('\n'));
    expect(moved(1)).toBeUndefined();
    expect(moved(2)).toBe(2);
    expect(moved(900)).toBe(601);
  });

  test('always hold the same text, in the same order', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const moved = lineMap(before.join('\n'), after.join('\n'));
        const found = before.flatMap((line, index) => {
          const place = moved(index + 1);
          return place === undefined ? [] : [{ line, place }];
        });
        for (const [index, { line, place }] of found.entries()) {
          expect(after[place - 1]).toBe(line);
          expect(place).toBeGreaterThan(found[index - 1]?.place ?? 0);
        }
      }),
    );
  });
});
