import type { Episode } from '../../../contract/episode.ts';
import { DEFAULT_MAX_TURNS } from '../../../contract/profile.ts';
import type { Check, Sighting } from '../../check.ts';
import { endings, GRACE, SHORT_LIMIT, turnLimit } from '../../endings.ts';
import type { Lab } from '../../lab.ts';
import { methodLine } from '../../place.ts';
import { playUntil, quoted } from './report.ts';

/** Beyond this limit an episode is not waited for. */
const PATIENCE = 300;

/** An episode goes on past the turn limit. */
export const neverEnds: Check = {
  code: 'SP401',
  echoOf: ['SP413'],
  async run(lab: Lab) {
    const trials = await endings(lab);
    const limit = await observedLimit(lab);
    const natural = [
      ...(await lab.passive()),
      ...(await lab.random()).episodes,
      ...trials.flatMap(({ kind, episode }) => (kind === 'late' ? [episode] : [])),
    ];
    const late = natural.filter((episode) => outlives(episode, limit));
    if (late.length > 0) return [sightingOf(lab, late, limit, natural.length)];
    const short = trials.filter(({ kind }) => kind === 'repeat').map(({ episode }) => episode);
    const open = short.filter((episode) => outlives(episode, SHORT_LIMIT));
    const followed = short.filter(({ ending }) => ending === 'truncated').length > 0;
    if (open.length > 0 && followed) return [sightingOf(lab, open, SHORT_LIMIT, short.length)];
    if (open.length === 0 || limit + GRACE > PATIENCE) return [];
    // The constructor's limit has no effect and the environment's own is long: wait for it.
    const waited = await lab.play(
      open.slice(0, 3).map(({ play }) => ({
        seed: play.seed,
        actions: Array.from({ length: limit + GRACE }, () => play.actions[0] ?? ''),
      })),
    );
    const endless = waited.filter((episode) => outlives(episode, limit));
    return endless.length > 0 ? [sightingOf(lab, endless, limit, waited.length)] : [];
  },
};

/** The limit that the instance holds, or at which idle plays are truncated, if that is later (SP415 tells them apart). */
async function observedLimit(lab: Lab): Promise<number> {
  const known = await turnLimit(lab);
  const truncated = (await lab.passive()).filter(({ ending }) => ending === 'truncated');
  const latest = Math.max(0, ...truncated.map(({ turns }) => turns.length));
  return Math.max(known ?? (latest > 0 ? 0 : DEFAULT_MAX_TURNS), latest);
}

/** By more than an off-by-one: a limit tested with `>` in place of `>=` ends the episode all the same. */
const outlives = ({ ending, turns }: Episode, limit: number): boolean =>
  ending === 'unfinished' && turns.length >= limit + GRACE - 1;

function sightingOf(lab: Lab, late: readonly Episode[], limit: number, of: number): Sighting {
  const kinds = ({ turns }: Episode): number => new Set(turns.map(({ action }) => action)).size;
  const [first] = late.toSorted((a, b) => kinds(a) - kinds(b) || a.turns.length - b.turns.length);
  const turns = first?.turns ?? [];
  const actions = new Set(turns.map(({ action }) => action));
  const what =
    actions.size === 1 ? `Repeating ${quoted(turns[0]?.action ?? '')}` : 'A play of different actions';
  return {
    message: `${what} for ${turns.length} turns neither terminates nor truncates, though the limit is ${limit} turns: ${late.length} of ${of} plays went past it. Such rollouts never come back to the trainer; count the turn and test the limit before any path of step returns.`,
    line: methodLine(lab, 'step'),
    ...(first
      ? {
          evidence: {
            play: playUntil(first, turns.length),
            step: turns.length,
            expected: { tuple: [false, true] },
            observed: { tuple: [false, false] },
            sample: { shown: late.length, of },
          },
        }
      : {}),
  };
}
