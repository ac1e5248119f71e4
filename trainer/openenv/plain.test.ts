import { expect, test } from 'vitest';
import type { PyValue } from '../../server/protocol/value.ts';
import { plainOf } from './plain.ts';

const told = (value: PyValue) => JSON.parse(JSON.stringify(plainOf(value, 'info')));

test('what JSON has a form for is told as Python tells it', () => {
  expect(
    told({
      dict: [
        ['a', { tuple: [1, { float: 0.5 }] }],
        [3, { set: ['x'] }],
        [true, null],
      ],
    }),
  ).toEqual({
    a: [1, 0.5],
    3: ['x'],
    true: null,
  });
});

test('a key is no way to the prototype of anything', () => {
  const value = plainOf({ dict: [['__proto__', { dict: [['polluted', true]] }]] }, 'info');
  expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":true}}');
  expect('polluted' in {}).toBe(false);
});

test.each<[PyValue, RegExp]>([
  [{ dict: [['a', [{ float: 'nan' }]]] }, /^info\["a"\]\[0\] is nan/],
  [{ float: '-inf' }, /is -inf/],
  [{ int: '123456789012345678901' }, /beyond 2⁵³/],
  [{ text: 'xx', length: 200_000 }, /200000 characters/],
  [{ object: 'Board', repr: '<Board>' }, /object of the class Board/],
  [{ dict: [[{ tuple: [1, 2] }, 3]] }, /key that is no text/],
  [
    {
      dict: [
        ['1', 'a'],
        [1, 'b'],
      ],
    },
    /two keys that read "1"/,
  ],
])('%j is an error that says where', (value, why) => {
  expect(() => plainOf(value, 'info')).toThrow(why);
});
