/**
 * Plays of many environments at once: the policy answers all that wait in one batch, and every environment plays its
 * answers in the sandbox. An environment keeps no state between turns: its plays are played again from their seeds,
 * which is exact, costs milliseconds, and leaves nothing to be lost when a process dies.
 */
import type { Episode } from '../../server/contract/episode.ts';
import type { Profile } from '../../server/contract/profile.ts';
import { BudgetSpent, NotLoadable, Session } from '../../server/playtest/session.ts';
import type { SandboxPool } from '../../server/sandbox/pool.ts';
import { seedOf } from '../curriculum/random.ts';
import type { Policy } from '../policy/policy.ts';
import type { Voice } from '../roles/voice.ts';

export interface PlaySettings {
  readonly profile: Profile;
  /** The most that is played, and what environments are given unless they keep their own. */
  readonly maxTurns: number;
  readonly ownTurns: boolean;
  readonly temperature: number;
  /** Of one reply. */
  readonly maxTokens: number;
  /** Of a whole play. */
  readonly context: number;
}

/** One play that is to be. */
export interface Seat {
  readonly source: string;
  readonly seed: number;
  /** Shown to the agent. */
  readonly hint?: string | undefined;
  /** Seeds the policy's own chance. */
  readonly chance: number;
}

/** An agent's reply within the tokens of its play. */
export interface Reply {
  /** Index of its first token. */
  readonly start: number;
  readonly tokens: Int32Array;
  readonly logProbabilities: Float32Array;
  readonly text: string;
  /** The text of each token, where the voice can tell it. */
  readonly pieces?: readonly string[];
  /** `null` when nothing in it was an action. */
  readonly action: string | null;
}

export interface Played<S extends Seat = Seat> {
  readonly seat: S;
  /** Of the whole play: prompts, replies as sampled, observations. */
  readonly tokens: readonly number[];
  readonly replies: readonly Reply[];
  /** What came of it in the environment. */
  readonly episode: Episode;
  /** Why it stopped before the episode ended: no turns, or no room for another reply. */
  readonly cut: 'turns' | 'context' | undefined;
}

interface Table<S extends Seat> {
  readonly seat: S;
  readonly tokens: number[];
  readonly replies: Reply[];
  readonly actions: string[];
  episode: Episode | undefined;
  cut: Played['cut'];
}

/** What the plays need of the run. */
export interface Players {
  readonly pool: SandboxPool;
  readonly policy: Policy;
  readonly voice: Voice;
  readonly signal: AbortSignal;
}

/** All seats' plays, in their order. @throws PolicyFailure; SandboxFault, and the signal's reason. */
export async function playAll<S extends Seat>(
  seats: readonly S[],
  settings: PlaySettings,
  players: Players,
): Promise<Played<S>[]> {
  const tables = seats.map(
    (seat): Table<S> => ({ seat, tokens: [], replies: [], actions: [], episode: undefined, cut: undefined }),
  );
  let open = tables;
  for (let turn = 0; open.length > 0; turn += 1) {
    await playOn(open, settings, players);
    open = open.filter((table) => goesOn(table, turn, settings));
    for (const table of open) listen(table, settings.profile, players.voice);
    open = open.filter((table) => hasRoom(table, settings));
    await reply(open, turn, settings, players);
  }
  return tables.map(({ seat, tokens, replies, episode, cut }) => {
    if (!episode) throw new Error('a play came to nothing');
    return { seat, tokens, replies, episode, cut };
  });
}

/** Plays what was answered so far, an environment's plays in one interpreter. */
async function playOn<S extends Seat>(
  tables: readonly Table<S>[],
  { maxTurns, ownTurns }: PlaySettings,
  { pool, signal }: Players,
): Promise<void> {
  const environments = Map.groupBy(tables, ({ seat }) => seat.source);
  await Promise.all(
    [...environments].map(([source, mine]) =>
      pool.use(async (interpreter, either) => {
        const session = new Session(interpreter, {
          source,
          compat: false,
          budget: UNBOUNDED,
          signal: either,
        });
        const given = ownTurns ? {} : { maxTurns };
        const plays = mine.map(({ seat, actions }) => ({ seed: seat.seed, actions, ...given }));
        const episodes = await session.play(plays).catch((problem: unknown) => {
          if (problem instanceof NotLoadable || problem instanceof BudgetSpent)
            return plays.map((play) => failedEpisode(play, problem.message));
          throw problem;
        });
        for (const [i, table] of mine.entries()) table.episode = episodes[i];
      }, signal),
    ),
  );
}

function goesOn<S extends Seat>(table: Table<S>, turn: number, { maxTurns }: PlaySettings): boolean {
  if (table.episode?.ending !== 'unfinished') return false;
  if (turn < maxTurns) return true;
  table.cut = 'turns';
  return false;
}

/** Appends what the environment said last. */
function listen<S extends Seat>({ seat, tokens, episode }: Table<S>, profile: Profile, voice: Voice): void {
  const last = episode?.turns.at(-1);
  const heard = last
    ? voice.observation(last.observation)
    : voice.opening(profile, episode?.observation ?? '', seat.hint);
  tokens.push(...heard);
}

function hasRoom<S extends Seat>(table: Table<S>, { context, maxTokens }: PlaySettings): boolean {
  if (table.tokens.length + maxTokens <= context) return true;
  table.cut = 'context';
  return false;
}

async function reply<S extends Seat>(
  tables: readonly Table<S>[],
  turn: number,
  { profile, temperature, maxTokens }: PlaySettings,
  { policy, voice, signal }: Players,
): Promise<void> {
  if (tables.length === 0) return;
  const settings = { temperature, maxTokens, stop: voice.stop };
  const requests = tables.map(({ seat, tokens }) => ({
    prompt: tokens,
    settings,
    seed: seedOf(seat.chance, 'turn', turn),
  }));
  const samples = await policy.sample(requests, { signal });
  for (const [i, table] of tables.entries()) {
    const sample = samples[i];
    if (!sample) throw new Error('the policy left a prompt without a reply');
    const text = voice.text(sample.tokens);
    const { action, found } = voice.readAction(profile, text);
    table.replies.push({
      start: table.tokens.length,
      tokens: sample.tokens,
      logProbabilities: sample.logProbabilities,
      text,
      ...(voice.textOfToken ? { pieces: Array.from(sample.tokens, voice.textOfToken) } : {}),
      action: found ? action : null,
    });
    table.tokens.push(...sample.tokens);
    table.actions.push(action);
  }
}

/** A play is bounded by its turns; what an environment may cost was decided when it was checked. */
const UNBOUNDED = { episodes: Number.MAX_SAFE_INTEGER, ticks: Number.MAX_SAFE_INTEGER };

/** The play of an environment that could not even be started. */
function failedEpisode(play: Episode['play'], message: string): Episode {
  const error = { type: 'NotPlayable', message, frames: [] };
  return {
    play,
    observation: '',
    opening: { error },
    turns: [],
    after: [],
    ending: 'error',
    error,
    breach: undefined,
    return: 0,
  };
}
