import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const STEP = '        self.turn += 1\n';
const using = (line: string): string => variant(GAME, [STEP, `${STEP}        ${line}\n`]);
const INIT = '    def __init__(self, max_turns=8):\n';

describeRule('SP208', {
  bad: [
    {
      title: 'print',
      source: using('print(f"turn {self.turn}: {action!r}")'),
      says: /The environment prints/,
      severity: 'warning',
      fixed: GAME,
    },
    {
      title: 'print over lines, with a comment',
      source: using('print(\n            "turn",\n            self.turn,\n        )  # for now'),
      fixed: GAME,
    },
    {
      title: 'alone in its block',
      source: using('if not action:\n            print("nothing said")'),
      fixed: using('if not action:\n            pass'),
    },
    { title: 'beside other code in the line', source: using('word = action; print(word)'), unfixed: true },
    { title: 'what it prints also does something', source: using('print(self.rng.random())'), unfixed: true },
    {
      title: 'to the usual place by name',
      source: `import sys\n${using('print("turn", file=sys.stderr)')}`,
      fixed: `import sys\n${GAME}`,
    },
    { title: 'pprint', source: `from pprint import pprint\n${using('pprint(self.__dict__)')}` },
    {
      title: 'a traceback',
      source: `import traceback\n${using('try:\n            n = int(action)\n        except ValueError:\n            traceback.print_exc()')}`,
    },
    { title: 'at the top of the module', source: `${GAME}\nprint("loaded")\n`, fixed: `${GAME}\n` },
    {
      title: 'in a tool',
      source: variant(TOOLS, [
        '        self._state["target"] = degrees\n',
        '        print("target", degrees)\n        self._state["target"] = degrees\n',
      ]),
      fixed: TOOLS,
    },
    {
      title: 'a log, where logging may be imported',
      source: `import logging\n\nlogger = logging.getLogger(__name__)\n${using('logger.info("turn")')}`,
      settings: { allowedImports: ['logging'] },
    },
    {
      title: 'under a flag that is on',
      source: variant(using('if self.verbose:\n            print("turn")'), [
        INIT,
        '    def __init__(self, max_turns=8, verbose=True):\n        self.verbose = verbose\n',
      ]),
    },
  ],
  good: [
    { title: 'silence', source: GAME },
    {
      title: 'under a flag that is off',
      source: variant(using('if self.verbose and action:\n            print("turn")'), [
        INIT,
        '    def __init__(self, max_turns=8, verbose=False):\n        self.verbose = verbose\n',
      ]),
    },
    {
      title: 'for a mode that nobody asked for',
      source: variant(using('if self.render_mode == "human":\n            print("turn")'), [
        INIT,
        '    def __init__(self, max_turns=8, render_mode=None):\n        self.render_mode = render_mode\n',
      ]),
    },
    {
      title: 'under a constant that is off',
      source: `DEBUG = False\n${using('if DEBUG:\n            print("turn")')}`,
    },
    {
      title: 'a method that no play calls',
      source: `${GAME}\n    def render(self):\n        print(self.turn)\n`,
    },
    {
      title: 'a demonstration',
      source: `${GAME}\n\ndef main():\n    env = LeverEnv()\n    print(env.reset())\n\n\nif __name__ == "__main__":\n    main()\n`,
    },
    {
      title: 'into a buffer',
      source: `import io\n${using('out = io.StringIO()\n        print("x", file=out)')}`,
    },
    {
      title: 'a method called print',
      source: variant(using('self.print(action)'), [
        '    def _prompt',
        '    def print(self, text):\n        return text\n\n    def _prompt',
      ]),
    },
    {
      title: 'a log that SP201 tells of',
      source: `import logging\n\nlogger = logging.getLogger(__name__)\n${using('logger.info("turn")')}`,
    },
  ],
});
