/** The experiment every other one starts from: reset on each seed, look at the state, ask for the solution twice. */
import { type Episode, episodeOf } from '../contract/episode.ts';
import {
  type Command,
  type Constructed,
  constructed,
  type EnvironmentError,
  type LimitBreach,
  type Reply,
  returned,
  type StateDescription,
  stateDescription,
  type ToolDescription,
  toolDescription,
} from '../protocol/driver.ts';
import type { Play } from '../protocol/finding.ts';
import { type PyValue, pyValue } from '../protocol/value.ts';
import type { Lab } from './lab.ts';
import { parseReply } from './session.ts';

export type Solved = { readonly value: PyValue } | { readonly error: EnvironmentError };

export type OpeningCall = 'constructor' | 'reset' | 'solution';

export interface Opening {
  readonly seed: number;
  /** The reset alone, as an episode without turns. */
  readonly episode: Episode;
  /** The limit that ended the opening, and the call that it struck. */
  readonly broken: { readonly call: OpeningCall; readonly breach: LimitBreach } | undefined;
  readonly constructed: Constructed | undefined;
  readonly state: StateDescription | undefined;
  /** Two calls in a row, and the state after them: `solution()` should change neither. */
  readonly solution: Solved | undefined;
  readonly again: Solved | undefined;
  readonly solvedState: StateDescription | undefined;
  readonly tools: ToolDescription | undefined;
}

/** Broken openings after which the others are not tried: each costs as much time as a sound environment in all. */
const ENOUGH_BROKEN = 2;

/** Openings by seed; fewer than the seeds when limits struck. */
export async function openings(lab: Lab): Promise<readonly Opening[]> {
  const all: Opening[] = [];
  await lab.session.fresh();
  for (const seed of lab.seeds) {
    all.push(await openingOf(lab, seed));
    if (all.filter((opening) => opening.broken).length === ENOUGH_BROKEN) break;
  }
  return all;
}

/** What each command of an opening calls in the environment. */
const CALLS: readonly (OpeningCall | undefined)[] = [
  'constructor',
  'reset',
  undefined,
  'solution',
  'solution',
];

async function openingOf(lab: Lab, seed: number): Promise<Opening> {
  const id = `opening ${seed}`;
  const commands: Command[] = [
    { op: 'new', id },
    { op: 'reset', id, seed },
    { op: 'state', id },
    { op: 'solution', id },
    { op: 'solution', id },
    { op: 'state', id },
    ...(lab.profile === 'tool_use' ? [{ op: 'tools', id } as const] : []),
    { op: 'drop', id },
  ];
  lab.session.count(1);
  const batch = await lab.session.run(commands);
  const [made, reset, before, first, second, after, tools] = batch.replies;
  const play: Play = { seed, actions: [] };
  const outcome = errorOf(made) ? { error: errorOf(made) } : resetOutcome(reset);
  const episode = episodeOf(play, { opening: outcome, turns: [], after: [] });
  const call = CALLS[batch.replies.length];
  const broken = batch.breach && call ? { call, breach: batch.breach } : undefined;
  if (broken) lab.session.broken.push({ ...broken, play });
  const unopened = broken && broken.call !== 'solution';
  return {
    seed,
    episode: unopened ? { ...episode, ending: 'limit', breach: broken.breach } : episode,
    broken,
    constructed: made && 'ok' in made ? parseReply(made, constructed) : undefined,
    state: before && 'ok' in before ? parseReply(before, stateDescription) : undefined,
    solution: solved(first),
    again: solved(second),
    solvedState: after && 'ok' in after ? parseReply(after, stateDescription) : undefined,
    tools:
      tools && lab.profile === 'tool_use' && 'ok' in tools ? parseReply(tools, toolDescription) : undefined,
  };
}

const errorOf = (reply: Reply | undefined): EnvironmentError | undefined =>
  reply && 'error' in reply ? reply.error : undefined;

function resetOutcome(reply: Reply | undefined) {
  if (!reply || 'breach' in reply) return {};
  return 'error' in reply ? { error: reply.error } : { returned: parseReply(reply, returned) };
}

function solved(reply: Reply | undefined): Solved | undefined {
  if (!reply || 'breach' in reply) return undefined;
  return 'error' in reply ? { error: reply.error } : { value: parseReply(reply, pyValue) };
}
