import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

test('a slip finds the word that was meant', () => {
  expect(nearest('chekc', ['check', 'play', 'pool'])).toBe('check');
  expect(nearest('ouput', ['format', 'output'])).toBe('output');
  expect(nearest('SED-IGNORED', ['seed-ignored'])).toBe('seed-ignored');
});

test('a word that is far from all of them finds none', () => {
  expect(nearest('frobnicate', ['check', 'play', 'pool'])).toBeUndefined();
  expect(nearest('', ['check'])).toBeUndefined();
});
