import { describeCheck, TOOLS, variant } from '../../testing.ts';

describeCheck('SP601', {
  bad: [
    {
      title: 'a method under another name',
      source: variant(TOOLS, ['def tool_list_cities(self)', 'def tool_cities(self)']),
      says: 'no method tool_list_cities',
    },
    {
      title: 'a distractor that was never written',
      source: variant(TOOLS, [
        '            "list_cities": {',
        `            "refund_order": {"description": "Refund.", "parameters": {"type": "object", "properties": {}}},
            "list_cities": {`,
      ]),
      says: 'refund_order',
    },
  ],
  good: [
    { title: 'the sound order desk', source: TOOLS },
    {
      title: 'an inherited method',
      source: variant(
        TOOLS,
        [
          'class OrderDeskEnv(ToolUseBaseEnv):',
          `class Cities(ToolUseBaseEnv):
    def tool_list_cities(self):
        return ", ".join(CITIES) + self._advance_if_done()


class OrderDeskEnv(Cities):`,
        ],
        [
          `    def tool_list_cities(self):
        return ", ".join(CITIES) + self._advance_if_done()

    def _adv`,
          '    def _adv',
        ],
      ),
    },
  ],
});
