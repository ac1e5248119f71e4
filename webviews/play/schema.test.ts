import { describe, expect, test } from 'vitest';
import { type Kind, type Parameter, parametersOf, readValue } from './schema.ts';

const parameter = (kind: Kind, choices: readonly unknown[] = []): Parameter => ({
  ...{ name: 'count', kind, required: true, description: '', choices },
});

describe('the parameters of a tool', () => {
  test('are read as far as a form needs', () => {
    const read = parametersOf({
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Such as A-17' },
        size: { enum: ['small', 2] },
        tags: { type: 'array' },
        odd: 'not an object',
      },
      required: ['id'],
    });
    expect(read?.map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ['id', 'text', true],
      ['size', 'choice', false],
      ['tags', 'json', false],
      ['odd', 'json', false],
    ]);
  });

  test('are none where the schema says none, and unknown where it is no schema', () => {
    expect(parametersOf(null)).toEqual([]);
    expect(parametersOf({ type: 'object' })).toEqual([]);
    for (const wrong of [['a'], 'text', { properties: [1] }, { required: 'id' }])
      expect(parametersOf(wrong)).toBeUndefined();
  });
});

test.each([
  ['integer', '12', { value: 12 }],
  ['integer', '1.5', { problem: 'count must be a whole number.' }],
  ['integer', ' ', { problem: 'count must be a whole number.' }],
  ['number', '1.5e3', { value: 1500 }],
  ['number', 'Infinity', { problem: 'count must be a number.' }],
  ['flag', 'false', { value: false }],
  ['text', '', { value: '' }],
  ['json', '{"a": [1]}', { value: { a: [1] } }],
  ['json', '{a}', { problem: 'count must be JSON, such as ["a", "b"] or "text".' }],
] as const)('%s %j is read as %j', (kind, text, expected) => {
  expect(readValue(parameter(kind), text)).toEqual(expected);
});

test('a choice keeps the type of its value', () => {
  const choice = parameter('choice', ['small', 2]);
  expect(readValue(choice, '1')).toEqual({ value: 2 });
  expect(readValue(choice, '7')).toEqual({ problem: 'count: choose a value.' });
});
