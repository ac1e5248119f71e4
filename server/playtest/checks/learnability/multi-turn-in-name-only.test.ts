import { describeCheck, GAME, variant } from '../../testing.ts';
import { SUM, VAULT } from './fixtures.ts';

const ONE_TRY = [
  '        if self.attempts >= self.max_turns:\n            self.late = True\n            return "The carrier leaves.", 0.0, False, True, {"attempts": self.attempts}\n        return self._ask("The carrier shakes his head."), 0.0, False, False, {"attempts": self.attempts}',
  '        self.late = True\n        return "The carrier leaves.", 0.0, True, False, {"attempts": self.attempts}',
] as const;

describeCheck('SP520', {
  bad: [
    {
      title: 'one try of ten',
      source: variant(SUM, ['max_turns=3', 'max_turns=10'], ONE_TRY, [
        'self.paid, self.late, {"attempts"',
        'True, False, {"attempts"',
      ]),
      says: /10 turns/,
      line: 33,
    },
    {
      title: 'nothing comes back',
      source: variant(GAME, [
        'return self._prompt(text), 0.0, False, False, {"progress": self.progress}',
        'return self._prompt("Time passes."), 0.0, False, False, {}',
      ]),
      says: /does not depend/,
    },
  ],
  good: [
    {
      title: 'one try of one',
      source: variant(SUM, ['max_turns=3', 'max_turns=1'], ONE_TRY, [
        'self.paid, self.late, {"attempts"',
        'True, False, {"attempts"',
      ]),
    },
    { title: 'attempts', source: SUM },
    { title: 'measurements', source: VAULT },
    { title: 'levers', source: GAME },
    {
      title: 'only a number changes',
      source: variant(
        GAME,
        [
          'text = "Clunk: all levers spring back."',
          'text = f"Click: {self.progress} of {len(self.order)} levers hold."',
        ],
        [
          'text = "There is no such lever."',
          'text = f"Click: {self.progress} of {len(self.order)} levers hold."',
        ],
      ),
    },
  ],
});
