import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';
import { SUM, VAULT, WORD } from './fixtures.ts';

const FINISH = [
  '        if lever not in LEVERS:',
  '        if lever == "open":\n            self.ended = "won"\n            return "The panel opens.", 1.0, True, False, {}\n        if lever not in LEVERS:',
] as const;
const OFFERED = [
  'Levers: amber, blue, coral, green, violet\\n',
  'Levers: amber, blue, coral, green, violet. When done: \\\\boxed{{open}}\\n',
] as const;

describeCheck('SP505', {
  bad: [
    {
      title: 'a command that opens the panel in any state',
      source: variant(GAME, FINISH, OFFERED),
      severity: 'error',
      says: /6 of 6 seeds/,
      without: ['SP510'],
    },
    {
      title: 'done is taken at its word',
      source: variant(TOOLS, [
        ' and self._current_msg >= len(self._user_messages)\n\n    def solution',
        '\n\n    def solution',
      ]),
      severity: 'error',
    },
    {
      title: 'the answer is taken before anything was measured',
      source: variant(
        VAULT,
        ['if len(self.weighed) < 2:', 'if len(self.weighed) < 0:'],
        ['["weigh 1", "weigh 2", f"report {self.code}"]', '[f"report {self.code}"]'],
      ),
      severity: 'warning',
    },
  ],
  good: [
    { title: 'a game that has to be played', source: GAME },
    { title: 'two weighings before the answer', source: VAULT },
    {
      title: 'a derivation that is graded per attempt',
      source: variant(SUM, ['max_turns=3', 'max_turns=20']),
    },
    { title: 'an answer that needs a letter first', source: WORD },
  ],
});
