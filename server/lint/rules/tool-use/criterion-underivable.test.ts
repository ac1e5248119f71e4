import { TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

describeRule('SP610', {
  bad: [
    {
      title: 'an identifier that is told nowhere',
      source: variant(TOOLS, ['[lambda s: s["target"] == degrees]', '[lambda s: s["target"] == "ZX-4417"]']),
      says: 'ZX-4417',
    },
    {
      title: 'only solution knows it',
      source: variant(
        TOOLS,
        ['[lambda s: s["target"] == degrees]', '[lambda s: s["target"] == "ZX-4417"]'],
        ['return f"set_target(degrees={self._degrees})', `return f"set_target(degrees='ZX-4417')`],
      ),
    },
    {
      title: 'in a named function',
      source: variant(
        TOOLS,
        ['[lambda s: s["target"] == degrees]', '[reached]'],
        [
          `        degrees = self._degrees
`,
          `        degrees = self._degrees

        def reached(s):
            return s["target"] == "ZX-4417"

`,
        ],
      ),
    },
    {
      title: 'a date',
      source: variant(TOOLS, ['[lambda s: s["target"] == degrees]', '[lambda s: s["target"] == "2024-W31"]']),
    },
    {
      title: 'a draw that only criteria and solution read',
      source: variant(TOOLS, ['Heat the room to {degrees} degrees.', 'Heat the room as agreed.']),
      says: /Criterion 1 needs `degrees`, which reset draws \(`rng\./,
    },
    {
      title: 'a draw that is unpacked with others',
      source: variant(
        TOOLS,
        ['degrees = self._degrees\n', 'degrees, room = self._degrees, "hall"\n'],
        ['Heat the room to {degrees} degrees.', 'Heat the {room} as agreed.'],
      ),
    },
  ],
  good: [
    {
      title: 'a draw that a tool tells',
      source: variant(
        TOOLS,
        ['Heat the room to {degrees} degrees.', 'Heat the room as the plan says.'],
        [
          '    def solution(self)',
          '    def tool_plan(self):\n        return f"{self._degrees} degrees"\n\n    def solution(self)',
        ],
      ),
    },
    {
      title: 'a draw that the state keeps',
      source: variant(
        TOOLS,
        ['Heat the room to {degrees} degrees.', 'Heat the room as the plan says.'],
        ['{"target": None}', '{"target": None, "plan": self._degrees}'],
      ),
    },
    {
      title: 'told by the message',
      source: variant(
        TOOLS,
        ['[lambda s: s["target"] == degrees]', '[lambda s: s["target"] == "ZX-4417"]'],
        [
          `        self._user_messages = [f"Heat the room to {degrees} degrees."]
`,
          `        self._user_messages = [f"Heat the room to {degrees} degrees, profile ZX-4417."]
`,
        ],
      ),
    },
    {
      title: 'in the state',
      source: variant(
        TOOLS,
        ['[lambda s: s["target"] == degrees]', '[lambda s: s["target"] == "ZX-4417"]'],
        [
          `        self._state = {"target": None}
`,
          `        self._state = {"target": None, "profiles": ["ZX-4417", "ZX-1200"]}
`,
        ],
      ),
    },
    {
      title: 'a plain word',
      source: variant(TOOLS, ['[lambda s: s["target"] == degrees]', '[lambda s: s["target"] == "express"]']),
    },
    { title: 'a captured value', source: TOOLS },
  ],
});
