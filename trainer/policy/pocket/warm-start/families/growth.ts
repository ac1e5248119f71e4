/** What becomes of a number that grows and shrinks by turns: one answer. */
import { between } from '../draw.ts';
import { atLevel, boxed, type Family, numbersIn } from '../family.ts';
import { gameSource, RIGHT_OR_WRONG } from '../frame.ts';

export const growth: Family = {
  name: 'growth',
  skill: 'Mathematical Reasoning',
  topics: [
    'Every year their number doubles.',
    'They grow fast, and some are lost.',
    'Growth comes in rounds.',
  ],
  hint: 'Take the rounds one by one: first multiply, then take away.',
  write(random, theme, level) {
    const rounds = atLevel(level, 1, 1, 2);
    const most = between(random, 10, 14) + 6 * level;
    const factor = between(random, 2, 3);
    const loss = between(random, 1, 5);
    return gameSource({
      theme,
      turns: 1,
      setup: [`x=r.randint(4,${most})`, `s.n=x`, `for _ in range(${rounds}):s.n=s.n*${factor}-${loss}`],
      observation: `f"A ${theme.place} has {x} ${theme.things}. ${rounds} times they grow ${factor}-fold and ${loss} go. How many then? Reply \\\\boxed{{9}}."`,
      answer: '\\d{1,5}',
      play: ['s.won=a==[str(s.n)]'],
      reply: RIGHT_OR_WRONG,
      solution: '"\\\\boxed{%d}"%s.n',
    });
  },
  act([first]) {
    const [start = 0, rounds = 0, factor = 0, loss = 0] = numbersIn(first?.replaceAll('-fold', ''));
    let count = start;
    for (let round = 0; round < rounds; round++) count = count * factor - loss;
    return boxed(count);
  },
};
