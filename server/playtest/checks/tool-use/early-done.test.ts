import { describeCheck, TOOLS, variant } from '../../testing.ts';

describeCheck('SP619', {
  bad: [
    {
      title: 'the answer alone is tested',
      source: variant(TOOLS, [' and self._current_msg >= len(self._user_messages)', '']),
      says: 'after 0 tool calls',
    },
    {
      title: 'one step too early',
      source: variant(TOOLS, [
        `self._current_msg >= len(self._user_messages)

    def sol`,
        `self._current_msg >= len(self._user_messages) - 1

    def sol`,
      ]),
      says: 'after 2 tool calls',
    },
    {
      title: 'no _check_answer at all',
      source: variant(TOOLS, [
        `    def _check_answer(self, answer):
        return answer.strip().lower() == "done" and self._current_msg >= len(self._user_messages)

`,
        '',
      ]),
    },
  ],
  good: [{ title: 'the sound order desk', source: TOOLS }],
});
