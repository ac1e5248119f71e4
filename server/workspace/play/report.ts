/** Episodes and turns in the form of the wire. */
import { type Episode, isFiveTuple, shapeOf, type Turn } from '../../contract/episode.ts';
import type { PlayedEpisode, PlayedTurn } from '../../protocol/play-report.ts';
import { textOf } from '../../protocol/value.ts';

export function playedEpisode(episode: Episode): PlayedEpisode {
  const [observation = null, info] = episode.opening.returned?.parts ?? [];
  return {
    play: episode.play,
    observation: textOf(observation) ?? null,
    ...(info === undefined ? {} : { info }),
    turns: episode.turns.map(playedTurn),
    after: episode.after.map(playedTurn),
    ending: episode.ending,
    return: episode.return,
    ...(episode.error ? { error: episode.error } : {}),
    ...(episode.breach ? { breach: episode.breach } : {}),
  };
}

export function playedTurn({
  step,
  action,
  observation,
  reward,
  terminated,
  truncated,
  returned,
  error,
  place,
}: Turn): PlayedTurn {
  const proper = isFiveTuple(returned);
  return {
    step,
    action,
    observation,
    reward: reward === undefined ? null : Number.isFinite(reward) ? reward : nameOf(reward),
    terminated,
    truncated,
    ...(proper && returned.parts[4] !== undefined ? { info: returned.parts[4] } : {}),
    ...(place ? { place } : {}),
    ...(returned && !proper ? { returned: shapeOf(returned) } : {}),
    ...(error ? { error } : {}),
  };
}

/** JSON has no form for these. */
const nameOf = (number: number): 'nan' | 'inf' | '-inf' =>
  Number.isNaN(number) ? 'nan' : number > 0 ? 'inf' : '-inf';
