import { expect, test } from 'vitest';
import type { Finding } from '../protocol/finding.ts';
import { applyFixes, fixAll } from './fixes.ts';
import { lint } from './lint.ts';
import { GAME, variant } from './sample.ts';

const findingAt = (line: number, columns: readonly [number, number], text: string): Finding => {
  const range = { start: { line, column: columns[0] }, end: { line, column: columns[1] } };
  return {
    code: 'SP702',
    name: 'fstring-braces',
    severity: 'error',
    message: '',
    range,
    by: 'static',
    fix: { title: 'Write it so', edits: [{ range, text }] },
  };
};

test('of two fixes that overlap, the first in the source is taken', () => {
  const { source, applied } = applyFixes('abcdef\n', [
    findingAt(1, [0, 2], 'X'),
    findingAt(1, [1, 3], 'Y'),
    findingAt(1, [4, 5], ''),
  ]);
  expect(source).toBe('Xcdf\n');
  expect(applied).toHaveLength(2);
});

test('a source of a system that ends lines otherwise keeps its line ends', () => {
  expect(applyFixes('a = 1\r\nb = 2\r\n', [findingAt(2, [0, 0], 'import re\n')]).source).toBe(
    'a = 1\r\nimport re\r\nb = 2\r\n',
  );
});

test('fixes that uncover others are made until nothing is left to fix', () => {
  const source = variant(
    GAME,
    ['    def reset(self, seed=None):', '    def reset(self):'],
    ['import re\n', ''],
  );
  const fixed = fixAll(source, (document) => lint(document));
  expect(fixed.applied.map(({ code }) => code)).toEqual(expect.arrayContaining(['SP103', 'SP113']));
  expect(fixed.source).toContain('import re\n');
  expect(fixAll(fixed.source, (document) => lint(document)).applied).toEqual([]);
});

test('what does not parse is only repaired, and mended further once it parses', () => {
  const plain = variant(GAME, ['    def reset(self, seed=None):', '    def reset(self):']);
  const open = `${plain}    def broken(self:\n        pass\n`;
  expect(fixAll(open, (document) => lint(document))).toEqual({ source: open, applied: [] });
  const fenced = fixAll(`\`\`\`python\n${plain}\`\`\`\n`, (document) => lint(document));
  expect(fenced.applied.map(({ code }) => code)).toEqual(['SP704', 'SP103']);
  expect(fenced.source.startsWith('import random')).toBe(true);
});

test('a round that would break the source is not made', () => {
  const fixed = fixAll('x = 1\n', () => [findingAt(1, [4, 5], '(')]);
  expect(fixed).toEqual({ source: 'x = 1\n', applied: [] });
});
