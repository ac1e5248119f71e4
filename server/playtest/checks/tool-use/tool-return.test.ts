import { describeCheck, TOOLS, variant } from '../../testing.ts';

describeCheck('SP615', {
  bad: [
    {
      title: 'a list instead of text',
      source: variant(TOOLS, ['return ", ".join(CITIES) + self._advance_if_done()', 'return CITIES']),
      says: 'returned list',
    },
    {
      title: 'falls off the end',
      source: variant(TOOLS, ['return f"Error: no order of \'{customer}\'"', 'pass']),
      says: 'returned NoneType',
    },
    {
      title: 'forgets to move on',
      source: variant(TOOLS, [
        'return f"Ticket of {order_id} closed as {status}." + self._advance_if_done()',
        'return f"Ticket of {order_id} closed as {status}."',
      ]),
      says: 'fulfils instruction 3',
      without: ['SP608', 'SP501'],
    },
  ],
  good: [
    { title: 'the sound order desk', source: TOOLS },
    {
      title: 'a tool that completes nothing need not move on',
      source: variant(TOOLS, [
        'return ", ".join(CITIES) + self._advance_if_done()',
        'return ", ".join(CITIES)',
      ]),
    },
  ],
});
