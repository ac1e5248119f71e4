import { describeCheck, TOOLS, variant } from '../../testing.ts';

describeCheck('SP608', {
  bad: [
    {
      title: 'reads a key that no tool writes',
      source: variant(TOOLS, [
        'lambda s: s["tickets"].get(order_id) == "solved"',
        'lambda s: s.get("closed", {}).get(order_id) == "solved"',
      ]),
      says: 'Instruction 3',
      without: ['SP501'],
    },
    {
      title: 'expects another value than the tool writes',
      source: variant(TOOLS, ['self._state["viewed"] = order_id', 'self._state["viewed"] = customer']),
      says: 'Instruction 1',
    },
  ],
  good: [{ title: 'the sound order desk', source: TOOLS }],
});
