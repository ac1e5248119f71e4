import { describe, expect, it } from 'vitest';
import { candidates, guessed, hintsFromText, offered } from './harvest.ts';

const NONE = { commands: [], verbs: [], words: [] };

describe('hintsFromText', () => {
  it('finds what an action is compared with', () => {
    const hints = hintsFromText(`
if cmd == "look": pass
elif cmd in ("take", 'drop'): pass
elif cmd.startswith("go "): pass
match cmd:
    case "wait" | "rest":
        pass
COLOURS = ["red", "green", "blue"]
PATTERN = re.compile(r"^push\\s+(\\w+)$")
TABLE = {
    "open": 1,
}
`);
    expect(hints.commands).toEqual(expect.arrayContaining(['look', 'take', 'drop', 'wait', 'rest', 'open']));
    expect(hints.verbs).toEqual(expect.arrayContaining(['go', 'push']));
    expect(hints.words).toEqual(['red', 'green', 'blue']);
  });
});

describe('candidates', () => {
  it('puts what the environment offers first, then commands, then filled samples, then values', () => {
    const hints = { commands: ['jump'], verbs: ['go '], words: ['mill'] };
    const found = candidates(hints, 'Actions: \\boxed{wait}, \\boxed{take <item>}. Here lies a "rope".', 20);
    expect(found[0]).toBe('wait');
    expect(found.indexOf('jump')).toBeLessThan(found.indexOf('take rope'));
    expect(found).toEqual(expect.arrayContaining(['take rope', 'go mill', 'rope', 'mill']));
  });
  it('keeps some of every sample under a cap', () => {
    const hints = {
      commands: [],
      verbs: ['open', 'close', 'paint', 'move'],
      words: Array.from({ length: 24 }, (_, at) => `door${at}`),
    };
    const found = candidates(hints, '', 20);
    for (const verb of hints.verbs) expect(found.some((action) => action.startsWith(verb))).toBe(true);
  });
  it('uses a verb of the source as the sample shows it', () => {
    const hints = { commands: [], verbs: ['sail'], words: ['Brae', 'Holt'] };
    expect(candidates(hints, 'Actions: \\boxed{sail Brae}, \\boxed{back}', 40)).toContain('sail Holt');
  });
  it('fills two holes with pairs', () => {
    expect(candidates(NONE, 'Answer with \\boxed{row,col}; rows and columns from 1 to 3.', 60)).toContain(
      '2,3',
    );
  });
  it('has no repeats and respects the limit', () => {
    const found = candidates({ ...NONE, commands: ['wait', 'wait'] }, 'Options: wait, go, stay', 2);
    expect(found).toEqual(['wait', 'go']);
  });
});

it('tells what is offered from what is guessed', () => {
  expect(offered('Options: yes, no')).toEqual(['yes', 'no']);
  expect(guessed({ ...NONE, commands: ['secret'] }, 'Options: yes, no')).toContain('secret');
});
