import { TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

describeRule('SP603', {
  bad: [
    {
      title: 'another name in the method',
      source: variant(
        TOOLS,
        [
          `    def tool_set_target(self, degrees):
`,
          `    def tool_set_target(self, value):
`,
        ],
        ['        if not isinstance(degrees, int):', '        if not isinstance(value, int):'],
        [
          `        self._state["target"] = degrees
`,
          `        self._state["target"] = value
`,
        ],
        [
          `        return f"The target is {degrees} degrees." + self._advance_if_done()
`,
          `        return f"The target is {value} degrees." + self._advance_if_done()
`,
        ],
      ),
      says: 'declares `degrees`, which the method does not take',
      marks: 'tool_set_target',
      fixed: TOOLS,
    },
    {
      title: 'required by the method, optional in the schema',
      source: variant(TOOLS, [
        `                    "required": ["degrees"],
`,
        `                    "required": [],
`,
      ]),
      says: 'which the schema leaves optional',
    },
    {
      title: 'required by the method, not declared',
      source: variant(TOOLS, [
        `    def tool_set_target(self, degrees):
`,
        `    def tool_set_target(self, degrees, room):
`,
      ]),
      says: 'requires `room`, which the schema does not declare',
    },
    {
      title: 'two names that differ: no fix',
      source: variant(TOOLS, [
        `    def tool_set_target(self, degrees):
`,
        `    def tool_set_target(self, value, room):
        degrees = value
`,
      ]),
      says: 'does not take',
    },
  ],
  good: [
    { title: 'the same names', source: TOOLS },
    {
      title: 'keyword arguments take all',
      source: variant(TOOLS, [
        `    def tool_set_target(self, degrees):
`,
        `    def tool_set_target(self, **kwargs):
        degrees = kwargs.get("degrees")
`,
      ]),
    },
    {
      title: 'a default for what is optional',
      source: variant(
        TOOLS,
        [
          `    def tool_set_target(self, degrees):
`,
          `    def tool_set_target(self, degrees=20):
`,
        ],
        [
          `                    "required": ["degrees"],
`,
          `                    "required": [],
`,
        ],
      ),
    },
    {
      title: 'a further parameter with a default',
      source: variant(TOOLS, [
        `    def tool_set_target(self, degrees):
`,
        `    def tool_set_target(self, degrees, room="all"):
`,
      ]),
    },
    {
      title: 'a schema that is not known',
      source: variant(TOOLS, [
        '"properties": {"degrees": {"type": "integer"}}',
        '"properties": make_properties(rng)',
      ]),
    },
  ],
});
