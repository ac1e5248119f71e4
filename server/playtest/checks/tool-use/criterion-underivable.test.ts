import { describeCheck, TOOLS, variant } from '../../testing.ts';

describeCheck('SP610', {
  bad: [
    {
      title: 'a secret reference',
      source: variant(
        TOOLS,
        [
          `    def tool_close_ticket(self, order_id, status):
        if order_id`,
          `    def tool_close_ticket(self, order_id, status):
        if self._secret and order_id != f"{self._secret}":
            return "Error: give the dispatch reference"
        order_id = self._order_id
        if order_id`,
        ],
        [
          '        self._customer = customers[0]',
          `        self._secret = f"QX-{rng.randint(1000, 9999)}"
        self._customer = customers[0]`,
        ],
        ["close_ticket(order_id='{self._order_id}'", "close_ticket(order_id='{self._secret}'"],
      ),
      says: 'which no instruction states and no tool reveals',
    },
  ],
  good: [
    { title: 'the sound order desk', source: TOOLS },
    {
      title: 'the reference is told by a tool',
      source: variant(TOOLS, [
        'return json.dumps({"order_id": order_id, "city": order["city"]})',
        'return json.dumps({"order_id": order_id, "city": order["city"], "reference": "QX-77"})',
      ]),
    },
  ],
});
