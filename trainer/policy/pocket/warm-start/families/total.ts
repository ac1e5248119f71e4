/** Reaching a total exactly with steps of given sizes, in few turns. */
import { between, oneOf } from '../draw.ts';
import { boxed, type Family, numbersIn } from '../family.ts';
import { gameSource } from '../frame.ts';

/** Steps that add up to the rest, as few as there can be. */
function fewest(rest: number, sizes: readonly number[]): number[] | undefined {
  const best: (number[] | undefined)[] = [[]];
  for (let sum = 1; sum <= rest; sum++) {
    const options = sizes.flatMap((size) => {
      const before = best[sum - size];
      return before ? [[...before, size]] : [];
    });
    best[sum] = options.sort((a, b) => a.length - b.length)[0];
  }
  return best[rest];
}

export const total: Family = {
  name: 'total',
  skill: 'Optimization',
  topics: [
    'The load must be exact.',
    'There is room for so many and no more.',
    'Weights are added until it is full.',
  ],
  hint: 'Think of the last steps first: which sizes add up to exactly what is left?',
  write(random, theme, level) {
    // Far apart, so that no size alone reaches the total.
    const sizes = [between(random, 2, 3), oneOf(random, [5, 7]), between(random, 8, 9)] as const;
    const steps = between(random, 4, 5) + level;
    const [first, second, third] = sizes;
    return gameSource({
      theme,
      turns: steps + between(random, 0, 1),
      setup: [`s.p=[r.choice([${sizes}]) for _ in range(${steps})]`, 's.left=sum(s.p)'],
      observation: `f"The ${theme.place} still takes {s.left} ${theme.things}, exactly. Add \\\\boxed{{${first}}}, \\\\boxed{{${second}}} or \\\\boxed{{${third}}}."`,
      answer: `[${sizes.join('')}]`,
      play: ['if a:s.left-=int(a[0])', 's.won=s.left==0'],
      lost: 's.left<0',
      reply: 'f"{s.left} left."',
      solution: '["\\\\boxed{%d}"%k for k in s.p]',
    });
  },
  act(observations) {
    const [, ...sizes] = numbersIn(observations[0]);
    const [left = 0] = numbersIn(observations.at(-1));
    const plan = left > 0 ? fewest(left, sizes) : undefined;
    return boxed(Math.max(...(plan ?? sizes.slice(0, 1))));
  },
  /** Takes the largest that there is room for. */
  blunder(observations) {
    const [, ...sizes] = numbersIn(observations[0]);
    const [left = 0] = numbersIn(observations.at(-1));
    return boxed(Math.max(...sizes.filter((size) => size <= left), sizes[0] ?? 1));
  },
};
