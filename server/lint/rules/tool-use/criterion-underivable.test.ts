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
  ],
  good: [
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
