/** A hidden number, of which each guess tells whether it is more or less. */
import { between } from '../draw.ts';
import { atLevel, boxed, type Family, numbersIn } from '../family.ts';
import { gameSource } from '../frame.ts';

export const guess: Family = {
  name: 'guess',
  skill: 'Logical Deduction',
  topics: ['Nobody knows how many there are.', 'Their number is hidden.', 'One must search to find out.'],
  hint: 'Guess in the middle of what is left, so that each reply halves it.',
  write(random, theme, level) {
    const most = atLevel(level, between(random, 24, 30), between(random, 31, 45), between(random, 46, 64));
    const turns = between(random, 4, 5) + Math.min(1, level);
    return gameSource({
      theme,
      turns,
      setup: [`s.n=r.randint(1,${most})`],
      observation: `"A ${theme.place} hides 1 to ${most} ${theme.things}. How many? Reply \\\\boxed{9}."`,
      answer: '\\d{1,3}',
      play: ['g=int(a[0]) if a else 0', 's.won=g==s.n'],
      reply: '"Right." if s.won else "More." if g<s.n else "Less."',
      solution: '"\\\\boxed{%d}"%s.n',
    });
  },
  act(observations, actions) {
    let low = 1;
    let [, high = 1] = numbersIn(observations[0]);
    for (const [i, action] of actions.entries()) {
      const [tried = 0] = numbersIn(action);
      if (observations[i + 1]?.startsWith('More')) low = Math.max(low, tried + 1);
      else high = Math.min(high, tried - 1);
    }
    return boxed(Math.floor((low + high) / 2));
  },
  /** Begins somewhere, and goes on in small steps. */
  blunder(observations, actions, random) {
    const [, most = 1] = numbersIn(observations[0]);
    const [last] = numbersIn(actions.at(-1));
    if (last === undefined) return boxed(between(random, 1, most));
    const way = observations.at(-1)?.startsWith('More') ? 1 : -1;
    return boxed(Math.min(most, Math.max(1, last + way * between(random, 1, 3))));
  },
};
