import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editBetween } from './ranges.ts';
import { edited } from './testing.ts';

test('one edit makes one text of another', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\n', ' '), maxLength: 30 });
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const edit = editBetween(before, after);
      expect(edit ? edited(before, [edit]) : before).toBe(after);
    }),
  );
});

test('the edit leaves what is equal alone, and no line end is cut in two', () => {
  expect(editBetween('a\nb\nc\n', 'a\nx\nc\n')).toEqual({
    range: { start: { line: 1, character: 0 }, end: { line: 1, character: 1 } },
    newText: 'x',
  });
  expect(editBetween('a\r\nb', 'a\nb')?.newText).toBe('\n');
  expect(editBetween('same', 'same')).toBeUndefined();
});
