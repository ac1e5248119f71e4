import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const TURN = '        self.turn = 0\n';
const broken = (line: string): string => variant(GAME, [TURN, `${TURN}        ${line}\n`]);

describeRule('SP115', {
  bad: [
    {
      title: 'typographic quotation marks',
      source: broken('self.name = “gate”'),
      says: /typographic/,
      line: 16,
      severity: 'error',
    },
    {
      title: 'a lone brace in an f-string',
      source: broken('text = f"answer with \\\\boxed{}"'),
      says: /doubled/,
      line: 16,
    },
    {
      title: 'a brace too many in an f-string',
      source: broken('text = f"answer {self.turn}}"'),
      says: /must be doubled.*`\{\{\}\}`/,
    },
    {
      title: 'a sentence before the code',
      source: `Here is the environment that you asked for:\n\n${GAME}`,
      says: /is a sentence, not code/,
      line: 1,
    },
    {
      title: 'a sentence behind the code',
      source: `${GAME}\nThis environment tests deduction.\n`,
      says: /is a sentence/,
    },
    {
      title: 'cut off in the middle of a call',
      source: GAME.slice(0, GAME.indexOf('["amber", "blue", "coral"') + 12),
      says: /up to its length limit/,
    },
    {
      title: 'cut off in the middle of a string',
      source: GAME.slice(0, GAME.indexOf('gate opens.')),
      says: /string is not closed/,
    },
    {
      title: 'a block that is missing',
      source: variant(GAME, [
        '        if self.done:\n            return "The gate has been dealt with.", 0.0, True, False, {}\n',
        '        if self.done:\n',
      ]),
      says: /indented block/,
    },
    {
      title: 'indented in two ways',
      source: variant(GAME, [TURN, '       self.turn = 0\n']),
      says: /Indent with four spaces/,
    },
    { title: 'print as a statement', source: broken('print "turn"'), says: /Python 2/ },
    { title: 'a bracket that is never closed', source: broken('self.items = [1, 2'), says: /not closed/ },
    { title: 'no class survives', source: 'class LeverEnv(:\n    pass\n' },
  ],
  good: [
    { title: 'a sound source', source: GAME },
    { title: 'braces that are doubled', source: broken('text = f"\\\\boxed{{{self.turn}}}"') },
    {
      title: 'new syntax',
      source: broken(
        'match self.turn:\n            case 0 | 1:\n                text = f"{self.rng.choice(["a", "b"])!r:>{self.turn}}"\n            case _:\n                pass',
      ),
    },
    { title: 'a fence: SP704', source: `\`\`\`python\n${GAME}\`\`\`\n` },
    { title: 'nothing', source: '' },
    { title: 'names in other scripts', source: broken('self.größe = 1') },
    { title: 'only comments', source: '# Levers\n' },
  ],
});
