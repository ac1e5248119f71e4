/**
 * Known episodes played again under other circumstances: what changes then, changes for a reason that the agent
 * cannot see. One experiment a function.
 */
import type { Episode } from '../contract/episode.ts';
import type { Play } from '../protocol/finding.ts';
import { type Difference, difference } from './compare.ts';
import type { Lab } from './lab.ts';

/** A play that came out differently, what it should have been, and where they part. */
export interface Replay {
  readonly play: Play;
  readonly plain: Episode;
  readonly replayed: Episode;
  readonly difference: Difference;
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

/** The subjects, each on an instance of its own, all in one fresh interpreter; the first once more at the end. */
export function plain(lab: Lab): Promise<readonly Episode[]> {
  return lab.once('plain', async () => {
    const plays = await subjects(lab);
    return plays.length > 0 ? lab.play([...plays, ...plays.slice(0, 1)]) : [];
  });
}

/** Episodes on an instance that has played another one before, where that changes them. */
export function reused(lab: Lab): Promise<Replay | undefined> {
  return lab.once('reused', async () => {
    const [first, second, ...others] = await subjects(lab);
    if (!first || !second) return undefined;
    const broken = { ...first, actions: first.actions.slice(0, -1) };
    const pairs = [
      [first, first],
      [broken, second],
      [second, first],
      ...others.flatMap((other) => [
        [other, first],
        [other, other],
      ]),
    ] as const;
    const plays = pairs.map(([earlier, play]): Play => ({ ...play, earlier: [earlier] }));
    return firstDisturbed(lab, plays, async (play) => {
      const [earlier] = play.earlier ?? [];
      const [, apart] = earlier ? await lab.play([earlier, bare(play)]) : [];
      return apart;
    });
  });
}

/** Episodes beside which a second instance plays another one, where that changes them. */
export function interleaved(lab: Lab): Promise<Replay | undefined> {
  return lab.once('interleaved', async () => {
    const all = await subjects(lab);
    const plays = all.map((play, index): Play => {
      const beside = all[(index + 1) % all.length] ?? play;
      return { ...play, beside: { seed: beside.seed, actions: beside.actions } };
    });
    return firstDisturbed(lab, plays, async (play) => {
      const [stirred] = await lab.play([{ ...bare(play), draws: 1 }]);
      return stirred;
    });
  });
}

/**
 * The first of the plays whose companions change it. `control` gives an episode that must not differ from the play
 * alone, else the cause is another one.
 */
async function firstDisturbed(
  lab: Lab,
  plays: readonly Play[],
  control: (play: Play) => Promise<Episode | undefined>,
): Promise<Replay | undefined> {
  const known = await plain(lab);
  const before = await subjects(lab);
  const replayed = plays.length > 0 ? await lab.play(plays) : [];
  for (const [index, play] of plays.entries()) {
    const at = before.findIndex((subject) => subject.seed === play.seed && subject.actions === play.actions);
    const [one, other] = [known[at], replayed[index]];
    if (!one || !other || other.ending === 'limit' || !difference(one, other)) continue;
    return confirmed(lab, play, await control(play));
  }
  return undefined;
}

/** The same in interpreters of their own, unless chance or the clock explains the difference. */
async function confirmed(lab: Lab, play: Play, control: Episode | undefined): Promise<Replay | undefined> {
  const [alone] = await lab.play([bare(play)]);
  const [elsewhere] = await lab.play([bare(play)], { entropy: 23, clock: 1_800_000_000 });
  const [replayed] = await lab.play([play]);
  if (!alone || !replayed || !elsewhere || difference(alone, elsewhere)) return undefined;
  if (control && difference(alone, control)) return undefined;
  const parted = difference(alone, replayed);
  return parted && { play, plain: alone, replayed, difference: parted };
}

const bare = ({ seed, actions }: Play): Play => ({ seed, actions });
