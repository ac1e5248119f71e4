import { describeCheck, TOOLS, variant } from '../../testing.ts';

describeCheck('SP605', {
  bad: [
    {
      title: 'one criterion short',
      source: variant(TOOLS, [
        `            lambda s: s["tickets"].get(order_id) == "solved",
`,
        '',
      ]),
      says: '3 user messages but 2 criteria',
      without: ['SP501', 'SP608'],
    },
    {
      title: 'one too many',
      source: variant(TOOLS, [
        '        self._message_criteria = [',
        `        self._message_criteria = [
            lambda s: s.get("greeted"),`,
      ]),
      says: '4 criteria',
    },
  ],
  good: [
    { title: 'the sound order desk', source: TOOLS },
    {
      title: 'a single task without messages',
      source: variant(
        TOOLS,
        ['        self._user_messages = [', '        self._user_messages, self._unused = [], ['],
        ['        self._message_criteria = [', '        self._message_criteria, self._more = [], ['],
      ),
    },
  ],
});
