/**
 * How well environments are played that nothing is trained on: without the hint, from the same seeds every time and in
 * every run, so that two measurements differ by what was learnt between them.
 */
import type { RunConfig } from '../../server/protocol/run-config.ts';
import { seedOf } from '../curriculum/random.ts';
import { heldOutMeasures, type Numbers } from './measures.ts';
import { returnOf } from './outcomes.ts';
import { type Players, playAll, type Seat } from './playing.ts';
import type { PoolEnvironment } from './pool.ts';

interface Place extends Seat {
  readonly environment: PoolEnvironment;
}

/** Of play number `i` of an environment. */
export const heldOutSeed = (i: number, hash: string): number => seedOf(i, 'held-out', hash);

/** @throws as `playAll` */
export async function evaluate(
  environments: readonly PoolEnvironment[],
  plays: number,
  { play, profile }: Pick<RunConfig, 'play' | 'profile'>,
  players: Players,
): Promise<Numbers[]> {
  const seats = environments.flatMap((environment) =>
    Array.from(
      { length: plays },
      (_, i): Place => ({
        environment,
        source: environment.source,
        seed: heldOutSeed(i, environment.hash) >>> 1,
        chance: seedOf(i, 'held-out agent', environment.hash),
      }),
    ),
  );
  const played = await playAll(seats, { ...play, profile }, players);
  return heldOutMeasures(
    environments.map(({ skill, hash }) => ({
      skill,
      returns: played
        .filter(({ seat }) => seat.environment.hash === hash)
        .map(({ episode }) => returnOf(episode)),
    })),
  );
}
