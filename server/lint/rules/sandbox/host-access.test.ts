import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const TURN = '        self.turn = 0\n';
const using = (line: string): string => variant(GAME, [TURN, `${TURN}        ${line}\n`]);

describeRule('SP203', {
  bad: [
    {
      title: 'environment variables',
      source: `import os\n${using('self.debug = os.environ.get("DEBUG")')}`,
      says: /`import os` reaches for the machine/,
      marks: 'os',
      severity: 'error',
    },
    {
      title: 'a word list',
      source: using('self.words = open("words.txt").read()'),
      says: /`open\(…\)`/,
      marks: 'open("words.txt")',
    },
    { title: 'open handed on', source: using('self.opener = open'), marks: 'open' },
    {
      title: 'io.open',
      source: `import io\n${using('self.words = io.open("words.txt")')}`,
      says: /`io.open/,
    },
    { title: 'pathlib', source: `from pathlib import Path\n${GAME}`, says: /`from pathlib import Path`/ },
    { title: 'a subprocess, inside a method', source: using('import subprocess') },
    { title: 'ctypes under another name', source: `import ctypes as c\n${GAME}`, marks: 'ctypes as c' },
    { title: 'in a tool-use environment', source: `import os.path\n${TOOLS}`, says: /`import os.path`/ },
  ],
  good: [
    { title: 'nothing of the host', source: GAME },
    { title: 'text in memory', source: `import io\n${using('self.out = io.StringIO()')}` },
    {
      title: 'a method called open',
      source: variant(using('self.open("gate")'), [
        '    def _prompt',
        '    def open(self, what):\n        return what\n\n    def _prompt',
      ]),
    },
    { title: 'a local called open', source: using('open = 3\n        self.left = open') },
    {
      title: 'a demonstration',
      source: `${GAME}\n\nif __name__ == "__main__":\n    import os\n    print(open("x"))\n`,
    },
    { title: 'allowed by the user', source: `import os\n${GAME}`, settings: { allowedImports: ['os'] } },
  ],
});
