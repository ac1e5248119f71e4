import { describe, expect, it } from 'vitest';
import { breachAt, play, raised, useHazards } from './support.ts';

const hazards = useHazards();

describe('memory', () => {
  it.each([
    ['a list that grows', 'x = []\nwhile True: x.append("a" * 10 ** 6 + str(len(x)))', 11],
    ['a string that doubles', 'x = "a"\nwhile True: x += x', 11],
    ['one huge list', 'x = [0] * 10 ** 9', 10],
    ['one huge bytes', 'x = bytes(10 ** 9)', 10],
    ['a slow leak', 'x = []\nwhile True: x.append([len(x)] * 1000)', 11],
    ['list(count())', 'import itertools\nlist(itertools.count())', 11],
    ['a big integer', 'x = 1 << 10 ** 10', 10],
    ['a big repetition', 'import itertools\nx = list(itertools.product(range(100), repeat=6))', 11],
  ])('%s', async (_name, body, line) => {
    const limits = { ticks: 10_000_000, milliseconds: 20_000 };
    expect(await hazards.step(body, limits)).toMatchObject(breachAt('memory', line));
  });

  it('goes on for code that handles its MemoryError', async () => {
    const body = 'try:\n    x = bytes(10 ** 9)\nexcept MemoryError:\n    answer = "caught"';
    expect(await hazards.answer(body)).toBe('caught');
  });

  it('is given back: a grown interpreter is replaced', async () => {
    const grow = 'x = [bytes(10 ** 6) for _ in range(150)]\nanswer = "grown"';
    expect(await hazards.answer(grow)).toBe('grown');
    const after = await hazards.run(
      play('class AEnv:\n    def reset(self, seed=None): pass\n    def step(self, a): pass'),
    );
    expect(after.kind === 'ok' && after.memory).toBeLessThan(64 * 1024 * 1024);
  });
});

describe('depth', () => {
  it.each([
    ['a function that calls itself', 'def f(n): return f(n + 1)\nf(0)'],
    ['a copy of a deep list', 'import copy\nx = []\nfor _ in range(100_000): x = [x]\ncopy.deepcopy(x)'],
    ['a pickle of a deep tuple', 'import pickle\nx = ()\nfor _ in range(100_000): x = (x,)\npickle.dumps(x)'],
    ['a generator that yields from itself', 'def g(n): yield from g(n + 1)\nlist(g(0))'],
    ['a regular expression of brackets', 'import re\nre.compile("(" * 100_000)'],
    ['__repr__ that asks for itself', 'class A:\n    def __repr__(self): return repr(A())\nrepr(A())'],
    ['__lt__ that sorts', 'class A:\n    def __lt__(self, o): return sorted([A(), A()])\nsorted([A(), A()])'],
    [
      '__getattr__ that asks itself',
      'class A:\n    def __getattr__(self, n): return getattr(self, n)\nA().x',
    ],
  ])('%s raises RecursionError', async (_name, body) => {
    expect(await hazards.step(body)).toEqual(raised('RecursionError'));
  });

  it('reads and writes structures a hundred thousand deep', async () => {
    const body =
      'import json\ntext = "[" * 100_000 + "]" * 100_000\nanswer = json.dumps(json.loads(text)) == text';
    expect(await hazards.answer(body)).toBe('True');
  });

  // What recurses in C alone reaches the end of the stack before CPython's own limit.
  it.each([
    ['reading', 'json.loads("[" * n + "]" * n)', 13],
    ['comparing', 'a, b = [], []\nfor _ in range(n): a, b = [a], [b]\na == b', 15],
    ['hashing', 'x = ()\nfor _ in range(n): x = (x,)\nhash(x)', 15],
    ['freeing', 'x = []\nfor _ in range(n): x = [x]\ndel x', 15],
  ])('%s a structure a million deep is a breach', async (_name, work, line) => {
    const body = `import json\nimport gc\nn = 1_000_000\n${work}`;
    expect(await hazards.step(body, { ticks: 10_000_000 })).toMatchObject(breachAt('depth', line));
  });

  it('with the limit of recursion raised, ends in an error or a breach', async () => {
    const body = 'import sys\nsys.setrecursionlimit(10 ** 9)\ndef f(n): return f(n + 1)\nf(0)';
    const reply = await hazards.step(body, { ticks: 10_000_000 });
    const kind = 'breach' in reply ? reply.breach.limit : 'error' in reply ? reply.error.type : undefined;
    expect(['RecursionError', 'memory', 'depth']).toContain(kind);
  });

  it('frees a deep structure', async () => {
    expect(await hazards.answer('x = None\nfor _ in range(300_000): x = (x,)\ndel x\nanswer = "freed"')).toBe(
      'freed',
    );
  });

  it('freeing such a structure as the step ends is a breach outside of the source', async () => {
    const reply = await hazards.step('x = []\nfor _ in range(1_000_000): x = [x]', { ticks: 10_000_000 });
    expect(reply).toMatchObject({ breach: { limit: 'depth', line: null } });
  });

  it.each([
    ['brackets', 'eval("(" * 100_000)', /SyntaxError|MemoryError|RecursionError/],
    ['operators', 'eval("-" * 100_000 + "1")', /SyntaxError|MemoryError|RecursionError/],
    ['lists', 'eval("[" * 5_000 + "]" * 5_000)', /SyntaxError|MemoryError|RecursionError/],
  ])('source nested deeply: %s', async (_name, body, expected) => {
    const reply = await hazards.step(body);
    if ('breach' in reply) expect(['memory', 'depth']).toContain(reply.breach.limit);
    else expect('error' in reply && reply.error.type).toMatch(expected);
  });
});

