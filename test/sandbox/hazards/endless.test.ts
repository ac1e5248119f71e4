import { describe, expect, it } from 'vitest';
import { breachAt, useHazards } from './support.ts';

const hazards = useHazards();

/** Small enough for tests, large enough for the ordinary work around the hazard. */
const TICKS = { ticks: 20_000 };
/** For loops that never look at signals: only the wall clock ends them. */
const WALL = { milliseconds: 700 };

describe('loops that the interpreter can interrupt', () => {
  it.each([
    ['while True', 'while True: pass', 10],
    ['a loop of calls', 'def f(): pass\nwhile True: f()', 11],
    ['a generator', 'def g():\n    while True: yield 1\nfor _ in g(): pass', 12],
    ['a regular expression', 'import re\nre.match(r"(a+)+$", "a" * 60 + "b")', 11],
    ['a power tower', 'x = 9 ** 9 ** 9', 10],
    ['a big factorial', 'import math\nmath.factorial(10 ** 7)', 11],
    [
      'sorting by a slow comparison',
      'import functools\nwhile True: sorted(range(99), key=functools.cmp_to_key(lambda a, b: b - a))',
      11,
    ],
  ])('%s', async (_name, body, line) => {
    const reply = await hazards.step(body, TICKS);
    expect(reply).toMatchObject({ breach: { limit: 'time' } });
    // Interrupted inside a nested function or in the line that called it.
    const at = 'breach' in reply ? reply.breach.line : null;
    expect([line, line - 1]).toContain(at);
  });

  it('stops at the same tick every time', async () => {
    const source = 'n = 0\nwhile True:\n    n += 1\n    if n % 1000 == 0: print(n)';
    const runs = [await hazards.run(loop(source), TICKS), await hazards.run(loop(source), TICKS)];
    expect(runs[0]).toEqual(runs[1]);
    expect(runs[0]).toMatchObject({ kind: 'limit', breach: { limit: 'time' } });
  });
});

describe('loops in C that look at no signal', () => {
  it.each([
    ['sum(iter(int, 1))', 'sum(iter(int, 1))', 10],
    ['any(repeat(0))', 'import itertools\nany(itertools.repeat(0))', 11],
    ['x in count()', 'import itertools\n-1 in itertools.count()', 11],
    [
      'deque(count(), maxlen=0)',
      'import collections, itertools\ncollections.deque(itertools.count(), maxlen=0)',
      11,
    ],
    ['max(repeat(1))', 'import itertools\nmax(itertools.repeat(1))', 11],
    ['finding without finding', 'x = "ab" * 10 ** 6\ny = "ab" * 10 ** 5 + "c"\nwhile True: x.find(y)', 12],
  ])('%s', async (_name, body, line) => {
    expect(await hazards.step(body, WALL)).toEqual(breachAt('time', line));
  });
});

describe('code that swallows the interrupt', () => {
  it('is ended by the wall clock when it goes on', async () => {
    const body = 'while True:\n    try:\n        while True: pass\n    except BaseException: pass';
    expect(await hazards.step(body, { ...TICKS, ...WALL })).toMatchObject({ breach: { limit: 'time' } });
  });

  it('has passed its limit even when it returns', async () => {
    const body = 'try:\n    while True: pass\nexcept BaseException: answer = "free"';
    expect(await hazards.step(body, TICKS)).toEqual(breachAt('time', 11));
  });

  it('loops in finally, in __del__ and in a signal handler', async () => {
    const inFinally = 'try:\n    pass\nfinally:\n    while True: pass';
    expect(await hazards.step(inFinally, TICKS)).toEqual(breachAt('time', 13));
    const inDel = 'class A:\n    def __del__(self):\n        while True: pass\na = A()\ndel a';
    expect(await hazards.step(inDel, TICKS)).toMatchObject({ breach: { limit: 'time', line: 12 } });
    const handler =
      'import signal\ndef again(*_):\n    while True: pass\nsignal.signal(signal.SIGINT, again)\nwhile True: pass';
    expect(await hazards.step(handler, { ...TICKS, ...WALL })).toMatchObject({ breach: { limit: 'time' } });
  });
});

describe('waiting', () => {
  it('sleeps on a virtual clock', async () => {
    const body =
      'import time\nbegun = time.time()\ntime.sleep(10_000)\nanswer = time.time() - begun >= 10_000';
    expect(await hazards.answer(body)).toBe('True');
  });

  it.each([
    ['input()', 'input()', 'EOFError'],
    ['a lock held twice', 'import threading\nl = threading.Lock()\nl.acquire()\nl.acquire()', undefined],
    ['an empty queue', 'import queue\nqueue.Queue().get()', undefined],
  ])('%s does not hang', async (_name, body, error) => {
    const reply = await hazards.step(body, { ...TICKS, ...WALL });
    if (error) expect(reply).toMatchObject({ error: { type: error } });
    else expect(reply).toMatchObject({ breach: { limit: 'time' } });
  });
});

it('stops a loop while the module loads, in the constructor and in reset', async () => {
  const load = await hazards.run([{ op: 'load', source: '\nwhile True: pass', compat: false }], TICKS);
  expect(load).toMatchObject({
    kind: 'limit',
    at: 0,
    breach: { limit: 'time', line: 2, function: '<module>' },
  });
  const source =
    'class LoopEnv:\n    def __init__(self): \n        while True: pass\n    def reset(self): pass\n    def step(self, a): pass';
  const construct = await hazards.run(
    [
      { op: 'load', source, compat: false },
      { op: 'new', id: 'env' },
    ],
    TICKS,
  );
  expect(construct).toMatchObject({
    kind: 'limit',
    at: 1,
    breach: { limit: 'time', line: 3, function: 'LoopEnv.__init__' },
  });
});

function loop(source: string) {
  return [{ op: 'load' as const, source, compat: false }];
}
