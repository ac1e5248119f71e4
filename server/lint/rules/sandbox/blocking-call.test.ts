import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const STEP = '        self.turn += 1\n';
const using = (line: string): string => variant(GAME, [STEP, `${STEP}        ${line}\n`]);

describeRule('SP206', {
  bad: [
    {
      title: 'sleep',
      source: `import time\n${using('time.sleep(0.1)')}`,
      says: /`time.sleep\(…\)` makes the play wait/,
      marks: 'time.sleep(0.1)',
      severity: 'error',
    },
    {
      title: 'sleep under another name',
      source: `from time import sleep as pause\n${using('pause(1)')}`,
      marks: 'pause(1)',
    },
    { title: 'input', source: using('answer = input("Lever? ")'), marks: 'input("Lever? ")' },
    { title: 'breakpoint', source: using('breakpoint()') },
    { title: 'threads', source: `import threading\n${GAME}`, says: /`import threading`/ },
    { title: 'futures', source: `from concurrent.futures import ThreadPoolExecutor\n${GAME}` },
    {
      title: 'in a tool',
      source: `import time\n${variant(TOOLS, ['        self._state["target"] = degrees\n', '        time.sleep(1)\n        self._state["target"] = degrees\n'])}`,
    },
  ],
  good: [
    { title: 'nothing that waits', source: GAME },
    {
      title: 'a method called sleep',
      source: variant(using('self.sleep(3)'), [
        '    def _prompt',
        '    def sleep(self, hours):\n        return hours\n\n    def _prompt',
      ]),
    },
    {
      title: 'a parameter called input',
      source: variant(GAME, [
        'def _prompt(self, text):\n',
        'def _prompt(self, text, input=str):\n        text = input(text)\n',
      ]),
    },
    { title: 'the clock, without waiting', source: `import time\n${using('now = time.monotonic()')}` },
    {
      title: 'played by hand',
      source: `${GAME}\n\nif __name__ == "__main__":\n    env = LeverEnv()\n    env.step(input("> "))\n`,
    },
  ],
});
