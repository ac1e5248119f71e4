import { describeCheck, TOOLS, variant } from '../../testing.ts';

describeCheck('SP604', {
  bad: [
    {
      title: 'an empty enum',
      source: variant(TOOLS, ['"enum": ["solved", "refused"]', '"enum": []']),
      says: 'an empty enum',
    },
    {
      title: 'a Python type name',
      source: variant(TOOLS, [
        '"properties": {"customer": {"type": "string"}}',
        '"properties": {"customer": {"type": "str"}}',
      ]),
      says: '"str"',
    },
    {
      title: 'required names nothing',
      source: variant(TOOLS, ['"required": ["customer"]', '"required": ["name"]']),
      says: 'required names "name"',
    },
    {
      title: 'a property that is no object',
      source: variant(TOOLS, [
        '"properties": {"customer": {"type": "string"}}',
        '"properties": {"customer": "string"}',
      ]),
      says: 'must be an object',
    },
  ],
  good: [
    { title: 'the sound order desk', source: TOOLS },
    {
      title: 'no parameters at all',
      source: variant(TOOLS, [', "parameters": {"type": "object", "properties": {}}}', '}']),
    },
  ],
});
