import { describe, expect, test } from 'vitest';
import { applySuppressions, suppressionsOf } from '../lint/suppression.ts';
import type { Finding } from '../protocol/finding.ts';
import { toTextEdit } from './ranges.ts';
import { Snapshot } from './snapshot.ts';
import { ignoreEdit } from './suppress.ts';
import { edited } from './testing.ts';

const findingOn = (line: number): Finding => ({
  code: 'SP306',
  name: 'seed-ignored',
  severity: 'error',
  message: 'x',
  range: { start: { line, column: 4 }, end: { line, column: 5 } },
  by: 'static',
});

/** The source with the comment; the finding on its new line must be suppressed. */
function ignored(source: string, line: number): string | undefined {
  const edit = ignoreEdit(new Snapshot('file:///a.py', 1, source), findingOn(line));
  if (!edit) return undefined;
  const text = edited(source, [toTextEdit(edit)]);
  const moved = line + (edit.text.endsWith('\n') ? 1 : 0);
  const { document } = new Snapshot('file:///a.py', 2, text);
  const { kept } = applySuppressions([findingOn(moved)], suppressionsOf(document), new Set(['SP306']));
  expect(kept).toEqual([]);
  return text;
}

describe('a comment that ignores a finding', () => {
  test('stands at the end of its line, behind another comment too', () => {
    expect(ignored('a = 1\n', 1)).toBe('a = 1  # spade: ignore[SP306] \n');
    expect(ignored('a = 1  # one\n', 1)).toBe('a = 1  # one  # spade: ignore[SP306] \n');
  });

  test('joins one that is there already', () => {
    expect(ignored('a = 1  # spade: ignore[SP505] known\n', 1)).toBe(
      'a = 1  # spade: ignore[SP505, SP306] known\n',
    );
  });

  test('stands above a line that ends within a text', () => {
    expect(ignored('if a:\n    b = """one\ntwo"""\n', 2)).toBe(
      'if a:\n    # spade: ignore[SP306] \n    b = """one\ntwo"""\n',
    );
  });

  test('is not offered in the middle of a text', () => {
    expect(ignored('b = """one\ntwo\nthree"""\n', 2)).toBeUndefined();
  });
});
