import { describeCheck, TOOLS, variant } from '../../testing.ts';

describeCheck('SP602', {
  bad: [
    {
      title: 'a tool that is not listed',
      source: variant(TOOLS, [
        '    def tool_list_cities(self):',
        `    def tool_refund(self):
        return "Refunded." + self._advance_if_done()

    def tool_list_cities(self):`,
      ]),
      says: 'tool_refund',
    },
    {
      title: "a helper with a tool's name",
      source: variant(TOOLS, [
        '    def solution(self):',
        `    def tool_helper(self, x=1):
        return str(x)

    def solution(self):`,
      ]),
      severity: 'warning',
    },
  ],
  good: [
    { title: 'the sound order desk', source: TOOLS },
    {
      title: 'a helper with another name',
      source: variant(TOOLS, [
        '    def solution(self):',
        `    def helper_tool(self, x=1):
        return str(x)

    def solution(self):`,
      ]),
    },
  ],
});
