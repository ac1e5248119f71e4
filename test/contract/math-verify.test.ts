import { describe, expect, it } from 'vitest';
import { call, usePython } from './python.ts';

const SOURCE = `
from math_verify import parse, verify

class ProbeEnv:
    def reset(self, seed=None):
        return "probe", {}

    def step(self, action):
        return "probe", 0.0, False, False, {}

    def same(self, gold, answer):
        return verify(parse(gold), parse(answer))

    def empty(self):
        return parse("   ")
`;

const EQUAL: readonly [string, string][] = [
  ['1/2', '0.5'],
  ['\\frac{1}{2}', '.5'],
  ['3/4', 'so we get \\boxed{\\dfrac{3}{4}}'],
  ['1/2', '50\\%'],
  ['1000', '1,000'],
  ['{1,2}', '\\{2, 1\\}'],
  ['1, 2', '2, 1'],
  ['(1,2)', '( 1 , 2 )'],
  ['5', 'x = 5'],
  ['2\\sqrt{2}', '2.828427'],
  ['12', 'Let us see.\nThe answer is 12.'],
  ['Paris', ' paris '],
  ['yes', '\\text{Yes}'],
  ['1024', '2^{10}'],
  ['90', '90^\\circ'],
  ['-3', '−3'],
];

const DIFFERENT: readonly [string, string][] = [
  ['(1,2)', '(2,1)'],
  ['12', '112'],
  ['12', '-12'],
  ['1/3', '0.33'],
  ['Paris', 'not Paris'],
  ['{1,2}', '{1,2,3}'],
  ['1', ''],
  // Would run for hours if it were calculated.
  ['1', '9^9^9'],
  ['1', `(${'('.repeat(500)}`],
];

describe('math_verify', () => {
  const run = usePython();

  it('knows equal answers in the forms that agents write them', async () => {
    const replies = await run(
      SOURCE,
      EQUAL.map(([gold, answer]) => call('same', { gold, answer })),
    );
    expect(EQUAL.filter((_, index) => JSON.stringify(replies[index]) !== '{"ok":true}')).toEqual([]);
  });

  it('tells different answers apart, and reads hostile ones in bounded time', async () => {
    const replies = await run(
      SOURCE,
      DIFFERENT.map(([gold, answer]) => call('same', { gold, answer })),
    );
    expect(DIFFERENT.filter((_, index) => JSON.stringify(replies[index]) !== '{"ok":false}')).toEqual([]);
  });

  it('finds nothing in nothing', async () => {
    expect(await run(SOURCE, [call('empty', {})])).toEqual([{ ok: [] }]);
  });
});
