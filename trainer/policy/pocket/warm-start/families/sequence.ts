/** The next number of a row: one answer. */

import { between } from '../draw.ts';
import { atLevel, boxed, type Family, numbersIn } from '../family.ts';
import { gameSource, RIGHT_OR_WRONG } from '../frame.ts';

export const sequence: Family = {
  name: 'sequence',
  skill: 'Pattern Recognition',
  topics: [
    'Their count follows a pattern.',
    'The record is a regular series.',
    'Each entry follows from the last.',
  ],
  hint: 'Look at the steps between neighbours, and at how the steps themselves change.',
  write(random, theme, level) {
    const bend = atLevel(level, 'r.randint(0,1)', 'r.randint(0,2)', 'r.randint(1,2)');
    const most = between(random, 3, 4) + level;
    return gameSource({
      theme,
      turns: 1,
      setup: [
        `x,d,e=[r.randint(1,${between(random, 5, 7)})],r.randint(1,${most}),${bend}`,
        'for i in range(4):x.append(x[-1]+d+e*i)',
        's.n=x.pop()',
      ],
      observation: `f"The ${theme.place} counts its ${theme.things}: {', '.join(map(str,x))}. What comes next? Reply \\\\boxed{{99}}."`,
      answer: '-?\\d+',
      play: ['s.won=a==[str(s.n)]'],
      reply: RIGHT_OR_WRONG,
      solution: '"\\\\boxed{%d}"%s.n',
    });
  },
  act([first]) {
    const [a = 0, b = 0, c = 0, d = 0] = numbersIn(first);
    const bend = c - b - (b - a);
    return boxed(d + (d - c) + bend);
  },
  /** Takes the last step once more. */
  blunder([first]) {
    const [, , c = 0, d = 0] = numbersIn(first);
    return boxed(d + (d - c));
  },
};
