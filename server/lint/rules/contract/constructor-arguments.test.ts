import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const INIT = 'def __init__(self, max_turns=8):';
const init = (def: string): string => variant(GAME, [INIT, def]);
const DATACLASS = `from dataclasses import dataclass


@dataclass
class GateEnv:
    size: int
    max_turns: int = 8

    def reset(self, seed=None):
        return "", {}

    def step(self, action):
        return "", 0.0, True, False, {}
`;

describeRule('SP107', {
  bad: [
    {
      title: 'a size',
      source: init('def __init__(self, size, max_turns=8):'),
      says: /requires `size`\. .*Give it a default/,
      marks: '__init__',
      severity: 'error',
    },
    {
      title: 'by name only',
      source: init('def __init__(self, *, words, difficulty, max_turns=8):'),
      says: /`words`, `difficulty`.*Give them/,
    },
    {
      title: 'inherited',
      source: `${variant(GAME, ['class LeverEnv', 'class Base'], [INIT, 'def __init__(self, size):'])}\n\nclass GateEnv(Base):\n    pass\n`,
    },
    {
      title: 'a tool-use environment',
      source: variant(TOOLS, [
        '    def reset',
        '    def __init__(self, catalogue):\n        super().__init__()\n\n    def reset',
      ]),
      says: /`catalogue`/,
    },
    { title: 'the field of a dataclass', source: DATACLASS, says: /requires `size`/, marks: 'GateEnv' },
  ],
  good: [
    { title: 'only max_turns', source: GAME },
    { title: 'a required max_turns', source: init('def __init__(self, max_turns):') },
    { title: 'defaults', source: init('def __init__(self, size=5, *args, words=("a",), **kwargs):') },
    { title: 'no constructor', source: TOOLS },
    { title: 'a dataclass with defaults', source: variant(DATACLASS, ['size: int', 'size: int = 5']) },
    {
      title: 'annotations of a class that is no dataclass',
      source: variant(DATACLASS, ['@dataclass\n', '']),
    },
    { title: 'a class variable', source: variant(DATACLASS, ['size: int', 'size: ClassVar[int]']) },
  ],
});
