import { afterEach, expect, it } from 'vitest';
import { DEFAULT_LINT_SETTINGS } from '../lint/rule.ts';
import { GAME } from '../lint/sample.ts';
import { readingOf } from '../workspace/reading.ts';
import { Readers } from './readers.ts';

const policy = {
  selected: undefined,
  ignored: new Set<never>(),
  levels: new Map([['SP308', 'error'] as const]),
};
let readers: Readers | undefined;
afterEach(() => readers?.close());

it('says in threads what is said here, to each question its own', async () => {
  readers = new Readers(2, 1);
  const sources = [
    GAME,
    GAME.replace('def solution', 'def answer'),
    'def f(:',
    GAME.replace('seed=None', 'seed=3'),
  ];
  const here = sources.map((source) => readingOf(source, DEFAULT_LINT_SETTINGS, policy));
  const there = await Promise.all(
    sources.map((source) => readers?.read(source, DEFAULT_LINT_SETTINGS, policy)),
  );
  expect(there).toEqual(here);
});