describe('output', () => {
  it('keeps the first 64 kB and counts the rest', async () => {
    const result = await hazards.run(play(noisy('print("x" * 99_999)'), 'go'));
    expect(result).toMatchObject({ kind: 'ok', usage: [{}, {}, {}, { output: 100_000 }] });
    expect(result.kind === 'ok' && result.output.length).toBe(65_536);
  });

  it('stops 500 MB of print at the line that prints', async () => {
    const body = 'line = "x" * 10 ** 6\nfor _ in range(500):\n    print(line)';
    expect(await hazards.step(body)).toEqual(breachAt('output', 12));
  });

  it('stops output that swallows the interrupt', async () => {
    const body = 'while True:\n    try:\n        print("x" * 10 ** 6)\n    except BaseException: pass';
    expect(await hazards.step(body)).toMatchObject({ breach: { limit: 'output' } });
  });

  it('stops writing to the descriptor itself', async () => {
    const body = 'import os\nwhile True: os.write(2, b"x" * 10 ** 6)';
    expect(await hazards.step(body)).toMatchObject({ breach: { limit: 'output', line: 11 } });
  });

  it('reads characters beyond ASCII, and bytes that are none', async () => {
    const result = await hazards.run(
      play(noisy('print("né 😀")\n        import os; os.write(1, b"\\xff!")'), 'go'),
    );
    expect(result.kind === 'ok' && result.output).toBe('né 😀\n\ufffd!');
  });
});

describe('results too large to leave', () => {
  it('names the limit', async () => {
    const body =
      'answer = None\nself.huge = [["x" * 99_000] for _ in range(99)]\nreturn self.huge, 0.0, False, False, {}';
    expect(await hazards.step(body)).toMatchObject({ breach: { limit: 'output' } });
  });

  it('cuts one long string instead', async () => {
    const reply = await hazards.step('return "x" * 10 ** 7, 0.0, False, False, {}');
    expect(reply).toMatchObject({ ok: { parts: [{ length: 10_000_000 }, {}, {}, {}, {}] } });
  });
});

function noisy(statement: string): string {
  return `class NoisyEnv:
    def reset(self, seed=None): return "", {}
    def step(self, action):
        ${statement}
        return "", 0.0, False, False, {}
    def solution(self): return ""`;
}
