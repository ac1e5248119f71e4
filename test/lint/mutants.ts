/** Sources as they are half typed, cut off or garbled: the examples and what happens to them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';

const root = join(import.meta.dirname, '../..');

/** Sound and unsound environments, by path. */
export const EXAMPLES: ReadonlyMap<string, string> = new Map(
  globSync(['examples/environments/**/*.py', 'server/*/fixtures/*.py'], { cwd: root })
    .sort()
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);

const SOURCES = [...EXAMPLES.values()];

/** What breaks structure, what generated sources contain by mistake, and what the rules look for. */
const SCRAP = [
  ...'()[]{}:,.=@*#\\\t"\'`'.split(''),
  ...['\n', '\n    ', '\n\n\n', '\r\n', '"""', 'f"{', '}"', "f'", 'r"', '{{', '}}', '```\n', '```python\n'],
  ...[
    'self',
    'self.',
    'self.done',
    'lambda s: ',
    'if x:\n',
    'else:',
    'elif ',
    'for i in self.x: ',
    'while True:\n',
  ],
  ...[
    'def ',
    'class ',
    'class BEnv(AEnv):\n',
    'return ',
    'return None\n',
    'yield',
    'match action:\n',
    'case _:',
  ],
  ...[
    'try:\n',
    'except:\n',
    'with open(x) as f:\n',
    'import os\n',
    'from x import *\n',
    'global rng\n',
    ':=',
    '**',
  ],
  ...[
    '\\boxed{',
    '"\\boxed{}"',
    'random.',
    'random.random()',
    'time.time()',
    'set(',
    'print(',
    'eval(action)',
  ],
  ...[
    'self.reset()',
    'super().step(action)',
    'seed or 1',
    'rng',
    '_tools',
    '_state["a"]',
    '_message_criteria',
  ],
  ...[
    '# spade: ignore[SP306]',
    '# spade: ignore',
    '0',
    '1e999',
    '-1',
    '0x',
    '\0',
    'é',
    '😀',
    '\ud800',
    '\u2028',
  ],
];

const place = fc.double({ min: 0, max: 1, noNaN: true });
const edit = fc.oneof(
  /** A few characters give way to a scrap. */
  fc.record({
    kind: fc.constant('replace' as const),
    at: place,
    size: fc.nat(60),
    text: fc.oneof(fc.constantFrom(...SCRAP), fc.string({ maxLength: 8 })),
  }),
  /** Whole lines are gone, there twice, moved or indented otherwise. */
  fc.record({
    kind: fc.constantFrom('drop' as const, 'repeat' as const, 'move' as const, 'indent' as const),
    at: place,
    size: fc.integer({ min: 1, max: 12 }),
    to: place,
  }),
  /** Another source's piece. */
  fc.record({
    kind: fc.constant('graft' as const),
    at: place,
    from: fc.nat(SOURCES.length - 1),
    start: place,
  }),
);
type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

/** A prefix of an example, or all of it, with up to six edits. */
export const mutant: fc.Arbitrary<string> = fc
  .record({
    source: fc.constantFrom(...SOURCES),
    keep: fc.oneof(fc.constant(1), place),
    edits: fc.array(edit, { maxLength: 6 }),
  })
  .map(({ source, keep, edits }) =>
    edits.reduce((text, one) => edited(text, one), source.slice(0, Math.ceil(keep * source.length))),
  );

function edited(text: string, edit: Edit): string {
  const at = Math.floor(edit.at * text.length);
  if (edit.kind === 'replace') return text.slice(0, at) + edit.text + text.slice(at + edit.size);
  if (edit.kind === 'graft') {
    const other = SOURCES[edit.from] ?? '';
    const start = Math.floor(edit.start * other.length);
    return text.slice(0, at) + other.slice(start, start + 400) + text.slice(at);
  }
  const lines = text.split('\n');
  const line = Math.floor(edit.at * lines.length);
  const taken = lines.slice(line, line + edit.size);
  if (edit.kind === 'repeat') lines.splice(line, 0, ...taken);
  else lines.splice(line, edit.size);
  if (edit.kind === 'move') lines.splice(Math.floor(edit.to * lines.length), 0, ...taken);
  if (edit.kind === 'indent') lines.splice(line, 0, ...taken.map((one) => `  ${one}`));
  return lines.join('\n');
}
