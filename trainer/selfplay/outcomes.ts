/** What a play came to: its return, and the record of it that is kept. */
import type { Episode } from '../../server/contract/episode.ts';
import type { EpisodeHeader, Transcript } from '../../server/protocol/run-records.ts';
import type { NewEpisode } from '../store/episodes.ts';
import type { Played } from './playing.ts';
import { isWin, type Return } from './rewards.ts';

/** `null` when the environment failed: an exception, a malformed return or a limit is no reward. */
export function returnOf({ ending, return: value }: Episode): Return {
  return ending === 'error' || ending === 'malformed' || ending === 'limit' ? null : value;
}

function outcomeOf(episode: Episode): EpisodeHeader['outcome'] {
  const value = returnOf(episode);
  if (value === null) return 'fault';
  if (episode.ending !== 'terminated') return 'truncated';
  return isWin(value) ? 'won' : 'lost';
}

/** What failed, in words. */
export function faultOf({ error, breach, ending }: Episode): string | undefined {
  if (error) {
    const line = error.frames.at(-1)?.line;
    return `${error.type}: ${error.message}${line === undefined ? '' : ` (line ${line})`}`;
  }
  if (breach)
    return `the ${breach.limit} limit was passed${breach.line === null ? '' : ` at line ${breach.line}`}`;
  return ending === 'malformed' ? 'step returned something other than five values' : undefined;
}

/** @param advantage within its group, where the play was learnt from. */
export function recordOf(
  played: Played,
  facts: {
    readonly environment: string;
    readonly skill: string;
    readonly advantage?: number | null | undefined;
  },
): NewEpisode {
  const { episode, seat, replies } = played;
  const fault = faultOf(episode);
  return {
    environment: facts.environment,
    skill: facts.skill,
    seed: seat.seed,
    hinted: seat.hint !== undefined,
    outcome: outcomeOf(episode),
    return: returnOf(episode),
    turns: episode.turns.length,
    transcript: {
      opening: episode.observation,
      turns: episode.turns.map((turn, i): Transcript['turns'][number] => {
        const reply = replies[i];
        return {
          response: reply?.text ?? '',
          ...(reply?.thinking === undefined ? {} : { thinking: reply.thinking }),
          action: reply?.read.found ? reply.read.action : null,
          observation: turn.observation,
          reward: turn.reward !== undefined && Number.isFinite(turn.reward) ? turn.reward : 0,
          terminated: turn.terminated,
          truncated: turn.truncated,
          ...(reply?.sampled
            ? {
                tokens: [...reply.sampled.tokens],
                logProbabilities: [...reply.sampled.logProbabilities],
              }
            : {}),
          ...(reply?.sampled?.pieces ? { pieces: [...reply.sampled.pieces] } : {}),
        };
      }),
      ...(facts.advantage === undefined || facts.advantage === null ? {} : { advantage: facts.advantage }),
      ...(fault === undefined ? {} : { fault }),
    },
  };
}
