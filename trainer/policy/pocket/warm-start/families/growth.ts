/** What becomes of a number that grows and then shrinks: one answer. */
import { between } from '../draw.ts';
import { boxed, type Family, numbersIn } from '../family.ts';
import { gameSource, RIGHT_OR_WRONG } from '../frame.ts';

export const growth: Family = {
  name: 'growth',
  skill: 'Mathematical Reasoning',
  topics: [
    'Every year their number doubles.',
    'They grow fast, and some are lost.',
    'Growth comes in rounds.',
  ],
  hint: 'Multiply first, then take away those that go.',
  write(random, theme, level) {
    const most = between(random, 6, 7) + 3 * level;
    const factor = between(random, 2, 3);
    const loss = between(random, 1, 3);
    return gameSource({
      theme,
      turns: 1,
      setup: [`x=r.randint(3,${most})`, `s.n=x*${factor}-${loss}`],
      observation: `f"A ${theme.place} has {x} ${theme.things}. They grow ${factor}-fold, then ${loss} go. How many then? Reply \\\\boxed{{99}}."`,
      answer: '\\d{1,5}',
      play: ['s.won=a==[str(s.n)]'],
      reply: RIGHT_OR_WRONG,
      solution: '"\\\\boxed{%d}"%s.n',
    });
  },
  act([first]) {
    const [start = 0, factor = 0, loss = 0] = numbersIn(first);
    return boxed(start * factor - loss);
  },
  /** Forgets what goes. */
  blunder([first]) {
    const [start = 0, factor = 0] = numbersIn(first);
    return boxed(start * factor);
  },
};
