/**
 * Known episodes played again in interpreters made otherwise: with other entropy, another clock or hash seed, or
 * beside code that draws from the global generator. A sound environment cannot tell; so all are changed at once, and
 * only where something differs is each tried alone.
 */
import type { Episode } from '../contract/episode.ts';
import { type Command, type StateDescription, stateDescription } from '../protocol/driver.ts';
import type { Play } from '../protocol/finding.ts';
import type { Conditions } from '../protocol/sandbox.ts';
import type { PyValue } from '../protocol/value.ts';
import { attributesApart, type Difference, difference, visibleDifference } from './compare.ts';
import { endings } from './endings.ts';
import type { Lab } from './lab.ts';
import { parseReply } from './session.ts';

/** What was changed. `company`: nothing but which plays came before in the same interpreter. */
export type Cause = 'entropy' | 'clock' | 'hash' | 'draws' | 'company';

export interface Rerun {
  readonly cause: Cause;
  /** The play under the changed condition; playing it shows the difference to `plain.play`. */
  readonly play: Play;
  readonly plain: Episode;
  readonly rerun: Episode;
  /** Where an agent or a trainer can tell them apart; `undefined` when only hidden state differs. */
  readonly difference: Difference | undefined;
  /** The first step after which hidden state differs (0 is the reset), where that is known. */
  readonly hidden: number | undefined;
  /** Attributes that differ then; generators, and texts that only name an episode, are left out. */
  readonly attributes: readonly string[];
  /** Seeds whose plays differ, of those that were played. */
  readonly seeds: readonly (number | null)[];
  readonly shown: number;
  readonly of: number;
}

const CHANGES: Readonly<Record<Exclude<Cause, 'company'>, Partial<Play>>> = {
  entropy: { entropy: 23 },
  clock: { clock: 1_800_000_123 },
  hash: { hashSeed: 1 },
  draws: { draws: 1 },
};

/** Turns of a play that is played again; longer ones show nothing more. */
const LONGEST = 30;
/** Random plays that are played again beside every solution and one that does nothing. */
const RANDOM = 4;

/** The conditions of the interpreter that a play asks for. */
export function conditionsOf({
  hashSeed,
  entropy,
  clock,
}: Pick<Play, 'hashSeed' | 'entropy' | 'clock'>): Partial<Conditions> {
  return {
    ...(hashSeed === undefined ? {} : { hashSeed: hashSeed === 0 ? 0 : 1 }),
    ...(entropy === undefined ? {} : { entropy }),
    ...(clock === undefined ? {} : { clock }),
  };
}

/** For every change that makes a difference, the clearest one. Empty for an environment that is reproducible. */
export function reruns(lab: Lab): Promise<readonly Rerun[]> {
  return lab.once('reruns', async () => {
    const known = await knownEpisodes(lab);
    const plays = known.map(
      ({ play, turns }): Play => ({
        seed: play.seed,
        actions: turns.map((turn) => turn.action),
      }),
    );
    if (plays.length === 0) return [];
    const everything: Partial<Play> = Object.assign({}, ...Object.values(CHANGES));
    const changed = await lab.play(
      plays.map((play) => ({ ...play, ...everything })),
      conditionsOf(everything),
    );
    if (!known.some((episode, index) => unlike(episode, changed[index]))) return [];
    const control = await playUnder(lab, plays, {});
    const found: Rerun[] = [];
    for (const cause of Object.keys(CHANGES) as (keyof typeof CHANGES)[]) {
      const episodes = await playUnder(lab, plays, CHANGES[cause]);
      const clearest = await clearestOf(lab, cause, control, episodes);
      if (clearest) found.push(clearest);
    }
    if (found.length > 0) return found;
    const company = await clearestOf(lab, 'company', known, control);
    return company ? [company] : [];
  });
}

/** Episodes of the other experiments, cut to the turns that are worth repeating. */
async function knownEpisodes(lab: Lab): Promise<Episode[]> {
  const solved = (await lab.solutions()).flatMap(({ episode }) => episode ?? []);
  const random = (await lab.random()).episodes.toSorted((a, b) => b.turns.length - a.turns.length);
  const passive = (await lab.passive()).slice(0, 1);
  const stumbles = (await endings(lab)).flatMap(({ kind, episode }) => (kind === 'stumble' ? [episode] : []));
  return [...solved, ...stumbles, ...random.slice(0, RANDOM), ...passive]
    .filter((episode) => episode.ending !== 'limit')
    .map((episode) => ({ ...episode, turns: episode.turns.slice(0, LONGEST), after: [] }));
}

function playUnder(lab: Lab, plays: readonly Play[], change: Partial<Play>): Promise<Episode[]> {
  const all = plays.map((play) => ({ ...play, ...change }));
  return lab.play(all, conditionsOf(change), 'states');
}

