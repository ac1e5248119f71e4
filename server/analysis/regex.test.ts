import { expect, it } from 'vitest';
import { readRegex } from './regex.ts';

it.each([
  ['^look$|^inv(?:entory)?$', ['look', 'inv', 'inventory']],
  ['guess\\s+(\\d+)', ['guess {}']],
  ['^take (?P<item>\\w+)( from (.*))?$', ['take {}', 'take {} from {}']],
  ['([A-C])([1-2])', ['{}{}']],
  ['^(-?\\d+)[,;]\\s*(-?\\d+)$', ['{},{}']],
  ['move\\((\\d+)\\)', ['move({})']],
  ['^(?i:yes|no)$', ['yes', 'no']],
])('%s wants %j', (pattern, texts) => {
  expect(readRegex(pattern).templates.map((t) => t.text)).toEqual(texts);
});

it('knows a pattern that unwraps', () => {
  expect(readRegex('\\\\boxed\\{(.+?)\\}')).toMatchObject({ unwraps: true, templates: [] });
});

it('tells which group is the command and which an argument', () => {
  expect(readRegex('^(\\w+)\\s+(.*)$').groups.map((g) => g.leading)).toEqual([true, false]);
  expect(readRegex('^buy (\\d+)$').groups[0]).toMatchObject({ leading: false, argument: { kind: 'int' } });
  expect(readRegex('^\\s*(\\w+)\\s*$').groups[0]?.whole).toBe(true);
});

it.each(['(', '[', '\\', '(?P<', '(?', '*', 'a{', ')', '|', '((((', '(?<=a)b', 'a{99999}', '[^]', '[]a'])(
  'survives %s',
  (pattern) => {
    expect(() => readRegex(pattern)).not.toThrow();
  },
);
