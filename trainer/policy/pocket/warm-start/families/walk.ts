/** A walk over squares to a place, around a pit. */
import { between } from '../draw.ts';
import { boxed, type Family, numbersIn } from '../family.ts';
import { gameSource } from '../frame.ts';

export const walk: Family = {
  name: 'walk',
  skill: 'Spatial Reasoning',
  topics: [
    'The path to them leads past a pit.',
    'A map shows where they lie.',
    'One goes north and east to reach them.',
  ],
  hint: 'Go round the pit first; then east until the first number is right, then north.',
  write(random, theme, level) {
    const far = between(random, 2, 3) + level;
    const spare = between(random, 0, 2);
    return gameSource({
      theme,
      turns: 2 * far + spare,
      setup: [`s.x,s.y,s.g,s.h=0,0,r.randint(1,${far}),r.randint(2,${far})`, 's.p=r.choice([(1,0),(0,1)])'],
      observation: `f"At 0,0. The ${theme.things} are at {s.g},{s.h}, a pit of the ${theme.place} at {s.p[0]},{s.p[1]}. East is \\\\boxed{{e}}; or n, w, s."`,
      answer: '[enws]',
      play: [
        'm=a[0] if a else ""',
        's.x+=(m=="e")-(m=="w")',
        's.y+=(m=="n")-(m=="s")',
        's.won=(s.x,s.y)==(s.g,s.h)',
      ],
      lost: '(s.x,s.y)==s.p',
      reply: 'f"At {s.x},{s.y}."',
      solution: '["\\\\boxed{%s}"%m for m in ("n"*s.h+"e"*s.g if s.p[0] else "e"*s.g+"n"*s.h)]',
    });
  },
  act(observations) {
    const [, , goalX = 0, goalY = 0, pitX = 0] = numbersIn(observations[0]);
    const [x = 0, y = 0] = numbersIn(observations.at(-1));
    const northFirst = pitX === 1;
    if (northFirst) return boxed(y < goalY ? 'n' : x < goalX ? 'e' : 'n');
    return boxed(x < goalX ? 'e' : y < goalY ? 'n' : 'e');
  },
  /** Goes east first, whatever lies there. */
  blunder(observations) {
    const [, , goalX = 0] = numbersIn(observations[0]);
    const [x = 0] = numbersIn(observations.at(-1));
    return boxed(x < goalX ? 'e' : 'n');
  },
};
