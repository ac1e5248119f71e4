import { describe, expect, it } from 'vitest';
import { factsOf, game, methodOf, sourceOf } from './testing/facts-of.ts';
import { showType } from './types.ts';

const types = (step: string, more = ''): string[] => {
  const facts = factsOf(game({ step, more }));
  return facts.returns(methodOf(facts, 'step')).map((r) => showType(r.type));
};

const WRONG = { bare: 'str', four: '(str, float, bool, dict)' };

describe('the type of each way of returning', () => {
  it.each([
    ['return "x", 0.0, False, False, {}', ['(str, float, bool, bool, dict)']],
    ['return "x"', [WRONG.bare]],
    ['return "x", 0.0, False, {}', [WRONG.four]],
    ['return "x", 1, False, 0, None', ['(str, int, bool, int, None)']],
    ['if action:\n    return "x", 0.0, True, False, {}', ['(str, float, bool, bool, dict)', 'None']],
    ['if action:\n    return\nreturn "x"', ['None', 'str']],
    ['while True:\n    self.turns += 1\n    if self.turns > 3:\n        return "x"', ['str']],
    ['raise ValueError("x")', []],
    ['try:\n    return "x"\nexcept ValueError:\n    pass', ['str', 'None']],
    ['try:\n    return "x"\nfinally:\n    self.turns += 1', ['str']],
    ['with open("f") as f:\n    return "x"', ['str']],
    ['match action:\n    case "a":\n        return "x"\n    case _:\n        return 1', ['str', 'int']],
    ['match action:\n    case "a":\n        return "x"', ['str', 'None']],
    ['for x in self.words:\n    return "x"\nelse:\n    return 1', ['str', 'int']],
    ['return ("a", 1) if action else "b"', ['(str, int)', 'str']],
    ['if False:\n    return 1\nreturn "x"', ['str']],
    ['return "x"\nreturn 1', ['str']],
    ['yield "x"', ['generator']],
    ['assert False', []],
  ])('%s', (step, expected) => {
    expect(types(step)).toEqual(expected);
  });

  it('goes through locals, path by path', () => {
    expect(
      types(
        'result = None\nif action:\n    result = ("x", 1.0, True, False, {})\nelse:\n    result = ("y", 0.0, False, False, {})\nreturn result',
      ),
    ).toEqual(['(str, float, bool, bool, dict)', '(str, float, bool, bool, dict)']);
    expect(
      types(
        'reward = 0\nif action:\n    reward = 1.0\n    return "x", reward, True, False, {}\nreturn "y", reward, False, False, {}',
      ),
    ).toEqual(['(str, float, bool, bool, dict)', '(str, int, bool, bool, dict)']);
  });

  it('goes through helpers, with what they are given', () => {
    const more =
      'def _done(self, text, reward, over=False):\n    truncated = self.turns >= self.max_turns\n    return text, reward, over, truncated, self._info()\ndef _info(self):\n    return {"turn": self.turns}';
    expect(
      types(
        'if action:\n    return self._done("x", 1, over=True)\nreturn self._done(f"{action}", float(0))',
        more,
      ),
    ).toEqual(['(str, int, bool, bool, dict)', '(str, float, bool, bool, dict)']);
    const facts = factsOf(game({ step: 'return self._done("x", 1.0, over=True)', more }));
    const [shape] = facts.returns(methodOf(facts, 'step'));
    expect(shape?.through.map((c) => sourceOf(facts, c))).toEqual(['self._done("x", 1.0, over=True)']);
    expect(shape?.parts?.map((p) => p.values.map((v) => v.kind))).toEqual([
      ['str'],
      ['num'],
      ['bool'],
      ['unknown'],
      ['dict'],
    ]);
    expect(shape?.parts?.[2]?.values[0]).toMatchObject({ kind: 'bool', value: true });
  });

  it('unpacks and adds up', () => {
    expect(
      types('text, (reward, flags) = "x", (1.0, (True, False))\nreturn text, reward, flags, {}'),
    ).toEqual(['(str, float, (bool, bool), dict)']);
    expect(types('obs = ""\nobs += "x"\nobs += str(3)\nreturn obs')).toEqual(['str']);
    expect(types('total = 0\nfor w in range(3):\n    total += w / 2\nreturn total')).toEqual(['int | float']);
    expect(
      types(
        'return "a" + self.anything, 3 * "b", "%d" % self.turns, ", ".join(self.words), [1] + [2], 1 + 2.0, 7 // 2, 7 / 2',
      ),
    ).toEqual(['(str, str, str, str, list, float, int, float)']);
  });

  it('knows attributes by all that is written to them', () => {
    expect(
      types('return self.turns, self.target, self.turns >= 3, not self.target, len(self.target)'),
    ).toEqual(['(int, str | ?, bool, bool, int)'.replace('str | ?', '?')]);
  });

  it('says unknown of what it cannot know', () => {
    expect(types('return self.unheard, action, self.words[0], other(1), lambda: 1')).toEqual([
      '(?, ?, ?, ?, function)',
    ]);
    expect(types('return (*self.words, 1)')).toEqual(['tuple']);
    expect(types('return self.step(action)')).toEqual(['?']);
  });

  it('does not call a local None that a test may have ruled out', () => {
    expect(
      types('m = None\nif action:\n    m = "x"\nif m is None:\n    return "y", 0.0\nreturn m, 1.0')[1],
    ).toBe('(str | ?, float)');
  });
});

it('asks of every way out what has certainly been evaluated before', () => {
  const step =
    'if not action:\n    return "x", 0.0, False, False, {}\nif self._late():\n    return "y", 0.0, False, True, {}\nreturn "z", 0.0, False, False, {}';
  const facts = factsOf(
    game({ step, more: 'def _late(self):\n    self.turns += 1\n    return self.turns >= self.max_turns' }),
  );
  const exits = facts.always(
    methodOf(facts, 'step').node,
    (n) => n.kind === 'Attribute' && n.attr === 'max_turns',
  );
  expect(exits.map((e) => [e.always, e.ever])).toEqual([
    [false, false],
    [true, true],
    [true, true],
  ]);
});

it('does not count what a condition may skip', () => {
  const facts = factsOf(
    game({
      step: 'if action and self.turns >= self.max_turns:\n    pass\nreturn 1 if action else self.max_turns',
    }),
  );
  const exits = facts.always(
    methodOf(facts, 'step').node,
    (n) => n.kind === 'Attribute' && n.attr === 'max_turns',
  );
  expect(exits.map((e) => [e.always, e.ever])).toEqual([[false, true]]);
});
