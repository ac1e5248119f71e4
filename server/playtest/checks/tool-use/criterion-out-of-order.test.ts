import { describeCheck, TOOLS, variant } from '../../testing.ts';

describeCheck('SP612', {
  bad: [
    {
      title: 'the step before did the work',
      source: variant(TOOLS, [
        'lambda s: s["tickets"].get(order_id) == "solved"',
        'lambda s: s["orders"][order_id]["speed"] == "express"',
      ]),
      says: 'Instruction 3',
      severity: 'warning',
    },
  ],
  good: [{ title: 'the sound order desk', source: TOOLS }],
});
