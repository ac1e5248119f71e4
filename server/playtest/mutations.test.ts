import { describe, expect, it } from 'vitest';
import { rewrap, unwrap } from './boxes.ts';
import { mutationsOf } from './mutations.ts';

const texts = (text: string, kind: string, others: string[] = []): string[] =>
  mutationsOf(text, others)
    .filter((mutation) => mutation.kind === kind)
    .map((mutation) => mutation.text);

describe('mutationsOf', () => {
  it('never gives the answer itself, nor anything twice', () => {
    for (const text of ['417', '-3.5', 'amber', 'YES', '0', '1,250']) {
      const all = mutationsOf(text, ['other', '12']).map((mutation) => mutation.text);
      expect(all).not.toContain(text);
      expect(new Set(all).size).toBe(all.length);
    }
  });
  it('writes numbers wrongly that are still numbers', () => {
    expect(texts('417', 'affix')).toEqual(['41777', '7417']);
    expect(texts('-417', 'sign')).toEqual(['417']);
    expect(texts('4.5', 'affix')).toEqual(['74.5']);
  });
  it('keeps decimals where it nudges', () => {
    expect(texts('2.50', 'nudge')).toContain('2.75');
    expect(texts('240', 'nudge')).toEqual(expect.arrayContaining(['241', '239', '264', '216', '360']));
  });
  it('nudges every number of several', () => {
    expect(texts('3,1', 'nudge')).toEqual(['4,1', '1003,1', '3,2', '3,1001']);
  });
  it('hedges in both orders with an answer of the same kind', () => {
    expect(texts('417', 'hedge', ['amber', '902'])).toEqual(['417 or 902', '902 or 417']);
  });
  it('respells the whole action', () => {
    expect(
      mutationsOf('417', [], 'report 417')
        .filter(({ kind }) => kind === 'spelling')
        .map(({ text }) => text),
    ).toContain('\\text{report 417}');
    expect(texts('417', 'spelling')).toEqual(['  417  ']);
    expect(texts('amber', 'spelling')).toEqual(
      expect.arrayContaining(['  amber  ', '\\text{amber}', '"amber"', 'AMBER', 'amber.']),
    );
  });
});

describe('unwrap and rewrap', () => {
  it.each([
    ['\\boxed{ report 417 }', 'report 417', '\\boxed{x}'],
    ['so: \\boxed{a} indeed', 'a', 'so: \\boxed{x} indeed'],
    ['<answer>done</answer>', 'done', '<answer>x</answer>'],
    ['plain', 'plain', 'x'],
  ])('%s', (action, body, rewrapped) => {
    expect(unwrap(action)).toBe(body);
    expect(rewrap(action, 'x')).toBe(rewrapped);
  });
});
