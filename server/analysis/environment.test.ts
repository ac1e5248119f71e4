import { describe, expect, it } from 'vitest';
import { factsOf, game } from './testing/facts-of.ts';

const body = '    def reset(self, seed=None): ...\n    def step(self, action): ...\n';

describe('the environment class', () => {
  it('is the first that can be played, as a loader takes it', () => {
    const facts = factsOf(`class HelperEnv:\n    pass\nclass FirstEnv:\n${body}class SecondEnv:\n${body}`);
    expect(facts.candidates.map((c) => c.name)).toEqual(['HelperEnv', 'FirstEnv', 'SecondEnv']);
    expect(facts.environment?.name).toBe('FirstEnv');
  });

  it('is not a helper of which a loader can make no instance', () => {
    const helper = `class RoomEnv:\n    def __init__(self, size): ...\n${body}`;
    expect(factsOf(`${helper}class MazeEnv:\n${body}`).environment?.name).toBe('MazeEnv');
    expect(factsOf(helper).environment?.name).toBe('RoomEnv');
  });

  it('may be an alias, may be decorated, may inherit', () => {
    expect(factsOf(`class Maze:\n${body}MazeEnv = Maze\n`).environment).toMatchObject({
      name: 'MazeEnv',
      cls: { name: 'Maze' },
    });
    expect(factsOf(`class _Impl:\n${body}MazeEnv = register(_Impl)\n`).environment?.cls.name).toBe('_Impl');
    expect(factsOf(`@register("maze")\nclass MazeEnv:\n${body}`).environment?.cls.decorators).toEqual([
      'register',
    ]);
    const facts = factsOf(
      `class Base:\n    def reset(self, seed=None): ...\nclass MazeEnv(Base):\n    def step(self, action): ...\n`,
    );
    expect(facts.environment?.cls.methods.get('reset')?.owner.name).toBe('Base');
    expect(facts.environment?.cls.opaque).toBe(false);
  });

  it('is not a base class by name, not a nested class, not an import', () => {
    expect(
      factsOf(`class Env:\n${body}class Outer:\n    class InnerEnv:\n        pass\nfrom x import OtherEnv\n`)
        .environment,
    ).toBeUndefined();
  });

  it('has the tool-use profile by its base class, at any distance', () => {
    const facts = factsOf(
      'class Shop(ToolUseBaseEnv):\n    def reset(self, seed=None): ...\nclass ShopEnv(Shop):\n    def solution(self): ...\n',
    );
    expect(facts.environment).toMatchObject({
      name: 'ShopEnv',
      profile: 'tool_use',
      maxTurns: { default: 10 },
    });
    expect(factsOf(game({})).environment?.profile).toBe('games');
  });

  it('does not know what an unknown base class brings', () => {
    expect(factsOf(`class MazeEnv(gym.Env):\n${body}`).environment?.cls.opaque).toBe(true);
  });

  it.each([
    ['def __init__(self, max_turns=12): ...', 12],
    ['def __init__(self, max_turns: int = LIMIT): ...', 7],
    ['def __init__(self): self.max_turns = 5', 5],
    ['max_turns = 9', 9],
    ['def __init__(self, max_turns): ...', undefined],
  ])('knows max_turns from %s', (line, turns) => {
    expect(factsOf(`LIMIT = 7\nclass MazeEnv:\n    ${line}\n${body}`).environment?.maxTurns.default).toBe(
      turns,
    );
  });
});

describe('turns', () => {
  it.each([
    ['return "x", 1.0, True, False, {}', 'single'],
    ['if action == "a":\n    return "x", 1.0, True, False, {}\nreturn "x", 0.0, True, False, {}', 'single'],
    ['return "x", 0.0, False, True, {}', 'single'],
    ['done = action == "a"\nreturn "x", 0.0, done, False, {}', 'unknown'],
    ['if action == "a":\n    return "x", 1.0, True, False, {}\nreturn "x", 0.0, False, False, {}', 'multi'],
    ['return self._end("x", 1.0)', 'single'],
  ])('of %s: %s', (step, turns) => {
    expect(
      factsOf(
        game({
          step,
          more: 'def _end(self, text, reward, over=True):\n    return text, reward, over, False, {}',
        }),
      ).turns,
    ).toBe(turns);
  });
});

it('gives the same facts for the same document, and ranges in UTF-16 columns', () => {
  const facts = factsOf('x = "😀"; y = 1\n');
  const [, y] = facts.nodes('Name');
  expect(y && facts.range(y)).toEqual({ start: { line: 1, column: 10 }, end: { line: 1, column: 11 } });
});