function unlike(one: Episode, other: Episode | undefined): boolean {
  if (!other || one.ending === 'limit' || other.ending === 'limit') return false;
  if (unborn(one) || unborn(other)) return false;
  return difference(one, other) !== undefined || hiddenFrom(one, other) !== undefined;
}

/** The constructor raised, often in a reset of its own that has no seed: nothing was played that could be compared. */
const unborn = ({ opening }: Episode): boolean =>
  opening.error?.frames[0]?.function.endsWith('__init__') ?? false;

/** The first step after which the states differ, where both are known. */
function hiddenFrom(one: Episode, other: Episode): number | undefined {
  const ours = [one.opening.state, ...one.turns.map((turn) => turn.state)];
  const theirs = [other.opening.state, ...other.turns.map((turn) => turn.state)];
  const at = ours.findIndex((state, step) => {
    const seen = theirs[step];
    return state !== undefined && seen !== undefined && state !== seen;
  });
  return at < 0 ? undefined : at;
}

async function clearestOf(
  lab: Lab,
  cause: Cause,
  plain: readonly Episode[],
  changed: readonly Episode[],
): Promise<Rerun | undefined> {
  const differing = plain.flatMap((episode, index): Pair[] => {
    const rerun = changed[index];
    return rerun && unlike(episode, rerun)
      ? [{ episode, rerun, parted: visibleDifference(episode, rerun), hidden: hiddenFrom(episode, rerun) }]
      : [];
  });
  const never = Number.POSITIVE_INFINITY;
  const ranked = differing.toSorted(
    (a, b) =>
      (a.parted?.step ?? never) - (b.parted?.step ?? never) || (a.hidden ?? never) - (b.hidden ?? never),
  );
  const first = (cause === 'company' ? undefined : await firstAlone(lab, cause, ranked)) ?? ranked[0];
  if (!first) return undefined;
  const { episode, rerun, parted, hidden } = first;
  return {
    cause,
    play: { ...rerun.play, actions: rerun.play.actions.slice(0, parted?.step) },
    plain: episode,
    rerun,
    difference: parted,
    hidden,
    attributes: hidden === undefined ? [] : await attributesAt(lab, rerun.play, hidden),
    seeds: [...new Set(differing.map((one) => one.episode.play.seed))],
    shown: differing.length,
    of: plain.length,
  };
}

interface Pair {
  readonly episode: Episode;
  readonly rerun: Episode;
  readonly parted: Difference | undefined;
  readonly hidden: number | undefined;
}

const ALONE = 3;

/** The first pair that differs also when each play has an interpreter to itself: that is how evidence is replayed. */
async function firstAlone(
  lab: Lab,
  cause: Exclude<Cause, 'company'>,
  pairs: readonly Pair[],
): Promise<Pair | undefined> {
  for (const { episode, parted } of pairs.slice(0, ALONE)) {
    const { seed, actions } = episode.play;
    const [usual] = await playUnder(lab, [{ seed, actions }], {});
    const [changed] = await playUnder(lab, [{ seed, actions }], CHANGES[cause]);
    if (!usual || !changed || !unlike(usual, changed)) continue;
    const alone = visibleDifference(usual, changed);
    if (alone || !parted)
      return { episode: usual, rerun: changed, parted: alone, hidden: hiddenFrom(usual, changed) };
  }
  return undefined;
}

/** Which attributes differ after `step` steps of the play under its conditions and under the usual ones. */
async function attributesAt(lab: Lab, play: Play, step: number): Promise<string[]> {
  const { seed, actions } = play;
  const usual = await stateAt(lab, { seed, actions: actions.slice(0, step) });
  const changed = await stateAt(lab, { ...play, actions: actions.slice(0, step) });
  if (!usual || !changed) return [];
  return attributesApart(usual, changed).filter((name) => !isName(changed.attributes[name]?.value ?? null));
}

/** A text or number made to tell one episode from another: a UUID or its like. */
const isName = (value: PyValue): boolean =>
  (typeof value === 'string' && /^(?:[\da-f]{16,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.test(value)) ||
  (typeof value === 'object' && value !== null && 'object' in value && value.object === 'UUID');

async function stateAt(lab: Lab, play: Play): Promise<StateDescription | undefined> {
  const id = 'attributes';
  const draw: Command = { op: 'draw', count: play.draws ?? 0 };
  lab.session.count(1);
  await lab.session.fresh(conditionsOf(play));
  const { replies } = await lab.session.run([
    { op: 'new', id },
    draw,
    { op: 'reset', id, seed: play.seed },
    ...play.actions.flatMap((action): Command[] => [draw, { op: 'step', id, action }]),
    { op: 'state', id },
  ]);
  const last = replies.at(-1);
  return replies.length === 4 + 2 * play.actions.length && last && 'ok' in last
    ? parseReply(last, stateDescription)
    : undefined;
}
