/** A machine with a hidden rule, which small numbers show and a large one asks for. */
import { between } from '../draw.ts';
import { boxed, type Family, numbersIn } from '../family.ts';
import { gameSource } from '../frame.ts';

export const machine: Family = {
  name: 'machine',
  skill: 'Pattern Recognition',
  topics: [
    'It works by a fixed rule.',
    'The output depends on the input.',
    'What goes in decides what comes out.',
  ],
  hint: 'Feed 0, then 1: the difference is what each further one adds.',
  write(random, theme, level) {
    const slope = between(random, 4, 5) + level;
    return gameSource({
      theme,
      turns: between(random, 3, 4),
      setup: [`s.k,s.b=r.randint(2,${slope}),r.randint(1,${between(random, 5, 9)})`, 's.bad=False'],
      observation: `"A ${theme.place} turns numbers into ${theme.things}. Feed it \\\\boxed{0} or \\\\boxed{1}. How many come of 2? Reply once, as \\\\boxed{= 77}."`,
      answer: '[01]|= \\d+',
      play: ['g=a[0] if a else "-"', `s.won=g==f"= {s.k*2+s.b}"`, 's.bad=g[0]=="=" and not s.won'],
      lost: 's.bad',
      reply: 'f"{g} gives {s.k*int(g)+s.b}." if g.isdigit() else "Right." if s.won else "No."',
      solution: `["\\\\boxed{0}","\\\\boxed{= %d}"%(s.k*2+s.b)]`,
    });
  },
  act(observations, actions) {
    if (actions.length < 2) return boxed(actions.length);
    const [, offset = 0] = numbersIn(observations[1]);
    const [, one = 0] = numbersIn(observations[2]);
    const [, , target = 0] = numbersIn(observations[0]);
    return boxed(`= ${(one - offset) * target + offset}`);
  },
  /** Feeds it once, and takes what comes of 1 for what each one brings. */
  blunder(observations, actions) {
    if (actions.length < 1) return boxed(1);
    const [, one = 0] = numbersIn(observations[1]);
    const [, , target = 0] = numbersIn(observations[0]);
    return boxed(`= ${one * target}`);
  },
};
