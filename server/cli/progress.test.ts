import { expect, test } from 'vitest';
import { duration, progressLine } from './progress.ts';

const state = { done: 40, cached: 10, total: 100, listing: false };

test('the rate and what is left do not count what came from the cache', () => {
  expect(progressLine(state, 10, false)).toBe(
    'checking: 40 of 100, 40 % · 10 from the cache · 3.0 a second · 20 s left',
  );
});

test('while files are still being found, no end is promised', () => {
  const line = progressLine({ ...state, cached: 0, listing: true }, 10, true);
  expect(line).toMatch(/^\[#{10} {14}\] 40 of 100 or more · 4\.0 a second$/);
});

test('nothing is known at the beginning', () => {
  expect(progressLine({ done: 0, cached: 0, total: 0, listing: true }, 0, false)).toBe(
    'checking: 0 of 0 or more',
  );
});

test('times are told as people tell them', () => {
  expect([0.2, 59, 600, 7_500].map(duration)).toEqual(['1 s', '59 s', '10 min', '2 h 5 min']);
});
