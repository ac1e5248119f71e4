import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const STEP = '        self.turn += 1\n';
const using = (line: string): string => variant(GAME, [STEP, `${STEP}        ${line}\n`]);

describeRule('SP212', {
  bad: [
    {
      title: 'words and separators',
      source: using('ok = re.match(r"^(\\w+[\\s,]*)+$", action)'),
      says: /repeats inside a repetition/,
      marks: 'r"^(\\w+[\\s,]*)+$"',
      severity: 'warning',
    },
    {
      title: 'fullmatch, which asks for the whole text',
      source: using('ok = re.fullmatch(r"(\\w+\\s*)+", action)'),
    },
    {
      title: 'compiled at the top',
      source: `import re\n\nWORDS = re.compile(r"^(?:[a-z]+ ?)*$")\n${using('ok = WORDS.match(action)')}`,
      line: 3,
    },
    {
      title: 'compiled in the class and used with fullmatch',
      source: variant(using('ok = self.WORDS.fullmatch(action)'), [
        '    def __init__',
        '    WORDS = re.compile(r"(\\d+,?)+")\n\n    def __init__',
      ]),
    },
    {
      title: 'in a helper of step',
      source: variant(using('ok = self._ok(action)'), [
        '    def _prompt',
        '    def _ok(self, text):\n        return re.search(r"(a|ab|b)+;", text)\n\n    def _prompt',
      ]),
    },
    {
      title: 'a pattern in a local',
      source: using('pattern = r"(x+)*y"\n        ok = re.search(pattern, action)'),
    },
    {
      title: 'in a tool',
      source: `import re\n${variant(TOOLS, ['        self._state["target"] = degrees\n', '        if re.match(r"(\\d+\\.?)+$", str(degrees)):\n            self._state["target"] = degrees\n'])}`,
    },
  ],
  good: [
    { title: 'the boxed pattern', source: GAME },
    {
      title: 'nested braces, one way only',
      source: using('m = re.search(r"\\\\boxed\\{((?:[^{}]|\\{[^{}]*\\})*)\\}", action)'),
    },
    { title: 'separators that are needed', source: using('ok = re.match(r"^(\\w+\\s+)*\\w+$", action)') },
    { title: 'a match that is there at once', source: using('m = re.search(r"(\\w+\\s*)+", action)') },
    { title: 'a repetition of fixed length', source: using('ok = re.fullmatch(r"([a-h][1-8]){2}", action)') },
    {
      title: 'in reset only',
      source: variant(GAME, [
        '        self.turn = 0\n',
        '        self.turn = 0\n        self.ok = bool(re.match(r"^(\\w+\\s*)+$", "amber blue"))\n',
      ]),
    },
    {
      title: 'spaces that are no part of the pattern',
      source: using('ok = re.match(r"^(\\w+ )+$", action, re.VERBOSE)'),
    },
    {
      title: 'a pattern that is not known',
      source: using('ok = re.match("^(" + self.lever + "+)+$", action)'),
    },
  ],
});
