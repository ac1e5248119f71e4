import { TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

describeRule('SP609', {
  bad: [
    {
      title: 'a number against text',
      source: variant(TOOLS, [
        '[lambda s: s["target"] == degrees]',
        '[lambda s: s["target"] == str(degrees)]',
      ]),
      says: 'never comes true',
    },
    {
      title: 'text against a number',
      source: variant(
        TOOLS,
        [
          `        self._state["target"] = degrees
`,
          `        self._state["target"] = f"{degrees}"
`,
        ],
        [
          `        self._state = {"target": None}
`,
          `        self._state = {"target": ""}
`,
        ],
      ),
    },
    {
      title: 'text in a list of records',
      source: variant(
        TOOLS,
        ['[lambda s: s["target"] == degrees]', '[lambda s: "heat" in s["log"]]'],
        [
          `        self._state = {"target": None}
`,
          `        self._state = {"target": None, "log": []}
`,
        ],
        [
          `        self._state["target"] = degrees
`,
          `        self._state["target"] = degrees
        self._state["log"].append({"kind": "heat"})
`,
        ],
      ),
    },
    {
      title: 'a list against a tuple',
      source: variant(
        TOOLS,
        ['[lambda s: s["target"] == degrees]', '[lambda s: s["pair"] == (1, 2)]'],
        [
          `        self._state = {"target": None}
`,
          `        self._state = {"target": None, "pair": [0, 0]}
`,
        ],
        [
          `        self._state["target"] = degrees
`,
          `        self._state["target"] = degrees
        self._state["pair"] = [1, 2]
`,
        ],
      ),
    },
  ],
  good: [
    { title: 'the same type', source: TOOLS },
    {
      title: 'int and float are equal as numbers',
      source: variant(TOOLS, ['[lambda s: s["target"] == degrees]', '[lambda s: s["target"] == 21.0]']),
    },
    {
      title: 'text in a list of texts',
      source: variant(
        TOOLS,
        ['[lambda s: s["target"] == degrees]', '[lambda s: "heat" in s["log"]]'],
        [
          `        self._state = {"target": None}
`,
          `        self._state = {"target": None, "log": []}
`,
        ],
        [
          `        self._state["target"] = degrees
`,
          `        self._state["target"] = degrees
        self._state["log"].append("heat")
`,
        ],
      ),
    },
    {
      title: 'a key of a dict of records',
      source: variant(
        TOOLS,
        ['[lambda s: s["target"] == degrees]', '[lambda s: "heat" in s["log"]]'],
        ['        self._state = {"target": None}\n', '        self._state = {"target": None, "log": {}}\n'],
        [
          '        self._state["target"] = degrees\n',
          '        self._state["log"]["heat"] = {"degrees": degrees}\n',
        ],
      ),
    },
    {
      title: 'a type that is not known',
      source: variant(
        TOOLS,
        ['[lambda s: s["target"] == degrees]', '[lambda s: s["target"] == str(degrees)]'],
        [
          `        self._state["target"] = degrees
`,
          `        self._state["target"] = self._round(degrees)
`,
        ],
      ),
    },
  ],
});
