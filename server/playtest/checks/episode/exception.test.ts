import { expect, it } from 'vitest';
import { describeCheck, GAME, TOOLS, usePlaytest, variant } from '../../testing.ts';

describeCheck('SP412', {
  bad: [
    {
      title: 'the pattern is taken to match',
      source: variant(GAME, [
        'match.group(1).strip().lower() if match else ""',
        'match.group(1).strip().lower()',
      ]),
      says: /AttributeError/,
      line: 32,
      without: ['SP110', 'SP114'],
    },
    {
      title: 'a number is taken to be one',
      source: variant(GAME, [
        '        if lever not in LEVERS:',
        '        if lever and lever[0].isdigit():\n            lever = LEVERS[int(lever)]\n        if lever not in LEVERS:',
      ]),
      line: 34,
    },
    {
      title: 'a seed for which reset raises',
      source: variant(GAME, [
        '        self.order = rng',
        '        if rng.randint(0, 3) == 0:\n            raise ValueError("no such panel")\n        self.order = rng',
      ]),
      says: /reset\(seed=\d+\) raises ValueError/,
      line: 25,
    },
    {
      title: 'no reset succeeds',
      source: variant(GAME, ['random.Random(seed)', 'randm.Random(seed)']),
      says: /NameError/,
      without: ['SP306', 'SP307', 'SP402', 'SP414'],
    },
    {
      title: 'a module that does not load',
      source: variant(GAME, ['LEVERS = [', 'SIZE = LEVER_COUNT\nLEVERS = [']),
      says: /while it is loaded/,
      line: 5,
    },
  ],
  good: [
    { title: 'every action is answered', source: GAME },
    { title: 'tool use', source: TOOLS },
    {
      title: 'an exception that is caught',
      source: variant(GAME, [
        '        if lever not in LEVERS:',
        '        try:\n            lever = LEVERS[int(lever)]\n        except (ValueError, IndexError):\n            pass\n        if lever not in LEVERS:',
      ]),
    },
  ],
});

const run = usePlaytest();
it('tells different exceptions apart, three at most', async () => {
  const source = variant(GAME, [
    '        if lever not in LEVERS:',
    '        if lever == "":\n            raise KeyError(lever)\n        if lever.isdigit():\n            raise IndexError(lever)\n        if len(lever) > 100:\n            raise OverflowError(lever)\n        if "," in lever:\n            raise TypeError(lever)\n        if lever not in LEVERS:',
  ]);
  const found = (await run(source)).findings.filter(({ code }) => code === 'SP412');
  expect(found).toHaveLength(3);
  expect(new Set(found.map(({ range }) => range.start.line)).size).toBe(3);
});
