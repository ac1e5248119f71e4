/** Two of many levers light a lamp; each can be tried, and both must be named. */
import { between } from '../draw.ts';
import { boxed, type Family, numbersIn } from '../family.ts';
import { gameSource } from '../frame.ts';

export const levers: Family = {
  name: 'levers',
  skill: 'Causal Inference',
  topics: ['Two of them cause the light.', 'Every effect has its cause.', 'Some of them do nothing at all.'],
  hint: 'Try the levers one after the other; when two have had an effect, name both, the smaller first.',
  write(random, theme, level) {
    const count = between(random, 4, 5) + level;
    const turns = between(random, count - 1, count + 1);
    return gameSource({
      theme,
      turns,
      setup: [`s.p=sorted(r.sample(range(1,${count + 1}),2))`, 's.bad=False'],
      observation: `"Two of ${count} ${theme.things} light the ${theme.place}. Try one, \\\\boxed{1}. Then name both once, \\\\boxed{1 2}."`,
      answer: '\\d(?: \\d)?',
      play: [
        'g=[int(k) for k in a[0].split()] if a else []',
        's.won=g==s.p',
        's.bad=len(g)==2 and not s.won',
      ],
      lost: 's.bad',
      reply: '"Right." if s.won else "Wrong." if s.bad else "Light." if g and g[0] in s.p else "Dark."',
      solution: '["\\\\boxed{%d}"%s.p[0],"\\\\boxed{%d %d}"%(s.p[0],s.p[1])]',
    });
  },
  act(observations, actions) {
    const [count = 0] = numbersIn(observations[0]);
    const tried = actions.flatMap((action) => numbersIn(action));
    const lit = tried.filter((_, i) => observations[i + 1]?.startsWith('Light')).sort((a, b) => a - b);
    const untried = Array.from({ length: count }, (_, i) => i + 1).filter((lever) => !tried.includes(lever));
    if (lit.length === 2) return boxed(lit.join(' '));
    if (untried.length === 2 - lit.length) return boxed([...lit, ...untried].sort((a, b) => a - b).join(' '));
    return boxed(untried[0] ?? 1);
  },
  /** Names two as soon as one has had an effect. */
  blunder(observations, actions, random) {
    const lit = observations.at(-1)?.startsWith('Light') ? numbersIn(actions.at(-1))[0] : undefined;
    if (lit === undefined) return levers.act(observations, actions, random);
    const [count = 0] = numbersIn(observations[0]);
    const other = between(random, 1, count - 1);
    return boxed([lit, other < lit ? other : other + 1].sort((a, b) => a - b).join(' '));
  },
};
