import { TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

describeRule('SP617', {
  bad: [
    {
      title: 'the solution',
      source: variant(TOOLS, [
        '    def solution(self):',
        `    def tool_help(self):
        return "Try: " + self.solution()

    def solution(self):`,
      ]),
      says: 'the solution',
    },
    {
      title: 'the expected answer',
      source: variant(TOOLS, [
        '    def solution(self):',
        `    def tool_help(self):
        return f"The answer is {self._expected_answer}"

    def solution(self):`,
      ]),
      says: 'expected answer',
    },
    {
      title: 'behind a condition',
      source: variant(TOOLS, [
        '    def solution(self):',
        `    def tool_help(self):
        return self.solution() if self.turn_count > 5 else "Not yet."

    def solution(self):`,
      ]),
    },
    {
      title: 'in JSON',
      source: variant(TOOLS, [
        '    def solution(self):',
        `    def tool_help(self):
        import json
        return json.dumps({"plan": self.solution()})

    def solution(self):`,
      ]),
    },
  ],
  good: [
    { title: 'what the service says', source: TOOLS },
    {
      title: 'compared, not told',
      source: variant(TOOLS, [
        '    def solution(self):',
        `    def tool_submit(self, text):
        return "yes" if text == self._expected_answer else "no"

    def solution(self):`,
      ]),
    },
    {
      title: 'asked for another purpose',
      source: variant(TOOLS, [
        '    def solution(self):',
        `    def tool_count(self):
        steps = self.solution()
        return str(len(self._state))

    def solution(self):`,
      ]),
    },
    {
      title: 'another solution',
      source: variant(TOOLS, [
        '    def solution(self):',
        `    def tool_mix(self, other):
        return other.solution()

    def solution(self):`,
      ]),
    },
  ],
});
