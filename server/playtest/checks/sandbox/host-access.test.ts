import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

const TURN = '        self.turn_count += 1\n';

describeCheck('SP203', {
  bad: [
    {
      title: 'a file of words',
      source: variant(GAME, [
        'rng = random.Random(seed)',
        'rng = random.Random(seed)\n        words = open("words.txt").read().split()',
      ]),
      says: /`open\("words.txt"\)`/,
      line: 21,
      without: ['SP412'],
    },
    {
      title: 'an environment variable',
      source: variant(`import os\n${GAME}`, ['max_turns=25', 'max_turns=int(os.environ.get("TURNS", 25))']),
      says: /`import os`/,
      line: 1,
      without: ['SP201'],
    },
    {
      title: 'a command',
      source: variant(`import os\n${GAME}`, [TURN, `${TURN}        os.system("ls")\n`]),
      says: /`os\.system\(…\)`/,
      line: 32,
    },
    {
      title: 'a path, in a tool',
      source: variant(`from pathlib import Path\n${TOOLS}`, [
        'return ", ".join(CITIES)',
        'return ", ".join(CITIES) + str(Path("."))',
      ]),
      says: /`import pathlib`/,
      line: 1,
      without: ['SP201'],
    },
    {
      title: 'a module that cannot be imported',
      source: `import ctypes\n${GAME}`,
      says: /`import ctypes`/,
      without: ['SP412', 'SP201'],
    },
  ],
  good: [
    {
      title: 'a file in memory',
      source: variant(
        GAME,
        ['import random\n', 'import csv\nimport io\nimport random\n'],
        [TURN, `${TURN}        list(csv.reader(io.StringIO("a,b")))\n`],
      ),
    },
    {
      title: 'a method named open',
      source: variant(
        GAME,
        ['def _prompt', 'def open(self):\n        return self.progress\n\n    def _prompt'],
        [TURN, `${TURN}        self.open()\n`],
      ),
    },
  ],
});
