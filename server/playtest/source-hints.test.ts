import { describe, expect, it } from 'vitest';
import { hintsOf } from './source-hints.ts';

const game = (step: string, head = '') => `import re
${head}
class LampEnv:
    COLOURS = ["red", "green", "blue"]
    def __init__(self, max_turns=5):
        self.max_turns = max_turns
    def reset(self, seed=None):
        self.phase = "night"
        return "A lamp.", {}
    def step(self, action):
        cmd = re.search(r"\\\\boxed\\{(.+?)\\}", action).group(1).strip().lower()
        words = cmd.split()
${step.replace(/^/gm, '        ')}
        return "", 0.0, False, False, {}
`;

describe('hintsOf', () => {
  it('tells whole commands from those that want an argument', () => {
    const hints = hintsOf(
      game(
        'if cmd == "look":\n    pass\nelif words[0] == "dig" and words[1] in ("north", "south"):\n    pass\nelif cmd in {"wait", "rest"}:\n    pass',
      ),
    );
    expect(hints.commands).toEqual(expect.arrayContaining(['look', 'wait', 'rest']));
    expect(hints.commands).not.toContain('dig');
    expect(hints.samples).toContainEqual({ text: 'dig {}', holes: [['north', 'south']] });
  });

  it('knows the numbers that a hole takes, and spreads over a wide range', () => {
    const bound = (limits: string) =>
      hintsOf(game(`if words[0] == "dim":\n    n = int(words[1])\n    if not ${limits}:\n        return 1`))
        .samples[0];
    expect(bound('1 <= n <= 4')).toEqual({ text: 'dim {}', holes: [['1', '2', '3', '4']] });
    const [wide = []] = bound('300 <= n <= 600')?.holes ?? [];
    expect([wide[0], wide.at(-1), wide.length]).toEqual(['300', '600', 21]);
    expect(bound('n in self.lit')).toEqual({ text: 'dim {}', holes: ['number'] });
  });

  it('tries a command with and without what follows where the code says nothing of it', () => {
    const hints = hintsOf(
      game('if words[0] == "launch":\n    return " ".join(words[1:]), 0.0, False, False, {}'),
    );
    expect(hints.commands).toContain('launch');
    expect(hints.samples.map(({ text }) => text)).toContain('launch {}');
  });

  it('keeps what is compared with the state out of the commands', () => {
    const { commands, samples } = hintsOf(game('if self.phase == "night":\n    pass'));
    expect([commands, samples]).toEqual([[], []]);
  });

  it('offers listed texts as words, sentences not', () => {
    const lists =
      'LONG = ["A sentence that nobody would ever answer with.", "Another such sentence, as long."]';
    expect(hintsOf(game('pass', lists)).words).toEqual(['red', 'green', 'blue']);
  });

  it('reads the class that is played', () => {
    const other = game('if cmd == "sing":\n    pass').replace('LampEnv', 'BirdEnv');
    const source = game('if cmd == "look":\n    pass') + other;
    expect(hintsOf(source).commands).toEqual(['look']);
    expect(hintsOf(source, 'BirdEnv').commands).toEqual(['sing']);
  });

  it('says nothing of a text that is no environment', () => {
    for (const text of ['', 'def f(:', 'x = 1']) expect(hintsOf(text).commands).toEqual([]);
  });
});
