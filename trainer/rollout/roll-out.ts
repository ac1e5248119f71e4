/** Plays environments n times each, without the hint and with it, and keeps each play as soon as it is over. */
import { basename } from 'node:path';
import { shorten } from '../../server/contract/visible.ts';
import type { EpisodeHeader } from '../../server/protocol/run-records.ts';
import type { SandboxPool } from '../../server/sandbox/pool.ts';
import { seedOf } from '../curriculum/random.ts';
import type { Player, Speech } from '../roles/player.ts';
import { heldOutSeed } from '../selfplay/evaluation.ts';
import { recordOf } from '../selfplay/outcomes.ts';
import { type PlaySettings, playAll, type Seat } from '../selfplay/playing.ts';
import type { Record } from './record.ts';
import type { Subject } from './subject.ts';

export interface RollOutSettings extends Omit<PlaySettings, 'profile'> {
  /** Plays of one environment without the hint, and as many with it where `hinted`. */
  readonly plays: number;
  readonly hinted: boolean;
  readonly seed: number;
  /** From the seeds that a run's own held-out measurements play (selfplay/evaluation.ts). */
  readonly heldOut?: boolean;
}

export interface RollOutParts {
  readonly player: Player;
  readonly pool: SandboxPool;
  readonly record: Record;
  readonly hint: Speech;
  readonly signal: AbortSignal;
  /** A play is over and kept. */
  readonly onPlay: () => void;
}

interface Place extends Seat {
  readonly subject: Subject;
}

/** Which play of which environment: what an episode and its place have in common. */
const keyOf = (environment: string, hinted: boolean, seed: number): string =>
  `${environment} ${hinted} ${seed}`;

/** Environments and hints come to the record first, so that an interrupted rollout goes on with the same. */
export async function prepare(
  subjects: readonly Subject[],
  notPlayed: readonly Subject[],
  { hinted, seed }: RollOutSettings,
  { player, record, hint, signal }: RollOutParts,
): Promise<ReadonlyMap<string, string>> {
  const known = [...record.environments()];
  if (known.length > 0)
    return new Map(known.flatMap((one) => (one.hint === null ? [] : [[one.hash, one.hint] as const])));
  const open = hinted ? subjects.filter((one) => one.hint === undefined) : [];
  const written = await player.hint(
    open.map(({ report, source, hash }) => ({
      profile: report.profile,
      source,
      seed: seedOf(seed, 'roll-out hint', hash),
    })),
    hint,
    signal,
  );
  const told = new Map(
    open.map(({ hash, path }, i) => {
      if (written[i] === undefined)
        record.log(`${path}: no hint could be had, so it is played without one only.`);
      return [hash, written[i]];
    }),
  );
  const hints = new Map(
    subjects.flatMap(({ hash, hint: own }) => {
      const one = own ?? told.get(hash);
      return hinted && one !== undefined ? [[hash, one] as const] : [];
    }),
  );
  for (const [slot, subject] of [...subjects, ...notPlayed].entries()) {
    const { report, source, hash, skill } = subject;
    const { className, profile, verdict, findings, undecided, measures } = report;
    const accepted = slot < subjects.length;
    record.addEnvironment({
      ...{ slot, attempt: 1, skill, className, profile, verdict, accepted },
      rejection: accepted ? null : `It is ${verdict}, and is not played.`,
      document: null,
      source,
      hint: hints.get(hash) ?? null,
      ...{ findings, undecided, measures },
    });
  }
  return hints;
}

/** How many plays there are to be. */
export const playsOf = (
  subjects: readonly Subject[],
  hints: ReadonlyMap<string, string>,
  plays: number,
): number => subjects.reduce((sum, { hash }) => sum + (hints.has(hash) ? 2 : 1) * plays, 0);

/**
 * Plays whatever the record does not hold yet.
 * @throws PolicyFailure, SandboxFault, StoreError; the signal's reason.
 */
export async function rollOut(
  subjects: readonly Subject[],
  hints: ReadonlyMap<string, string>,
  settings: RollOutSettings,
  { player, pool, record, signal, onPlay }: RollOutParts,
): Promise<void> {
  const done = new Set(
    [...record.episodes()].map(({ environment, hinted, seed }) => keyOf(environment, hinted, seed)),
  );
  const seats = subjects
    .flatMap((subject) => seatsOf(subject, hints.get(subject.hash), settings))
    .filter(({ subject, hint, seed }) => !done.has(keyOf(subject.hash, hint !== undefined, seed)));
  for (const [profile, mine] of Map.groupBy(seats, ({ subject }) => subject.report.profile))
    await playAll(mine, { ...settings, profile }, { player, pool, signal }, (played) => {
      const { hash, skill } = played.seat.subject;
      record.addEpisode(recordOf(played, { environment: hash, skill }));
      onPlay();
    });
}

/** From as many seeds as there are plays, and from the same with the hint. */
function seatsOf(
  subject: Subject,
  hint: string | undefined,
  { plays, seed, heldOut }: RollOutSettings,
): Place[] {
  const seats = (given: string | undefined) =>
    Array.from({ length: plays }, (_, i) => ({
      subject,
      source: subject.source,
      seed: (heldOut ? heldOutSeed(i, subject.hash) : seedOf(seed, 'roll-out', subject.hash, i)) >>> 1,
      chance: seedOf(seed, 'roll-out agent', subject.hash, Number(given !== undefined), i),
      ...(given === undefined ? {} : { hint: given }),
    }));
  return [...seats(undefined), ...(hint === undefined ? [] : seats(hint))];
}

/** Of one environment, in the order in which they were played. */
export const episodesByEnvironment = (record: Record): ReadonlyMap<string, readonly EpisodeHeader[]> =>
  Map.groupBy(record.episodes(), ({ environment }) => environment);

/** A record's name, of what was played, by whom, and how. */
export const recordName = (
  paths: readonly string[],
  policy: string,
  { hinted, heldOut }: Pick<RollOutSettings, 'hinted' | 'heldOut'>,
): string => {
  const how = `${hinted ? ', with hints' : ''}${heldOut ? ', held out' : ''}`;
  return `${shorten(`${paths.map((path) => basename(path)).join(', ')} by ${policy}`, 60)}${how}`;
};
