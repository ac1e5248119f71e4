import { describe, expect, it } from 'vitest';
import { isExponential } from './backtracking.ts';

describe('patterns that try everything', () => {
  it.each([
    '^(a+)+$',
    '(a*)*b',
    String.raw`^(\w+[\s,]*)+$`,
    String.raw`^(\w+\s?)*$`,
    String.raw`^(?:\s*\w+\s*)+$`,
    '(x+x+)+y',
    '^(a|a)*$',
    '^([a-z]+|[a-z0-9]+)*:',
    String.raw`\\boxed\{(?:[^{}]+)*\}`,
    '^(?P<word>(?:ab|a|b)+)$',
    '^(.+,?){2,}$',
    String.raw`^(?:(?:\d+-?){1,30})!`,
  ])('%s', (pattern) => {
    expect(isExponential(pattern, false)).toBe(true);
  });

  it.each([
    String.raw`\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}`,
    String.raw`^(\w+\s+)*\w+$`,
    String.raw`^\w+(?:,\w+)*$`,
    String.raw`^(?:\d+\.)*\d+$`,
    String.raw`^-?[0-9]{1,9}(\.[0-9]{1,9})?$`,
    '^(a|b)*$',
    // Python makes one class of these.
    String.raw`^(\w|\d)+$`,
    String.raw`^(?:move|turn) (\w+)( \w+)?$`,
    String.raw`^[\w\s,]+$`,
    '<tool>(.*?)</tool>',
    '^("[^"]*"|[^",]+)(,("[^"]*"|[^",]+))*$',
    // Whatever the loop took, the match is there at once.
    String.raw`(\w+\s*)+`,
    // Not read, so nothing is said.
    String.raw`^(a+)+\1$`,
    '^(?>a+)+$',
    '^(a++)+$',
    '^(a+',
  ])('passes %s', (pattern) => {
    expect(isExponential(pattern, false)).toBe(false);
  });

  it('asks for the whole text where the call does', () => {
    expect(isExponential(String.raw`(\w+\s*)+`, true)).toBe(true);
  });
});
