/** The heaviest two that are allowed together: one answer. */
import { between } from '../draw.ts';
import { atLevel, boxed, type Family, numbersIn } from '../family.ts';
import { gameSource, RIGHT_OR_WRONG } from '../frame.ts';

export const pair: Family = {
  name: 'pair',
  skill: 'Optimization',
  topics: ['It bears only a limited weight.', 'Too heavy a load breaks it.', 'Its capacity is small.'],
  hint: 'Add up every two, leave out what is too heavy, and take the largest that remains.',
  write(random, theme, level) {
    const count = atLevel(level, 3, 4, 4);
    const most = between(random, 8, 9) + 2 * level;
    const slack = between(random, 1, 3);
    return gameSource({
      theme,
      turns: 1,
      setup: [
        `w=r.sample(range(2,${most}),${count})`,
        `c=w[0]+w[1]+r.randint(1,${slack})`,
        's.n=max(x+y for x in w for y in w if x<y and x+y<c)',
      ],
      observation: `f"The ${theme.place} breaks at {c}. Its ${theme.things} weigh {', '.join(map(str,w))}. What do the heaviest two weigh that it bears? Reply \\\\boxed{{99}}."`,
      answer: '\\d+',
      play: ['s.won=a==[str(s.n)]'],
      reply: RIGHT_OR_WRONG,
      solution: '"\\\\boxed{%d}"%s.n',
    });
  },
  act([first]) {
    const [limit = 0, ...weights] = numbersIn(first).slice(0, -1);
    const sums = weights.flatMap((a, i) => weights.slice(i + 1).map((b) => a + b));
    return boxed(Math.max(...sums.filter((sum) => sum < limit)));
  },
  /** Adds up the heaviest two. */
  blunder([first]) {
    const [, ...weights] = numbersIn(first).slice(0, -1);
    const [heaviest = 0, next = 0] = weights.sort((a, b) => b - a);
    return boxed(heaviest + next);
  },
};
