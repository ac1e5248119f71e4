import { describeCheck, TOOLS, variant } from '../../testing.ts';

describeCheck('SP606', {
  bad: [
    {
      title: 'true by a default',
      source: variant(TOOLS, [
        'lambda s: s["tickets"].get(order_id) == "solved"',
        'lambda s: s["tickets"].get(order_id) != "refused"',
      ]),
      says: 'Criterion 3 already holds',
      without: ['SP612'],
    },
    {
      title: 'true on the fresh state',
      source: variant(TOOLS, ['lambda s: s["viewed"] == order_id', 'lambda s: order_id in s["orders"]']),
      says: '6 of 6 seeds',
    },
  ],
  good: [{ title: 'the sound order desk', source: TOOLS }],
});
