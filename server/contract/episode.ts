/** One play of an environment, read through the contract: what the raw outcomes of the driver mean. */
import type { EnvironmentError, Frame, LimitBreach, Outcome, Played, Returned } from '../protocol/driver.ts';
import type { Play } from '../protocol/finding.ts';
import { numberOf, type PyValue, textOf, typeName } from '../protocol/value.ts';

/**
 * How an episode stopped. `unfinished`: the actions ran out first; `malformed`: a return that is no 5-tuple;
 * `limit`: a hard limit struck, and what the play had seen by then is lost.
 */
export type Ending = 'terminated' | 'truncated' | 'unfinished' | 'malformed' | 'error' | 'limit';

export interface Turn {
  /** 1 for the first action. */
  readonly step: number;
  readonly action: string;
  readonly observation: string;
  /** A bool counts as 0 or 1, as Python does; `undefined` when it is no number (SP406 looks at the raw value). */
  readonly reward: number | undefined;
  readonly terminated: boolean;
  readonly truncated: boolean;
  readonly returned: Returned | undefined;
  readonly error: EnvironmentError | undefined;
  readonly state: string | undefined;
  /** Where it was returned from, where that was asked for. */
  readonly place: Frame | undefined;
}

export interface Episode {
  readonly play: Play;
  readonly observation: string;
  readonly opening: Outcome;
  readonly turns: readonly Turn[];
  /** Steps played after the end. */
  readonly after: readonly Turn[];
  readonly ending: Ending;
  readonly error: EnvironmentError | undefined;
  readonly breach: LimitBreach | undefined;
  /** The last step's reward clipped to [-1, 1], 0 if the episode never terminated (paper, G.3.2). */
  readonly return: number;
}

const truthy = (value: PyValue | undefined): boolean =>
  value !== undefined && value !== null && value !== false && value !== 0 && value !== '';

/** Is this what `step` must return: `(str, number, bool, bool, dict)`? */
export function isFiveTuple(returned: Returned | undefined): returned is Returned {
  return returned?.type === 'tuple' && returned.parts.length === 5;
}

function rewardOf(part: PyValue | undefined): number | undefined {
  if (typeof part === 'boolean') return Number(part);
  return part === undefined ? undefined : numberOf(part);
}

export function turnOf(step: number, action: string, outcome: Outcome): Turn {
  const { returned } = outcome;
  const parts = isFiveTuple(returned) ? returned.parts : [];
  return {
    step,
    action,
    observation: textOf(parts[0] ?? null) ?? '',
    reward: rewardOf(parts[1]),
    terminated: truthy(parts[2]),
    truncated: truthy(parts[3]),
    returned,
    error: outcome.error,
    state: outcome.state,
    place: outcome.place,
  };
}

export function episodeOf(play: Play, played: Played): Episode {
  const turns = played.turns.map((outcome, index) => turnOf(index + 1, play.actions[index] ?? '', outcome));
  const after = played.after.map((outcome, index) =>
    turnOf(turns.length + index + 1, play.after?.[index] ?? '', outcome),
  );
  const last = turns.at(-1);
  const error = played.opening.error ?? last?.error;
  const ending: Ending = error
    ? 'error'
    : last === undefined
      ? 'unfinished'
      : !isFiveTuple(last.returned)
        ? 'malformed'
        : last.terminated
          ? 'terminated'
          : last.truncated
            ? 'truncated'
            : 'unfinished';
  const reward = last?.reward ?? 0;
  return {
    play,
    observation: openingText(played.opening),
    opening: played.opening,
    turns,
    after,
    ending,
    error,
    breach: undefined,
    return: ending === 'terminated' && Number.isFinite(reward) ? Math.max(-1, Math.min(1, reward)) : 0,
  };
}

/** A play that a hard limit ended. */
export function brokenEpisode(play: Play, breach: LimitBreach): Episode {
  const opening: Outcome = {};
  return {
    play,
    observation: '',
    opening,
    turns: [],
    after: [],
    ending: 'limit',
    error: undefined,
    breach,
    return: 0,
  };
}

/** The first observation: of `(str, dict)`, or a bare string as the reference tolerates. */
export function openingText(opening: Outcome): string {
  return textOf(opening.returned?.parts[0] ?? null) ?? '';
}

/** What success pays unless the class says otherwise. */
export const SUCCESS = 1;

/** The episode ended by itself and paid what success pays. */
export function isWin(episode: Episode, success: number = SUCCESS): boolean {
  return episode.ending === 'terminated' && episode.return >= Math.min(1, success) - 1e-9;
}

/** The types of a returned tuple, for messages: `(str, float, bool, bool, dict)`. */
export function shapeOf(returned: Returned): string {
  if (returned.type !== 'tuple') return returned.type;
  return `(${returned.parts.map(typeName).join(', ')}${returned.parts.length === 1 ? ',' : ''})`;
}
