import { TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

describeRule('SP602', {
  bad: [
    {
      title: 'forgotten in the table',
      source: variant(TOOLS, [
        '    def solution(self):',
        `    def tool_boost(self, minutes):
        return "Boosting." + self._advance_if_done()

    def solution(self):`,
      ]),
      says: 'tool_boost',
      severity: 'warning',
      fixed: variant(
        TOOLS,
        [
          '    def solution(self):',
          `    def tool_boost(self, minutes):
        return "Boosting." + self._advance_if_done()

    def solution(self):`,
        ],
        [
          `            "set_target": {
`,
          `            "boost": {"description": "boost", "parameters": {"type": "object", "properties": {"minutes": {"type": "string"}}, "required": ["minutes"]}},
            "set_target": {
`,
        ],
      ),
    },
    {
      title: 'a helper with the name of a tool',
      source: variant(TOOLS, [
        '    def solution(self):',
        `    def tool_format(self, text=""):
        return text

    def solution(self):`,
      ]),
    },
    {
      title: 'an alias of a tool',
      source: variant(TOOLS, [
        '    def solution(self):',
        `    def tool_heat(self, degrees):
        return self.tool_set_target(degrees)

    def solution(self):`,
      ]),
    },
    {
      title: 'without parameters',
      source: variant(TOOLS, [
        '    def solution(self):',
        `    def tool_status(self):
        return str(self._state)

    def solution(self):`,
      ]),
    },
  ],
  good: [
    { title: 'all listed', source: TOOLS },
    {
      title: 'a helper with another name',
      source: variant(TOOLS, [
        '    def solution(self):',
        `    def format_tool(self, text):
        return text

    def solution(self):`,
      ]),
    },
    {
      title: 'listed by key',
      source: variant(
        TOOLS,
        [
          '    def solution(self):',
          `    def tool_boost(self, minutes):
        return "Boosting." + self._advance_if_done()

    def solution(self):`,
        ],
        [
          `        degrees = self._degrees
`,
          `        self._tools["boost"] = {"description": "Boost.", "parameters": {"type": "object", "properties": {"minutes": {"type": "integer"}}, "required": ["minutes"]}}
        degrees = self._degrees
`,
        ],
      ),
    },
    {
      title: 'an own get_tools',
      source: variant(TOOLS, [
        '    def solution(self):',
        `    def tool_boost(self, minutes):
        return "Boosting." + self._advance_if_done()

    def get_tools(self):
        return []

    def solution(self):`,
      ]),
    },
  ],
});
