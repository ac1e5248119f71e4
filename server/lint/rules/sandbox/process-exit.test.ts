import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const STEP = '        self.turn += 1\n';
const using = (line: string): string => variant(GAME, [STEP, `${STEP}        ${line}\n`]);
const SAID = 'raise RuntimeError("the environment cannot go on")';

describeRule('SP207', {
  bad: [
    {
      title: 'sys.exit',
      source: `import sys\n${using('if action == "quit":\n            sys.exit(0)')}`,
      says: /`sys.exit\(…\)` ends the whole process/,
      marks: 'sys.exit(0)',
      severity: 'error',
      fixed: `import sys\n${using(`if action == "quit":\n            ${SAID}`)}`,
    },
    {
      title: 'exit with words',
      source: using('exit("no lever")'),
      fixed: using('raise RuntimeError("no lever")'),
    },
    { title: 'quit', source: using('quit()'), fixed: using(SAID) },
    { title: 'os._exit', source: `import os\n${using('os._exit(1)')}`, fixed: `import os\n${using(SAID)}` },
    { title: 'from sys import exit', source: `from sys import exit\n${using('exit(1)')}` },
    {
      title: 'raise SystemExit',
      source: using('raise SystemExit'),
      marks: 'raise SystemExit',
      fixed: using(SAID),
    },
    {
      title: 'raise SystemExit with words',
      source: using('raise SystemExit("over")'),
      fixed: using('raise RuntimeError("over")'),
    },
    { title: 'as an expression', source: using('action or quit()'), unfixed: true },
  ],
  good: [
    { title: 'an episode that ends', source: GAME },
    {
      title: 'a move called exit',
      source: variant(using('self.exit()'), [
        '    def _prompt',
        '    def exit(self):\n        self.done = True\n\n    def _prompt',
      ]),
    },
    { title: 'a local called exit', source: using('exit = (3, 4)\n        here = exit') },
    {
      title: 'caught at once',
      source: using('try:\n            quit()\n        except SystemExit:\n            pass'),
    },
    { title: 'a demonstration', source: `${GAME}\n\nif __name__ == "__main__":\n    raise SystemExit(0)\n` },
    {
      title: 'raising something else',
      source: using('if not action:\n            raise ValueError("exit")'),
    },
  ],
});
