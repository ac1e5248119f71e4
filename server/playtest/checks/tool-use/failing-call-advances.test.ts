import { describeCheck, TOOLS, variant } from '../../testing.ts';

describeCheck('SP613', {
  bad: [
    {
      title: 'the view is noted before the customer is found',
      source: variant(
        TOOLS,
        [
          `    def tool_find_order(self, customer):
`,
          `    def tool_find_order(self, customer):
        self._state["viewed"] = self._order_id
`,
        ],
        [
          'return f"Error: no order of \'{customer}\'"',
          'return f"Error: no order of \'{customer}\'" + self._advance_if_done()',
        ],
      ),
      says: 'completes instruction 1',
    },
  ],
  good: [
    { title: 'the sound order desk', source: TOOLS },
    {
      title: 'errors that end with the marker but change nothing',
      source: variant(TOOLS, [
        'return f"Error: no order of \'{customer}\'"',
        'return f"Error: no order of \'{customer}\'" + self._advance_if_done()',
      ]),
    },
  ],
});
