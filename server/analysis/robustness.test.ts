import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { analyse } from './facts.ts';
import { parse, positionAt } from './parse.ts';
import type { Node } from './python/syntax.ts';
import { walk } from './python/visit.ts';
import { readAll } from './testing/read-all.ts';

const root = new URL('../../', import.meta.url);
const sources = globSync(['examples/environments/**/*.py', 'server/analysis/fixtures/*.py'], { cwd: root })
  .sort()
  .map((file) => readFileSync(new URL(file, root), 'utf8'));
/** Set `SPADE_PROPERTY_RUNS=10000` for a thorough run. */
const runs = Number(process.env.SPADE_PROPERTY_RUNS ?? 300);

const scrap = fc.constantFrom(
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ':',
  ',',
  '.',
  '=',
  '==',
  '"',
  "'",
  '"""',
  "f'",
  'f"{',
  '}"',
  '\\',
  '\n',
  '\n    ',
  '\t',
  ' ',
  '#',
  '@',
  '*',
  '**',
  ':=',
  'self',
  'self.',
  'lambda',
  'lambda:',
  'if',
  'else',
  'elif x:',
  'for',
  'in',
  'while True:',
  'def',
  'def f(',
  'class',
  'class A(A):',
  'return',
  'return ',
  'yield',
  'match x:',
  'case',
  'try:',
  'except',
  'finally:',
  'with',
  'import',
  'from',
  'global x',
  'not',
  'is',
  'await',
  'async',
  'del',
  'x = x + [x]\n',
  'é',
  '😀',
  '\0',
  '\r\n',
  '0x',
  '1e',
  '...',
  'super().step(action)',
  'self.step(self.step)',
);
const edit = fc.tuple(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.integer({ min: 0, max: 60 }),
  fc.oneof(scrap, fc.string({ maxLength: 8 })),
);
const mutated = fc
  .record({
    index: fc.nat(sources.length - 1),
    keep: fc.double({ min: 0.02, max: 1, noNaN: true }),
    whole: fc.boolean(),
    edits: fc.array(edit, { maxLength: 6 }),
  })
  .map(({ index, keep, whole, edits }) => {
    let text = sources[index] ?? '';
    if (!whole) text = text.slice(0, Math.floor(text.length * keep));
    for (const [at, remove, insert] of edits) {
      const start = Math.floor(at * text.length);
      text = text.slice(0, start) + insert + text.slice(start + remove);
    }
    return text;
  });

it('never throws, and keeps every node inside its parent, on any mutation of a source', () => {
  fc.assert(
    fc.property(mutated, (text) => {
      const document = parse(text);
      const outside: Node[] = [];
      walk(document.tree, (node) => {
        const { start, end } = node.parent ?? { start: 0, end: text.length };
        if (node.start < start || node.end > end || node.start > node.end) outside.push(node);
        return true;
      });
      expect(outside).toEqual([]);
      const { line } = positionAt(document, text.length);
      expect(line).toBe(text.split('\n').length);
      expect(readAll(analyse(document))).toBeGreaterThan(0);
    }),
    { numRuns: runs },
  );
}, 900_000);

it('reads texts that are no Python at all', () => {
  fc.assert(
    fc.property(fc.array(scrap, { maxLength: 80 }), (parts) => {
      expect(readAll(analyse(parse(parts.join(' '))))).toBeGreaterThan(0);
    }),
    { numRuns: runs },
  );
}, 900_000);

it.each([
  ['brackets', '('.repeat(5000)],
  ['closed brackets', `x = ${'['.repeat(3000)}${']'.repeat(3000)}`],
  ['a sum', `x = ${'1 + '.repeat(20_000)}1`],
  ['a chain of calls', `x = a${'.b()'.repeat(10_000)}`],
  ['negations', `x = ${'not '.repeat(5000)}y`],
  ['signs', `x = ${'-'.repeat(5000)}y`],
  ['powers', `x = ${'y ** '.repeat(5000)}y`],
  ['lambdas', `x = ${'lambda: '.repeat(5000)}y`],
  ['elifs', `if a:\n  pass\n${'elif b:\n  pass\n'.repeat(5000)}`],
  ['blocks', Array.from({ length: 400 }, (_, i) => `${' '.repeat(i)}if x:`).join('\n')],
  ['nested f-strings', `x = ${'f"{'.repeat(500)}y${'}"'.repeat(500)}`],
  ['open f-strings', `x = ${'f"{'.repeat(3000)}`],
  ['open f-strings of all kinds', `x = ${`f'{f"{`.repeat(1500)}`],
  ['decorators', `${'@a\n'.repeat(5000)}def f(): pass`],
  ['or-patterns', `match x:\n  case ${'1 | '.repeat(5000)}1:\n    pass`],
  ['nested patterns', `match x:\n  case ${'['.repeat(3000)}`],
  ['conditional expressions', `x = ${'a if b else '.repeat(5000)}c`],
  [
    'names that name names',
    Array.from({ length: 60 }, (_, i) => `a${i + 1} = [a${i}, a${i}, a${i}]`).join('\n'),
  ],
])('ends on deep or long input: %s', (_, text) => {
  const source = `class XEnv:\n    def reset(self, seed=None):\n        return "a", {}\n    def step(self, action):\n        return x\n${text}\n`;
  const facts = analyse(parse(source));
  expect(facts.environment?.name).toBe('XEnv');
  expect(readAll(facts)).toBeGreaterThan(0);
});
