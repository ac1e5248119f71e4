import { describeCheck, GAME, variant } from '../../testing.ts';

const TURN = '        self.turn_count += 1\n';

describeCheck('SP207', {
  bad: [
    {
      title: 'sys.exit when the agent gives up',
      source: variant(`import sys\n${GAME}`, [
        TURN,
        `${TURN}        if "boxed" not in action:\n            sys.exit(1)\n`,
      ]),
      says: /In `step`, SystemExit/,
      line: 33,
      without: ['SP412'],
    },
    {
      title: 'quit()',
      source: variant(GAME, ['            self.ended = "late"\n', '            quit()\n']),
      without: ['SP412', 'SP113'],
    },
    {
      title: 'SystemExit while loading',
      source: `${GAME}\n\nraise SystemExit\n`,
      says: /While loading/,
      without: ['SP412'],
    },
    {
      title: 'os._exit',
      source: variant(`import os\n${GAME}`, [
        '            self.ended = "late"\n',
        '            os._exit(0)\n',
      ]),
      says: /`os\._exit\(0\)`/,
      line: 46,
      without: ['SP210', 'SP209'],
    },
  ],
  good: [
    { title: 'the end is returned', source: GAME },
    {
      title: 'an action named quit',
      source: variant(GAME, [
        '        if lever not in LEVERS:',
        '        if lever == "quit":\n            self.ended = "late"\n            return "You walk away.", 0.0, False, True, {}\n        if lever not in LEVERS:',
      ]),
    },
  ],
});
