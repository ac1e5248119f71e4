import { describe, expect, it } from 'vitest';
import { environmentOf } from './classes.ts';
import { endingsOf } from './endings.ts';
import { parse } from './parse.ts';
import { canRepeat } from './repeats.ts';
import { turnLimitOf } from './turn-limit.ts';

const HEAD = `class RoomEnv:
    def __init__(self, max_turns=9):
        self.max_turns = max_turns
        self.turn = 0
        self.done = False
        self.at = 0

    def reset(self, seed=None):
        return "x", {}

    def _tick(self):
        self.turn += 1

    def _late(self):
        return self.turn >= self.max_turns

    def step(self, action):
`;

function stepOf(body: string) {
  const { tree } = parse(HEAD + body.replaceAll(/^(?=.)/gm, '        '));
  const cls = environmentOf(tree).chosen?.cls;
  const step = cls?.methods.get('step')?.node;
  if (!cls || !step) throw new Error('no step');
  return { tree, cls, step, endings: endingsOf(tree, cls, step) };
}

/** `reward terminated truncated time`, sorted. */
const told = (body: string): string[] =>
  stepOf(body)
    .endings.map(({ reward, terminated, truncated, time, after }) =>
      [reward, terminated, truncated, time, ...(after ? ['after'] : [])].join(' '),
    )
    .sort();

describe('ways through step', () => {
  it('tells the turn limit from other conditions', () => {
    expect(
      told(
        'self.turn += 1\nif action == "a":\n    return "x", 1.0, True, False, {}\nreturn "x", 0.0, False, self.turn >= self.max_turns, {}\n',
      ),
    ).toEqual(['0 false false early', '0 false late late', '1 true false ?']);
  });

  it('follows locals, attributes and what conditions tell of them', () => {
    expect(
      told(
        'if self.done:\n    return "x", 0.0, self.done, False, {}\nself._tick()\nreward, won = 0.0, False\nif action == "a":\n    reward, won = 1.0, True\nif won:\n    return "x", reward, won, False, {}\nreturn "x", reward, won, self._late(), {}\n',
      ),
    ).toEqual(['0 false false early', '0 false late late', '0 true false ? after', '1 true false ?']);
  });

  it('tells what is true because time is up', () => {
    expect(
      told(
        'self.turn += 1\nover = action == "a" or self.turn >= self.max_turns\nreturn "x", 0.0, over, False, {}\n',
      ),
    ).toEqual(['0 free false early', '0 late false late']);
  });

  it('forgets the outcome of a test when another turn is counted', () => {
    expect(
      told(
        'if self.turn >= self.max_turns:\n    return "x", 0.0, False, True, {}\nself.turn += 1\nreturn "x", 0.0, False, False, {}\n',
      ),
    ).toEqual(['0 false false ?', '0 false late late after']);
  });

  it('knows that the turn that reaches the limit is not past it', () => {
    expect(
      told(
        'self.turn += 1\ncut = self.turn == self.max_turns\nif self.turn > self.max_turns:\n    return "over", 0.0, False, cut, {}\nreturn "x", 0.5, False, cut, {}\n',
      ),
    ).toEqual(['0 false false late', '0.5 false false early', '0.5 false late late']);
  });

  it('adds up', () => {
    expect(
      told('reward = 0.25\nif action:\n    reward += 0.5\nreturn "x", reward, False, False, {}\n'),
    ).toEqual(['0.25 false false ?', '0.75 false false ?']);
  });

  it('no longer tells rewards apart where there are many, and says nothing of what has no end', () => {
    const ifs = (n: number, line: (i: number) => string): string =>
      Array.from({ length: n }, (_, i) => `if action == "a${i}":\n    ${line(i)}\n`).join('');
    const many = told(
      `reward = 0.0\n${ifs(60, (i) => `reward = ${i + 1}.0`)}return "x", reward, False, True, {}\n`,
    );
    expect(many).toContain('? false true ?');
    expect(many.length).toBeLessThan(40);
    const flags = Array.from({ length: 14 }, (_, i) => `f${i} = False\n`).join('');
    const wild = ifs(14, (i) => `f${i} = True`) + ifs(14, (i) => `f${i} = action`);
    expect(told(`${flags}${wild}return "x", 0.0, False, True, {}\n`)).toEqual([]);
  });
});

describe('the turn limit', () => {
  it.each([
    ['self.turn >= self.max_turns', 'late', false],
    ['self.max_turns <= self.turn', 'late', false],
    ['self.turn < self.max_turns', 'early', false],
    ['self.turn + 1 >= self.max_turns', 'late', false],
    ['self.turn == self.max_turns', 'late', true],
    ['self.max_turns - self.turn <= 0', 'late', false],
    ['self._late()', 'late', false],
  ])('is tested by %s', (test, trueWhen, exact) => {
    const { tree, cls, step } = stepOf(
      `self.turn += 1\nif ${test}:\n    pass\nreturn "x", 0.0, False, False, {}\n`,
    );
    const condition = step.body.find((one) => one.kind === 'If');
    const found = condition?.kind === 'If' ? turnLimitOf(tree, cls, step).testOf(condition.test) : undefined;
    expect(found).toMatchObject({ trueWhen, exact });
  });

  it.each(['self.at >= 3', 'len(action) > self.max_turns', 'self.turn', 'self.done == self.max_turns'])(
    'is not tested by %s',
    (test) => {
      const { tree, cls, step } = stepOf(
        `self.turn += 1\nif ${test}:\n    pass\nreturn "x", 0.0, False, False, {}\n`,
      );
      const condition = step.body.find((one) => one.kind === 'If');
      expect(condition?.kind === 'If' && turnLimitOf(tree, cls, step).testOf(condition.test)).toBeUndefined();
    },
  );
});

describe('what can be repeated', () => {
  const repeats = (body: string): boolean => {
    const { tree, cls, step } = stepOf(body);
    const [target] = step.body
      .flatMap((one) => (one.kind === 'If' ? one.body : []))
      .filter((one) => one.kind === 'Return');
    if (target?.kind !== 'Return') throw new Error('no return in an if');
    return canRepeat(tree, cls, step, target);
  };
  const RETURN = '    return "x", 0.0, False, False, {}\nreturn "y", 0.0, True, False, {}\n';

  it.each([
    ['a condition on the action', `if not action:\n${RETURN}`],
    [
      'turns are counted, and not asked for',
      `self.turn += 1\nword = action.strip()\nif word == "a":\n${RETURN}`,
    ],
    ['another attribute changes', `if self.at == 0 and not action:\n    self.turn += 1\n${RETURN}`],
  ])('can: %s', (_, body) => {
    expect(repeats(body)).toBe(true);
  });

  it.each([
    ['it changes what it depends on', `if self.at < 3 and not action:\n    self.at += 1\n${RETURN}`],
    ['through a helper', `self._tick()\nif self.turn < 3 and not action:\n${RETURN}`],
    ['through a local', `n = self.at\nif n < 3 and not action:\n    self.at = n + 1\n${RETURN}`],
    ['it does not depend on the action', `if self.at == 0:\n${RETURN}`],
    [
      'through a part of the instance',
      `row = self.rows[0]\nif row[0] and not action:\n    row[0] = 0\n${RETURN}`,
    ],
    ['a draw', `if self.rng.random() < 0.5 and not action:\n${RETURN}`],
  ])('cannot: %s', (_, body) => {
    expect(repeats(body)).toBe(false);
  });
});
