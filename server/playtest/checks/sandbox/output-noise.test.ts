import { describeCheck, GAME, variant } from '../../testing.ts';

const TURN = '        self.turn_count += 1\n';

describeCheck('SP208', {
  bad: [
    {
      title: 'a trace of every turn',
      source: variant(GAME, [TURN, `${TURN}        print("turn", self.turn_count)\n`]),
      says: /"turn 1/,
      line: 31,
      severity: 'warning',
    },
    {
      title: 'written to the standard error',
      source: variant(`import sys\n${GAME}`, [
        '        rng = random.Random(seed)\n',
        '        rng = random.Random(seed)\n        sys.stderr.write("reset\\n")\n',
      ]),
      line: 22,
    },
    {
      title: 'a log, allowed by the user',
      source: variant(`import logging\n${GAME}`, [
        TURN,
        `${TURN}        logging.warning("turn %d", self.turn_count)\n`,
      ]),
      settings: { allowedImports: ['logging'] },
      line: 32,
    },
    {
      title: 'more than the sandbox takes',
      source: variant(GAME, [
        '            self.ended = "late"\n',
        '            self.ended = "late"\n            while True:\n                print("late" * 100_000)\n',
      ]),
      severity: 'error',
      line: 47,
      without: ['SP209', 'SP210'],
    },
  ],
  good: [
    { title: 'nothing is printed', source: GAME },
    {
      title: 'only when run as a program',
      source: `${GAME}\n\nif __name__ == "__main__":\n    print(LeverPanelEnv().reset())\n`,
    },
    {
      title: 'printed into a text',
      source: variant(`import io\n${GAME}`, [TURN, `${TURN}        print("turn", file=io.StringIO())\n`]),
    },
    {
      title: "Python's own warning about an escape",
      source: variant(GAME, [
        '"Clunk: all levers spring back."',
        '"Clunk: \\\\d all levers spring back."'.replace('\\\\', '\\'),
      ]),
    },
    {
      title: 'a log that may not be imported',
      source: variant(`import logging\n${GAME}`, [TURN, `${TURN}        logging.warning("turn")\n`]),
    },
  ],
});
