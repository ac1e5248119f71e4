import { describe, expect, it } from 'vitest';
import { factsOf, sourceOf } from './testing/facts-of.ts';

/** What the last read of a name may see, as source text. */
const seen = (text: string, name: string): (string | undefined)[] => {
  const facts = factsOf(text);
  const read = facts
    .nodes('Name')
    .filter((n) => n.id === name)
    .at(-1);
  return read ? facts.definitions(read).map((d) => (d.value ? sourceOf(facts, d.value) : d.kind)) : [];
};

describe('what a read may see', () => {
  it.each([
    ['x = 1\nx = 2\nprint(x)', ['1', '2']],
    ['def f():\n    x = 1\n    x = 2\n    return x', ['2']],
    ['def f(c):\n    x = 1\n    if c:\n        x = 2\n    return x', ['1', '2']],
    ['def f(c):\n    if c:\n        x = 1\n        return x\n    x = 2\n    return x', ['2']],
    ['def f(x=3):\n    return x', ['3']],
    ['def f():\n    for x in y:\n        pass\n    return x', ['y']],
    ['x = 1\ndef f():\n    return x', ['1']],
    ['class A:\n    x = 1\n    def f(self):\n        return x', []],
    ['x = 1\ndef f():\n    global x\n    x = 2\n    return x', ['1', '2']],
    ['def f():\n    x = 1\n    def g():\n        nonlocal x\n        x = 2\n    return x', ['1', '2']],
    ['def f(y):\n    return [x for x in y]\nx', []],
    ['def f():\n    if (x := g()) and x:\n        return x', ['g()']],
    ['def f():\n    try:\n        x = 1\n    except E as e:\n        x = 2\n    return x', ['1', '2']],
    [
      'def f():\n    while a:\n        x = 1\n        if b:\n            break\n        x = 2\n    else:\n        x = 3\n    return x',
      ['1', '3'],
    ],
    ['def f():\n    a, (x, *c) = y\n    return x', ['y']],
    ['def f():\n    a, x = 1, 2\n    return x', ['2']],
    ['def f():\n    x = 0\n    x += 1\n    return x', ['0', '1']],
    ['import os as x\nx', ['import']],
  ])('%s', (text, expected) => {
    const found = seen(text, 'x');
    expect(found.sort()).toEqual([...expected].sort());
  });
});

it('resolves imports to full names', () => {
  const facts = factsOf(
    'import os.path, random as r\nfrom random import Random, choice as pick\nfrom . import local\nos.path.join; r.seed; Random; pick; local; len; self.x.y\ndef f(r):\n    r.seed\n',
  );
  const names = facts.nodes('ExpressionStatement').map((s) => facts.qualified(s.value));
  expect(names).toEqual([
    'os.path.join',
    'random.seed',
    'random.Random',
    'random.choice',
    'local',
    'len',
    'self.x.y',
    undefined,
  ]);
  expect(facts.imports.map((i) => [i.module, i.name, i.bound, i.topLevel])).toEqual([
    ['os.path', undefined, 'os', true],
    ['random', undefined, 'r', true],
    ['random', 'Random', 'Random', true],
    ['random', 'choice', 'pick', true],
    ['.', 'local', 'local', true],
  ]);
});

describe('values', () => {
  const value = (expression: string, head = ''): unknown => {
    const facts = factsOf(`${head}\nresult = ${expression}\n`);
    const assign = facts.nodes('Assign').at(-1);
    const found = assign && facts.evaluate(assign.value);
    return found && 'value' in found ? found.value : found?.kind;
  };

  it.each([
    ['"a" "b" + f"c{1}{N}"', 'N = 2', 'abc12'],
    ['"x".join(["a", "b"]).upper()', '', 'AXB'],
    ['"a b".split()[1]', '', 'b'],
    ['-3 + 2 * 5', '', 7],
    ['7 // -2', '', -4],
    ['2 ** 100', '', 'unknown'],
    ['{"a": 1, **{"b": 2}}["b"]', '', 2],
    ['D["k"]', 'D = {}\nD["k"] = "v"', 'v'],
    ['L[0]', 'L = []\nL.append("v")', 'v'],
    ['L[0]', 'L = []\nif x:\n    L.append("v")', 'unknown'],
    ['f("a")', 'def f(x, y="b"):\n    z = x + y\n    return z * 2', 'abab'],
    ['f(1)', 'def f(x):\n    return f(x)', 'unknown'],
    ['N', 'N = 1\nN = 2', 'unknown'],
    ['[c * 2 for c in "ab"][1]', '', 'bb'],
    ['str(True) + str(None) + str(3)', '', 'TrueNone3'],
    ['C.X', 'class C:\n    X = 5', 5],
    ['unheard', '', 'unknown'],
    ['(x, y)[:1][0]', 'x = "q"', 'q'],
    ['list(range(1, 6, 2))[-1]', '', 5],
  ])('%s', (expression, head, expected) => {
    expect(value(expression, head)).toBe(expected);
  });
});
