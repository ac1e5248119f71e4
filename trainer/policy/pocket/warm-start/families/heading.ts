/** Where a walk with turns ends: one answer. */

import { between } from '../draw.ts';
import { atLevel, boxed, type Family } from '../family.ts';
import { gameSource, RIGHT_OR_WRONG } from '../frame.ts';

export const heading: Family = {
  name: 'heading',
  skill: 'Spatial Reasoning',
  topics: [
    'They turn left and right on the way.',
    'A compass shows their course.',
    'Their course has many turns.',
  ],
  hint: 'Keep both numbers: north adds to the second, east to the first; a right turn from north faces east.',
  write(random, theme, level) {
    const legs = atLevel(level, 2, 2, 3);
    const far = between(random, 4, 6) + 3 * level;
    return gameSource({
      theme,
      turns: 1,
      setup: [
        'x=y=0',
        'u,v,q=0,1,""',
        `for _ in range(${legs}):`,
        ` k,w=r.randint(2,${far}),r.choice([1,-1])`,
        ' x+=k*u;y+=k*v',
        " q+=f\"{k} then {'right' if w>0 else 'left'}, \"",
        ' u,v=v*w,-u*w',
        's.n=f"{x},{y}"',
      ],
      observation: `"From the ${theme.place} at 0,0 facing north the ${theme.things} go: "+q+"stop. Where? Reply \\\\boxed{3,-4}."`,
      answer: '-?\\d+,-?\\d+',
      play: ['s.won=a==[s.n]'],
      reply: RIGHT_OR_WRONG,
      solution: '"\\\\boxed{%s}"%s.n',
    });
  },
  act([first]) {
    let [x, y, east, north] = [0, 0, 0, 1];
    for (const [, steps, way] of (first ?? '').matchAll(/(\d+) then (right|left)/g)) {
      x += Number(steps) * east;
      y += Number(steps) * north;
      [east, north] = way === 'right' ? [north, -east] : [-north, east];
    }
    return boxed(`${x},${y}`);
  },
  /** Takes every turn for one to the right. */
  blunder(observations, actions, random) {
    return heading.act([(observations[0] ?? '').replaceAll('left', 'right')], actions, random);
  },
};
