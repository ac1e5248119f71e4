import type { LintRule } from '../../rule.ts';
import { ownGenerator } from './own-generator.ts';
import { globalDraws } from './randomness.ts';

/** The generator that all modules share is seeded or drawn from. */
export const globalRng: LintRule = {
  code: 'SP305',
  check(context) {
    const { facts } = context;
    const draws = globalDraws(facts);
    const seeds = (facts.seeding?.all ?? []).filter(({ global, node }) => global && facts.isPlayed(node));
    const places = [...draws, ...seeds].map(({ node }) => node).sort((a, b) => a.start - b.start);
    const [first] = places;
    if (!first) return;
    const does = [seeds.length > 0 ? 'seeded' : '', draws.length > 0 ? 'drawn from' : '']
      .filter(Boolean)
      .join(' and ');
    const fix = ownGenerator(context, draws, seeds);
    context.report(
      first,
      `The random generator that all modules share is ${does} here${places.length > 1 ? ` and in ${places.length - 1} more ${places.length === 2 ? 'place' : 'places'}` : ''}: other code's draws change the episode, and its seeding sets everybody else's back. Use self.rng = random.Random(seed), made in reset, in place of random.seed and random.choice.`,
      { ...(fix ? { fix } : {}) },
    );
  },
};
