import { describeCheck, GAME, variant } from '../../testing.ts';

const MATCH = '        match = re.search(r"\\\\boxed\\{([^{}]*)\\}", action)\n';
const TURN = '        self.turn_count += 1\n';

describeCheck('SP212', {
  bad: [
    {
      title: 'words with optional spaces',
      source: variant(GAME, [
        TURN,
        `${TURN}        if re.match(r"^(\\w+\\s?)*$", action[:40]):\n            self.plain = True\n`,
      ]),
      line: 31,
      without: ['SP209', 'SP214'],
    },
    {
      title: 'a list of numbers',
      source: variant(GAME, [
        MATCH,
        '        match = re.search(r"\\\\boxed\\{\\s*((?:\\d+,?)+)\\}", action[:40])\n',
      ]),
      line: 31,
      without: ['SP209'],
    },
    {
      title: 'in a compiled pattern',
      source: variant(
        GAME,
        ['class LeverPanelEnv', 'WORDS = re.compile(r"(?:\\s*[a-z]+\\s*)+:")\n\n\nclass LeverPanelEnv'],
        [TURN, `${TURN}        WORDS.search(action[:18])\n`],
      ),
      line: 8,
    },
  ],
  good: [
    {
      title: 'a group that matches in one way only',
      source: variant(GAME, [
        MATCH,
        '        match = re.search(r"\\\\boxed\\{((?:[^{}]|\\{[^{}]*\\})*)\\}", action)\n',
      ]),
    },
    {
      title: 'repetitions one after the other',
      source: variant(GAME, [TURN, `${TURN}        re.match(r"^\\s*(\\w+)\\s+(\\w+)\\s*$", action)\n`]),
    },
    {
      title: 'pairs that a comma parts',
      source: variant(GAME, [TURN, `${TURN}        re.fullmatch(r"\\d+(?:,\\d+)*", action)\n`]),
    },
  ],
});
