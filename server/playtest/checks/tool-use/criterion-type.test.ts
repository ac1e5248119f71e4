import { describeCheck, TOOLS, variant } from '../../testing.ts';

describeCheck('SP609', {
  bad: [
    {
      title: 'a number that is written as text',
      source: variant(
        TOOLS,
        [
          'self._state["tickets"][order_id] = status',
          'self._state["tickets"][order_id] = str(int(status == "solved"))',
        ],
        ['s["tickets"].get(order_id) == "solved"', 's["tickets"].get(order_id) == 1'],
      ),
      says: 'another type',
      without: ['SP608', 'SP501'],
    },
    {
      title: 'records where text is looked for',
      source: variant(
        TOOLS,
        ['"tickets": {}', '"tickets": []'],
        [
          'self._state["tickets"][order_id] = status',
          'self._state["tickets"].append({"id": order_id, "status": status})',
        ],
        ['s["tickets"].get(order_id) == "solved"', 'order_id in s["tickets"]'],
      ),
      says: 'the tools write one type',
      without: ['SP608'],
    },
  ],
  good: [
    { title: 'the sound order desk', source: TOOLS },
    {
      title: 'a wrong value of the right type is no type fault',
      source: variant(TOOLS, ['self._state["viewed"] = order_id', 'self._state["viewed"] = customer']),
    },
  ],
});
