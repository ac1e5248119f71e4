/**
 * Known episodes played again under other circumstances: what changes then, changes for a reason that the agent
 * cannot see. One experiment a function.
 */
import type { Episode } from '../contract/episode.ts';
import { stateDescription } from '../protocol/driver.ts';
import type { Play } from '../protocol/finding.ts';
import { attributesApart, type Difference, visibleDifference } from './compare.ts';
import type { Lab } from './lab.ts';
import { parseReply } from './session.ts';

/** A play that came out differently, what it should have been, and where they part. */
export interface Replay {
  readonly play: Play;
  readonly plain: Episode;
  readonly replayed: Episode;
  readonly difference: Difference;
  /** Attributes that `reset` left as the earlier episode had them. */
  readonly attributes: readonly string[];
}

/** Turns of a subject; longer ones show nothing more. */
const LONGEST = 30;

/** The plays that are worth playing again: two solutions, the longest random play, the longest of those that do nothing. */
export function subjects(lab: Lab): Promise<readonly Play[]> {
  return lab.once('subjects', async () => {
    const solved = (await lab.solutions()).flatMap(({ episode }) => episode ?? []);
    const chosen = [
      ...solved.toSorted((a, b) => b.return - a.return).slice(0, 2),
      longest((await lab.random()).episodes),
      longest(await lab.passive()),
    ];
    return chosen.flatMap((episode) =>
      episode && episode.turns.length > 0
        ? [
            {
              seed: episode.play.seed,
              actions: episode.turns.slice(0, LONGEST).map((turn) => turn.action),
            },
          ]
        : [],
    );
  });
}

const longest = (episodes: readonly Episode[]): Episode | undefined =>
  episodes.toSorted((a, b) => b.turns.length - a.turns.length)[0];

interface Screening {
  /** The subjects, each on an instance of its own; the first once more at the end. */
  readonly plain: readonly Episode[];
  readonly reused: readonly Episode[];
  readonly interleaved: readonly Episode[];
}

/** All replays in one fresh interpreter: what differs here is a suspicion only. */
function screening(lab: Lab): Promise<Screening> {
  return lab.once('screening', async () => {
    const alone = await subjects(lab);
    const again = onUsedInstances(alone);
    const beside = inCompany(alone);
    const episodes =
      alone.length > 0 ? await lab.play([...alone, ...alone.slice(0, 1), ...again, ...beside]) : [];
    const plain = episodes.slice(0, alone.length + 1);
    return {
      plain,
      reused: episodes.slice(plain.length, plain.length + again.length),
      interleaved: episodes.slice(plain.length + again.length),
    };
  });
}

/** Subjects after another one on the same instance: a win after a win, after one broken off, after a play without aim, … */
function onUsedInstances([first, second, ...others]: readonly Play[]): Play[] {
  if (!first) return [];
  const next = second ?? first;
  const brokenOff = { ...first, actions: first.actions.slice(0, -1) };
  const pairs: (readonly [earlier: Play, play: Play])[] = [
    [first, first],
    [brokenOff, next],
    [next, first],
    ...others.flatMap((other): (readonly [Play, Play])[] => [
      [first, other],
      [other, first],
    ]),
  ];
  return pairs.map(([earlier, play]) => ({ ...play, earlier: [bare(earlier)] }));
}

/** Subjects beside which a second instance plays the next one. */
const inCompany = (alone: readonly Play[]): Play[] =>
  alone.map((play, index) => ({ ...play, beside: bare(alone[(index + 1) % alone.length] ?? play) }));

/** An episode on an instance that has played another one before, where that changes it. */
export function reused(lab: Lab): Promise<Replay | undefined> {
  return lab.once('reused', async () => {
    const seen = await screening(lab);
    for (const { play } of suspicious(seen.plain, seen.reused)) {
      const [earlier] = play.earlier ?? [];
      // Against an instance of its own after the same episode, so that what instances share is the same for both.
      const found = earlier && (await confirmed(lab, play, [earlier, bare(play)]));
      if (found) return { ...found, attributes: await leftOver(lab, earlier, play.seed) };
    }
    return undefined;
  });
}

/** An episode beside which a second instance plays another one, where that changes it. */
export function interleaved(lab: Lab): Promise<Replay | undefined> {
  return lab.once('interleaved', async () => {
    const { plain, interleaved: episodes } = await screening(lab);
    const [first] = episodes;
    const [before, after] = [plain[0], plain.at(-1)];
    const suspects = suspicious(plain, episodes);
    // What the first instances left behind may have changed all later plays alike.
    if (first && before && after && visibleDifference(before, after)) suspects.unshift(first);
    for (const { play } of suspects) {
      const found = await confirmed(lab, play, [bare(play)]);
      if (!found) continue;
      // A generator that everybody draws from is another fault (SP305).
      const [stirred] = await lab.play([{ ...bare(play), draws: 1 }]);
      if (stirred && !visibleDifference(found.plain, stirred)) return found;
    }
    return undefined;
  });
}

function suspicious(plain: readonly Episode[], episodes: readonly Episode[]): Episode[] {
  return episodes.filter((episode) => {
    const known = plain.find(
      ({ play }) => play.seed === episode.play.seed && sameActions(play, episode.play),
    );
    return known && episode.ending !== 'limit' && visibleDifference(known, episode);
  });
}

const sameActions = (one: Play, other: Play): boolean =>
  one.actions.length === other.actions.length &&
  one.actions.every((action, index) => action === other.actions[index]);

/**
 * The play and the last of `others`, each list in an interpreter of its own, where they part; unless chance or the
 * clock explains it, which is another rule's.
 */
async function confirmed(lab: Lab, play: Play, others: readonly Play[]): Promise<Replay | undefined> {
  const plain = (await lab.play(others)).at(-1);
  const [replayed] = await lab.play([play]);
  const parted = plain && replayed && visibleDifference(plain, replayed);
  if (!parted) return undefined;
  const elsewhere = (await lab.play(others, { entropy: 23, clock: 1_800_000_000 })).at(-1);
  if (!elsewhere || visibleDifference(plain, elsewhere)) return undefined;
  const shown = { ...play, actions: play.actions.slice(0, parted.step) };
  return { play: shown, plain, replayed, difference: parted, attributes: [] };
}

/** Attributes that differ after `reset` on an instance that has played `earlier`. */
async function leftOver(lab: Lab, earlier: Play, seed: number | null): Promise<string[]> {
  lab.session.count(1);
  await lab.session.fresh();
  const { replies } = await lab.session.run([
    { op: 'new', id: 'used' },
    { op: 'reset', id: 'used', seed: earlier.seed },
    ...earlier.actions.map((action) => ({ op: 'step', id: 'used', action }) as const),
    { op: 'reset', id: 'used', seed },
    { op: 'state', id: 'used' },
    { op: 'new', id: 'fresh' },
    { op: 'reset', id: 'fresh', seed },
    { op: 'state', id: 'fresh' },
  ]);
  const [used, fresh] = [replies.at(-4), replies.at(-1)];
  if (!used || !fresh || !('ok' in used) || !('ok' in fresh)) return [];
  return attributesApart(parseReply(used, stateDescription), parseReply(fresh, stateDescription));
}

const bare = ({ seed, actions }: Play): Play => ({ seed, actions });
