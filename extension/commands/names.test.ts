import { describe, expect, it } from 'vitest';
import { classNameOf, fileNameOf, nameProblem } from './names.ts';

describe('a name for a new environment', () => {
  it.each(['tide pool', 'Tide Pool', 'TidePool', 'TidePoolEnv', 'tide_pool', 'tide-pool env'])(
    'may be written as %s',
    (text) => {
      expect(classNameOf(text)).toBe('TidePoolEnv');
      expect(fileNameOf(classNameOf(text))).toBe('tide_pool.py');
      expect(nameProblem(text)).toBeUndefined();
    },
  );

  it.each([
    ['', /Give it a name/],
    ['Env', /Give it a name/],
    ['2048', /begin with a letter/],
    ['søster', /letters and digits/],
    ['../escape', /letters and digits/],
  ])('%j is refused with a reason', (text, reason) => {
    expect(nameProblem(text)).toMatch(reason);
  });
});
