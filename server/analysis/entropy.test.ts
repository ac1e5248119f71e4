import { describe, expect, it } from 'vitest';
import { factsOf, game, methodOf, sourceOf } from './testing/facts-of.ts';

const seeds = (reset: string, init?: string): string[] => {
  const facts = factsOf(game({ reset: `${reset}\nreturn "x", {}`, ...(init === undefined ? {} : { init }) }));
  return (facts.entropy?.generators ?? []).map(
    (g) =>
      `${g.attribute ? `self.${g.attribute}` : g.name} ${g.seeds.map((s) => s.kind + (s.fallback ? `(${s.fallback.kind})` : '')).join('/')}`,
  );
};

describe('what seeds a generator', () => {
  it.each([
    ['rng = random.Random(seed)', ['rng seed']],
    ['self.rng = random.Random()', ['self.rng none']],
    ['self.rng = random.Random(seed or 42)', ['self.rng truthiness(constant)']],
    ['self.rng = random.Random(seed if seed is not None else 42)', ['self.rng default(constant)']],
    ['self.rng = random.Random(42 if seed is None else seed)', ['self.rng default(constant)']],
    ['self.rng = random.Random(seed if seed else None)', ['self.rng truthiness(none)']],
    ['if seed is None:\n    seed = 7\nself.rng = random.Random(seed)', ['self.rng default(constant)']],
    ['s = seed\nself.rng = random.Random(s)', ['self.rng seed']],
    ['self.rng = random.Random(seed + 1)', ['self.rng seed']],
    ['self.rng = random.Random(seed if seed is not None else self.rng.random())', ['self.rng default(self)']],
    ['import time\nself.rng = random.Random(time.time())', ['self.rng entropy']],
    ['self.rng = random.Random(self.seed)', ['self.rng other']],
    ['self.rng.seed(seed)', ['self.rng seed']],
  ])('%s', (reset, expected) => {
    expect(seeds(reset, 'self.max_turns = max_turns')).toEqual(expected);
  });
});

describe('sources', () => {
  const sources = (step: string, head = ''): string[] =>
    (factsOf(game({ step, head, reset: 'return "x", {}' })).entropy?.sources ?? []).map(
      (s) => `${s.kind} ${s.name} in ${s.fn?.name}`,
    );

  it.each([
    ['random.shuffle(self.deck)', '', ['globalDraw random.shuffle in step']],
    ['rnd.seed(3)', 'import random as rnd\n', ['globalSeed random.seed in step']],
    ['pick(self.deck)', 'from random import choice as pick\n', ['globalDraw random.choice in step']],
    ['np.random.rand()', 'import numpy as np\n', ['numpy numpy.random.rand in step']],
    [
      'x = time.time(), datetime.datetime.now(), datetime.date.today()',
      'import time, datetime\n',
      ['time time.time in step', 'time datetime.datetime.now in step', 'time datetime.date.today in step'],
    ],
    ['x = now.now()', 'from datetime import datetime as now\n', ['time datetime.datetime.now in step']],
    [
      'x = uuid4(), secrets.token_hex(), os.urandom(3)',
      'from uuid import uuid4\nimport secrets, os\n',
      ['uuid uuid.uuid4 in step', 'secrets secrets.token_hex in step', 'urandom os.urandom in step'],
    ],
    ['x = hash(action), id(self)', '', ['hash hash in step', 'identity id in step']],
    ['x = self.rng.random(), self.random.choice([1]), hash_(1)', '', []],
    ['x = hash(1)', 'def hash(x):\n    return x\n', []],
  ])('%s', (step, head, expected) => {
    expect(sources(step, head)).toEqual(expected);
  });
});

it('tells where draws come from', () => {
  const facts = factsOf(
    game({
      reset:
        'rng = random.Random(seed)\nself.rng = rng\nself.x = rng.choice("ab")\nself.y = random.random()\nreturn "x", {}',
      step: 'return self.rng.randint(1, 2)',
    }),
  );
  expect(facts.entropy?.draws.map((d) => [d.method, d.from, d.fn?.name])).toEqual([
    ['choice', { name: 'rng' }, 'reset'],
    ['random', { global: true }, 'reset'],
    ['randint', { attribute: 'rng' }, 'step'],
  ]);
});

it.each([
  'if seed:\n    pass',
  'if not seed:\n    pass',
  's = seed or 3',
  's = seed if seed else 3',
  'while seed and True:\n    break',
])('notes that the truth of the seed is asked: %s', (line) => {
  expect(factsOf(game({ reset: `${line}\nreturn "x", {}` })).entropy?.truthTests).toHaveLength(1);
});

it.each(['if seed is None:\n    pass', 's = 3 or seed', 's = [seed]', 'if seed > 0:\n    pass'])(
  'and not where it is not: %s',
  (line) => {
    expect(factsOf(game({ reset: `${line}\nreturn "x", {}` })).entropy?.truthTests).toEqual([]);
  },
);

describe('the order of sets', () => {
  const orders = (step: string): string[] => {
    const facts = factsOf(
      game({
        init: 'self.max_turns = max_turns\nself.seen = set()\nself.words = ["a"]',
        step,
        reset: 'return "x", {}',
      }),
    );
    return (facts.entropy?.setOrders ?? []).map((o) => `${o.how} ${sourceOf(facts, o.node)}`);
  };

  it.each([
    ['for w in self.seen:\n    pass', ['iterated self.seen']],
    ['return ", ".join({w for w in self.words})', ['joined {w for w in self.words}']],
    ['x = list(set(self.words))', ['listed set(self.words)']],
    ['return self.seen.pop()', ['popped self.seen']],
    ['x = random.choice({1, 2})', ['chosen {1, 2}']],
    ['x = [w for w in self.seen]', ['iterated self.seen']],
    [
      'x = sorted(self.seen), len(self.seen), sum(w for w in self.seen), {w for w in self.seen}, sorted(list(self.seen))',
      [],
    ],
    [
      'for w in sorted(self.seen):\n    pass\nfor w in self.words:\n    pass\nif "a" in self.seen:\n    pass\nself.words.pop()',
      [],
    ],
  ])('%s', (step, expected) => {
    expect(orders(step)).toEqual(expected);
  });
});

it('follows where values spread', () => {
  const facts = factsOf(
    game({
      reset:
        'value = random.random()\nself.a = [value]\nself.b = 3\nif value > 0.5:\n    self.c = 1\nself._fill(value)\nreturn "x", {}',
      step: 'self.e = self.b\nreturn self._show(), 0.0, False, False, {}',
      more: 'def _fill(self, number):\n    self.d = {}\n    self.d["x"] = number\ndef _show(self):\n    return f"{self.a}"',
    }),
  );
  const draws = new Set<unknown>(facts.entropy?.sources.map((s) => s.node));
  const spread = facts.spread((n) => draws.has(n));
  expect([...(spread?.attributes ?? [])].sort()).toEqual(['a', 'c', 'd']);
  expect(new Set(spread?.returns.map((r) => r.method.name))).toEqual(new Set(['_show', 'step']));
  expect(methodOf(facts, 'reset').name).toBe('reset');
});
