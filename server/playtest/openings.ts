/** The experiment every other one starts from: reset on each seed, look at the state, ask for the solution twice. */
import { type Episode, episodeOf } from '../contract/episode.ts';
import {
  type Command,
  type Constructed,
  constructed,
  type EnvironmentError,
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

export interface Opening {
  readonly seed: number;
  /** The reset alone, as an episode without turns. */
  readonly episode: Episode;
  readonly constructed: Constructed | undefined;
  readonly state: StateDescription | undefined;
  /** Two calls in a row, and the state's hash after them: `solution()` should change neither. */
  readonly solution: Solved | undefined;
  readonly again: Solved | undefined;
  readonly stateAfterSolution: string | undefined;
  readonly tools: ToolDescription | undefined;
}

/** Openings by seed; fewer than the seeds when a limit struck (the play is then part of `lab.breaches`). */
export async function openings(lab: Lab): Promise<readonly Opening[]> {
  const all: Opening[] = [];
  await lab.session.fresh();
  for (const seed of lab.seeds) all.push(await openingOf(lab, seed));
  return all;
}

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
  const broken = batch.breach && batch.replies.length <= 1;
  return {
    seed,
    episode: broken ? { ...episode, ending: 'limit', breach: batch.breach } : episode,
    constructed: made && 'ok' in made ? parseReply(made, constructed) : undefined,
    state: before && 'ok' in before ? parseReply(before, stateDescription) : undefined,
    solution: solved(first),
    again: solved(second),
    stateAfterSolution: after && 'ok' in after ? parseReply(after, stateDescription).hash : undefined,
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
