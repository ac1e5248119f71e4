import { describeCheck, TOOLS, variant } from '../../testing.ts';

describeCheck('SP616', {
  bad: [
    {
      title: 'an unknown id is a KeyError',
      source: variant(
        TOOLS,
        [
          `        if order_id not in self._state["orders"]:
            return f"Error: no order '{order_id}'"
        if city`,
          '        if city',
        ],
        [
          `        if city not in CITIES:
            return f"Error: '{city}' is not served"
`,
          '',
        ],
        [
          `        if speed not in ("standard", "express"):
            return f"Error: no speed '{speed}'"
`,
          '',
        ],
      ),
      says: 'tool_move_order raises KeyError',
    },
    {
      title: 'raises on a valid call',
      source: variant(TOOLS, [
        'return ", ".join(CITIES) + self._advance_if_done()',
        'return ", ".join(CITIES[9]) + self._advance_if_done()',
      ]),
      says: 'IndexError',
    },
  ],
  good: [{ title: 'the sound order desk', source: TOOLS }],
});
