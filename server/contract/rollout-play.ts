/** A play of a run as one that can be played again. */
import type { Play } from '../protocol/finding.ts';
import type { RunConfig } from '../protocol/run-config.ts';
import type { EpisodeHeader, Transcript } from '../protocol/run-records.ts';

/** What the environment was given at each turn: all of the response where nothing in it was an action. */
export const actionsOf = ({ turns }: Transcript): string[] =>
  turns.map(({ action, response }) => action ?? response.trim());

/** @param given how the run plays: where environments do not keep their own turns, they are given the run's. */
export const rolloutPlay = (
  { seed, transcript }: Pick<EpisodeHeader, 'seed'> & { readonly transcript: Transcript },
  { ownTurns, maxTurns }: Pick<RunConfig['play'], 'ownTurns' | 'maxTurns'>,
): Play => ({ seed, actions: actionsOf(transcript), ...(ownTurns ? {} : { maxTurns }) });
