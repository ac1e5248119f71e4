import { describeCheck, TOOLS, variant } from '../../testing.ts';

describeCheck('SP607', {
  bad: [
    {
      title: 'a key that nothing sets',
      source: variant(TOOLS, ['lambda s: s["viewed"] == order_id', 'lambda s: s["seen"] == order_id']),
      says: "KeyError: 'seen'",
      severity: 'error',
      without: ['SP608', 'SP501'],
    },
    {
      title: 'raises once it is its turn',
      source: variant(TOOLS, [
        'lambda s: s["tickets"].get(order_id) == "solved"',
        'lambda s: s["tickets"][order_id]["status"] == "solved"',
      ]),
      says: 'Criterion 3 raises',
    },
  ],
  good: [
    { title: 'the sound order desk', source: TOOLS },
    {
      title: 'a later criterion whose key an earlier step writes',
      source: variant(
        TOOLS,
        [
          'lambda s: s["tickets"].get(order_id) == "solved"',
          'lambda s: s["moves"] > 0 and s["tickets"].get(order_id) == "solved"',
        ],
        [
          'self._state["orders"][order_id].update(city=city, speed=speed)',
          `self._state["orders"][order_id].update(city=city, speed=speed)
        self._state["moves"] = 1`,
        ],
      ),
    },
  ],
});
