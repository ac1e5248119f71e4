import { describeCheck, GAME, variant } from '../../testing.ts';
import { VAULT } from './fixtures.ts';

const hint = (source: string, text: string): string =>
  variant(source, [
    '    def solution(self)',
    `    def hint(self):\n        return ${text}\n\n    def solution(self)`,
  ]);

describeCheck('SP522', {
  bad: [
    {
      title: 'the code',
      source: hint(VAULT, 'f"Weigh the dials, and report {self.code}."'),
      says: /states the answer/,
      severity: 'warning',
    },
    { title: 'all of the levers in order', source: hint(GAME, '"Pull " + ", ".join(self.order) + "."') },
    {
      title: 'kept as an attribute',
      source: variant(VAULT, [
        '        self.weighed = []\n        self.turn = 0\n        self.over = False\n        self.late = False\n        return "A vault',
        '        self.hint = f"Think of {self.code}."\n        self.weighed = []\n        self.turn = 0\n        self.over = False\n        self.late = False\n        return "A vault',
      ]),
    },
    {
      title: 'everybody reads it',
      source: hint(VAULT, '"A dial weighs its digit times its place."'),
      says: /already/,
    },
  ],
  good: [
    {
      title: 'an idea',
      source: hint(VAULT, '"Divide every weight by the place of its dial to get the digit."'),
    },
    {
      title: 'the first lever only',
      source: hint(GAME, 'f"Begin with {self.order[0]} and go on from what clicks."'),
    },
    { title: 'no hint', source: VAULT },
  ],
});
