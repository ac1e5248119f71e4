import { TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

describeRule('SP601', {
  bad: [
    {
      title: 'the method has another name',
      source: variant(TOOLS, [
        `    def tool_set_target(self, degrees):
`,
        `    def tool_set_temperature(self, degrees):
`,
      ]),
      says: 'no method tool_set_target',
      marks: '"set_target"',
    },
    {
      title: 'a distractor that was never written',
      source: variant(TOOLS, [
        `            "set_target": {
`,
        `            "read_room": {"description": "Read a room.", "parameters": {"type": "object", "properties": {}}},
            "set_target": {
`,
      ]),
      says: 'tool_read_room',
      fixed: variant(
        TOOLS,
        [
          `            "set_target": {
`,
          `            "read_room": {"description": "Read a room.", "parameters": {"type": "object", "properties": {}}},
            "set_target": {
`,
        ],
        [
          `        return f"The target is {degrees} degrees." + self._advance_if_done()
`,
          `        return f"The target is {degrees} degrees." + self._advance_if_done()

    def tool_read_room(self):
        return "Error: read_room is not available"
`,
        ],
      ),
    },
    {
      title: 'listed later by key',
      source: variant(TOOLS, [
        `        degrees = self._degrees
`,
        `        self._tools["read_room"] = {"description": "Read a room.", "parameters": {"type": "object", "properties": {}}}
        degrees = self._degrees
`,
      ]),
    },
    {
      title: 'a method without the prefix',
      source: variant(TOOLS, [
        `    def tool_set_target(self, degrees):
`,
        `    def set_target(self, degrees):
`,
      ]),
    },
  ],
  good: [
    { title: 'listed and written', source: TOOLS },
    {
      title: 'written in a base class of the source',
      source: variant(
        TOOLS,
        ['    def tool_set_target(self, degrees):\n', '    def _set(self, degrees):\n'],
        [
          'class ThermostatEnv(ToolUseBaseEnv):',
          'class Heating(ToolUseBaseEnv):\n    def tool_set_target(self, degrees):\n        return self._set(degrees)\n\n\nclass ThermostatEnv(Heating):',
        ],
      ),
    },
    {
      title: 'a base class that is not known',
      source: variant(
        TOOLS,
        ['class ThermostatEnv(ToolUseBaseEnv):', 'class ThermostatEnv(HeatingBase, ToolUseBaseEnv):'],
        [
          `    def tool_set_target(self, degrees):
`,
          `    def set_target(self, degrees):
`,
        ],
      ),
    },
    {
      title: 'answered by __getattr__',
      source: variant(TOOLS, [
        `    def tool_set_target(self, degrees):
`,
        `    def __getattr__(self, name):
        return self.set_target

    def set_target(self, degrees):
`,
      ]),
    },
  ],
});
