import { TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

describeRule('SP604', {
  bad: [
    {
      title: 'a Python type',
      source: variant(TOOLS, [
        '"properties": {"degrees": {"type": "integer"}}',
        '"properties": {"degrees": {"type": "int"}}',
      ]),
      says: '"int"',
    },
    {
      title: 'an empty enum',
      source: variant(TOOLS, [
        '"properties": {"degrees": {"type": "integer"}}',
        '"properties": {"degrees": {"type": "integer", "enum": []}}',
      ]),
      says: 'empty enum',
    },
    {
      title: 'required names nothing',
      source: variant(TOOLS, ['"required": ["degrees"]', '"required": ["degree"]']),
      says: 'which no property declares',
    },
    {
      title: 'a type where a schema belongs',
      source: variant(TOOLS, [
        '"properties": {"degrees": {"type": "integer"}}',
        '"properties": {"degrees": "integer"}',
      ]),
      says: 'must be an object',
    },
    {
      title: 'a list of properties',
      source: variant(TOOLS, ['"properties": {"degrees": {"type": "integer"}}', '"properties": ["degrees"]']),
    },
  ],
  good: [
    { title: 'valid', source: TOOLS },
    {
      title: 'no parameters',
      source: variant(TOOLS, [
        '"required": ["degrees"],',
        '"required": ["degrees"], "additionalProperties": False,',
      ]),
    },
    {
      title: 'several types',
      source: variant(TOOLS, [
        '"properties": {"degrees": {"type": "integer"}}',
        '"properties": {"degrees": {"type": ["integer", "null"]}}',
      ]),
    },
    {
      title: 'an enum that is computed',
      source: variant(TOOLS, [
        '"properties": {"degrees": {"type": "integer"}}',
        '"properties": {"degrees": {"type": "integer", "enum": list(range(low, high))}}',
      ]),
    },
  ],
});
