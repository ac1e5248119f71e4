import { TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

describeRule('SP608', {
  bad: [
    {
      title: 'another key than the tool writes',
      source: variant(TOOLS, ['[lambda s: s["target"] == degrees]', '[lambda s: s["goal"] == degrees]']),
      says: 'reads `goal`',
    },
    {
      title: 'with get',
      source: variant(TOOLS, ['[lambda s: s["target"] == degrees]', '[lambda s: s.get("goal") == degrees]']),
    },
    {
      title: 'deep below a key that is not there',
      source: variant(TOOLS, [
        '[lambda s: s["target"] == degrees]',
        '[lambda s: s.get("rooms", {}).get("attic") == degrees]',
      ]),
    },
    {
      title: 'a named function',
      source: variant(
        TOOLS,
        ['[lambda s: s["target"] == degrees]', '[reached]'],
        [
          `        degrees = self._degrees
`,
          `        degrees = self._degrees

        def reached(s):
            return s["goal"] == degrees

`,
        ],
      ),
    },
  ],
  good: [
    { title: 'the key that the tool writes', source: TOOLS },
    {
      title: 'a key that only a tool writes',
      source: variant(
        TOOLS,
        ['[lambda s: s["target"] == degrees]', '[lambda s: s.get("log") == degrees]'],
        [
          `        self._state["target"] = degrees
`,
          `        self._state["target"] = degrees
        self._state["log"] = degrees
`,
        ],
      ),
    },
    {
      title: 'a key that is computed',
      source: variant(TOOLS, ['[lambda s: s["target"] == degrees]', '[lambda s: s[self._room] == degrees]']),
    },
    {
      title: 'a state that is updated with what is not known',
      source: variant(
        TOOLS,
        ['[lambda s: s["target"] == degrees]', '[lambda s: s["goal"] == degrees]'],
        [
          `        self._state["target"] = degrees
`,
          `        self._state["target"] = degrees
        self._state.update(self._extra())
`,
        ],
      ),
    },
    {
      title: 'a state that is built by a helper',
      source: variant(
        TOOLS,
        ['[lambda s: s["target"] == degrees]', '[lambda s: s["goal"] == degrees]'],
        [
          `        self._state = {"target": None}
`,
          `        self._state = self._build(rng)
`,
        ],
      ),
    },
  ],
});
