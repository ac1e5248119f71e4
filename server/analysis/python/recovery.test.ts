import { expect, it } from 'vitest';
import { analyse } from '../facts.ts';
import { parse, textOf } from '../parse.ts';

/** An environment with one line half typed. */
const around = (line: string): string => `import random

class HalfEnv:
    def __init__(self, max_turns=10):
        self.max_turns = max_turns

    def reset(self, seed=None):
        self.rng = random.Random(seed)
        ${line}
        return "start", {}

    def step(self, action):
        return "a", 0.0, False, True, {}

    def solution(self):
        return "x"
`;

it.each([
  'self.x =',
  'self.',
  'self.x = foo(1,',
  'self.x = {"a": [1, 2',
  'self.x = [i for i in',
  'if self.',
  'if self.x and',
  'for i in range(3)',
  'for i in',
  'while True',
  'x = "abc',
  "x = 'it''s",
  'x = f"abc {self.',
  'x = f"abc {self.x',
  'x = f"abc {self.x!',
  'x = f"{d["a"',
  'self.rng.choice(self.words',
  'return self._obs(',
  'x = lambda',
  'x = lambda a:',
  'def helper(self',
  'def helper(self, a=',
  '@property',
  'with open(',
  'try:',
  'assert',
  'del',
  'import',
  'from x import',
  'raise ValueError(f"bad {action}"',
  'x = a if b',
  'x = a if b else',
  'x = not',
  'x = -',
  'x = {**',
  'x = print "hello"',
  'match self.x:',
  'elif x:',
  'else:',
  ')',
  '`',
  'x = 5 apples',
  'x ?= 3',
])('keeps the methods around the half-typed line: %s', (line) => {
  const facts = analyse(parse(around(line)));
  expect(facts.environment?.name).toBe('HalfEnv');
  expect([...(facts.environment?.cls.methods.keys() ?? [])]).toEqual(
    expect.arrayContaining(['__init__', 'reset', 'step', 'solution']),
  );
  expect(facts.returns(facts.method('step') ?? fail()).map((r) => r.parts?.length)).toEqual([5]);
});

const fail = (): never => {
  throw new Error('there is no such method');
};

it('loses no more than one line to an open triple quote', () => {
  const facts = analyse(parse(around('x = """abc')));
  expect([...(facts.environment?.cls.methods.keys() ?? [])]).toContain('solution');
});

it('reads the source after a stray fence', () => {
  const document = parse(`\`\`\`python\n${around('pass')}\`\`\`\n`);
  expect(analyse(document).environment?.name).toBe('HalfEnv');
  expect(document.problems.length).toBeGreaterThan(0);
});

it('reads a method whose indentation slipped', () => {
  const facts = analyse(
    parse(
      'class AEnv:\n    def reset(self, seed=None):\n        return "a", {}\n   def step(self, action):\n        return "b", 0.0, True, False, {}\n',
    ),
  );
  expect([...facts.scopes.module.bindings.keys(), ...(facts.classes[0]?.methods.keys() ?? [])]).toContain(
    'step',
  );
});

it('says where the braces of an f-string hold no expression', () => {
  const document = parse('x = f"\\\\boxed{5 apples} {} {word}"\n');
  const fields = analyse(document).nodes('Interpolation');
  expect(fields.map((f) => [textOf(document, f), f.broken])).toEqual([
    ['{5 apples}', true],
    ['{}', true],
    ['{word}', false],
  ]);
});

it('keeps raw text and resolved text apart', () => {
  const [literal] = analyse(parse('x = "\\boxed{a}"\n')).nodes('StringLiteral');
  expect(literal?.raw).toBe(false);
  expect(literal?.segments[0]).toMatchObject({ kind: 'TextSegment', value: '\boxed{a}' });
});
