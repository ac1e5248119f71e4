import { describe, expect, it } from 'vitest';
import { readCalls, readLiteral } from './literals.ts';

describe('readLiteral', () => {
  it.each([
    ["'it\\'s'", "it's"],
    ['"tab\\there"', 'tab\there'],
    ['"caf\\u00e9"', 'café'],
    ['-1_000', -1000],
    ['2.5e3', 2500],
    ['True', true],
    ['null', null],
    ['[1, [2, 3,],]', [1, [2, 3]]],
    ["('a', 'b')", ['a', 'b']],
    ["{'a': 1, \"b\": {'c': None}}", { a: 1, b: { c: null } }],
  ])('%s', (text, value) => {
    expect(readLiteral(text)).toEqual(value);
  });
  it.each(['[1, 2', "'open", '1 2', '{1}', ''])('nothing in %j', (text) => {
    expect(readLiteral(text)).toBeUndefined();
  });
});

describe('readCalls', () => {
  it('reads calls in prose, with names and positions', () => {
    expect(readCalls("First find('Ada', limit=3), then close().")).toEqual([
      { name: 'find', positional: ['Ada'], named: { limit: 3 } },
      { name: 'close', positional: [], named: {} },
    ]);
  });
  it('leaves out what is no literal', () => {
    expect(readCalls('f(x + 1) g(a=1)')).toEqual([{ name: 'g', positional: [], named: { a: 1 } }]);
  });
});
