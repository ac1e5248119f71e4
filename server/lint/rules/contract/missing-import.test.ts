import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const TURN = '        self.turn = 0\n';
const using = (line: string): string => variant(GAME, [TURN, `${TURN}        ${line}\n`]);
const withImport = (source: string, statement: string): string =>
  source.replace('import re\n', `import re\n${statement}\n`);

describeRule('SP113', {
  bad: [
    {
      title: 'a module',
      source: using('self.gates = math.isqrt(49)'),
      says: /`math` is not imported.*Add `import math`/,
      marks: 'math',
      severity: 'warning',
      fixed: withImport(using('self.gates = math.isqrt(49)'), 'import math'),
    },
    {
      title: 'a class of collections, used twice',
      source: using('self.queue = deque([1])\n        self.other = deque()'),
      line: 16,
      fixed: withImport(
        using('self.queue = deque([1])\n        self.other = deque()'),
        'from collections import deque',
      ),
    },
    {
      title: 'an annotation of a method',
      source: variant(GAME, ['def _prompt(self, text):', 'def _prompt(self, text) -> Optional[str]:']),
      says: /from typing import Optional/,
    },
    {
      title: 'the default of a parameter',
      source: variant(GAME, ['def _prompt(self, text):', 'def _prompt(self, text, pick=itertools.count):']),
    },
    {
      title: 'numpy under its short name',
      source: using('self.grid = np.zeros(4)'),
      says: /import numpy as np/,
    },
    {
      title: 'a module that another function imports for itself',
      source: variant(using('self.log = math.log(2)'), [
        '    def _prompt(self, text):\n',
        '    def _prompt(self, text):\n        import math\n',
      ]),
    },
    {
      title: 'no import at all',
      source: GAME.replace('import random\nimport re\n', '"""Levers."""\n'),
      times: 2,
    },
    {
      title: 'where the names are injected',
      source: using('self.gates = math.isqrt(49)'),
      settings: { compat: true },
    },
  ],
  good: [
    { title: 'what is imported', source: GAME },
    { title: 'the injected base class', source: TOOLS },
    {
      title: 'imported in the function itself',
      source: using('import math\n        self.gates = math.isqrt(49)'),
    },
    { title: 'a name of its own', source: using('product = 6\n        self.gates = product') },
    { title: 'an attribute of that name', source: using('self.math = 3\n        self.gates = self.math') },
    {
      title: 'annotations that are never evaluated',
      source: `from __future__ import annotations\n\n${variant(GAME, ['def _prompt(self, text):', 'def _prompt(self, text: Any) -> Optional[str]:'])}`,
    },
    { title: 'the annotation of a local', source: using('gates: List[int] = [4]') },
    {
      title: 'everything from a module',
      source: `from math import *\nfrom typing import *\n${using('gates = Optional')}`,
    },
    { title: 'a builtin', source: using('gates = sum(range(4))') },
    { title: 'a name outside of what is injected', source: using('gates = fractions.Fraction(1)') },
    { title: 'a demonstration', source: `${GAME}\n\nif __name__ == "__main__":\n    print(math.pi)\n` },
  ],
});
