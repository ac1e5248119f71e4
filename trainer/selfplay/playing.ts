/**
 * Plays of many environments at once: the player answers all that wait together, and every environment plays its
 * answers in the sandbox. An environment keeps no state between turns: its plays are played again from their seeds,
 * which is exact, costs milliseconds, and leaves nothing to be lost when a process dies.
 */
import type { Episode } from '../../server/contract/episode.ts';
import type { Profile } from '../../server/contract/profile.ts';
import { BudgetSpent, NotLoadable, parseReply, Session } from '../../server/playtest/session.ts';
import { type Command, toolDescription } from '../../server/protocol/driver.ts';
import type { SandboxPool } from '../../server/sandbox/pool.ts';
import { seedOf } from '../curriculum/random.ts';
import type { Conversation, Player, Reply, Speech } from '../roles/player.ts';
import { type Tool, toolsOf } from '../roles/tool.ts';

export interface PlaySettings extends Speech {
  readonly profile: Profile;
  /** The most that is played, and what environments are given unless they keep their own. */
  readonly maxTurns: number;
  readonly ownTurns: boolean;
  /** Tokens of a whole play. */
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

export interface Played<S extends Seat = Seat> {
  readonly seat: S;
  /** Of the whole play: prompts, replies as sampled, observations. Empty where the player has no tokens. */
  readonly tokens: readonly number[];
  readonly replies: readonly Reply[];
  /** What came of it in the environment. */
  readonly episode: Episode;
  /** Why it stopped before the episode ended: no turns, or no room for another reply. */
  readonly cut: 'turns' | 'context' | undefined;
}

interface Table<S extends Seat> {
  readonly seat: S;
  readonly replies: Reply[];
  tools: readonly Tool[];
  conversation: Conversation | undefined;
  episode: Episode | undefined;
  cut: Played['cut'];
}

/** What the plays need of the run. */
export interface Players {
  readonly pool: SandboxPool;
  readonly player: Player;
  readonly signal: AbortSignal;
}

/**
 * All seats' plays, in their order.
 * @param over told of each play as soon as it is over.
 * @throws PolicyFailure; SandboxFault, and the signal's reason.
 */
export async function playAll<S extends Seat>(
  seats: readonly S[],
  settings: PlaySettings,
  players: Players,
  over: (played: Played<S>) => void = () => undefined,
): Promise<Played<S>[]> {
  const tables = seats.map(
    (seat): Table<S> => ({
      seat,
      replies: [],
      tools: [],
      conversation: undefined,
      episode: undefined,
      cut: undefined,
    }),
  );
  const { atOnce } = players.player;
  const rounds = atOnce === 'all' ? [tables] : tables.map((table) => [table]);
  const stop = new AbortController();
  const signal = AbortSignal.any([players.signal, stop.signal]);
  const lane = async () => {
    for (let round = rounds.shift(); round; round = rounds.shift())
      await playRound(round, settings, { ...players, signal }, over);
  };
  const lanes = atOnce === 'all' ? 1 : Math.min(atOnce, rounds.length);
  await Promise.all(Array.from({ length: lanes }, lane)).catch((error: unknown) => {
    stop.abort(error);
    throw error;
  });
  return tables.map(playedAt);
}

async function playRound<S extends Seat>(
  tables: readonly Table<S>[],
  settings: PlaySettings,
  players: Players,
  over: (played: Played<S>) => void,
): Promise<void> {
  const closing = (table: Table<S>, goesOn: boolean) => {
    if (!goesOn) over(playedAt(table));
    return goesOn;
  };
  let open = tables;
  for (let turn = 0; open.length > 0; turn += 1) {
    await playOn(open, turn === 0, settings, players);
    open = open.filter((table) => closing(table, goesOn(table, turn, settings)));
    for (const table of open) listen(table, settings.profile, players.player);
    await reply(open, turn, settings, players);
    open = open.filter((table) => closing(table, table.cut === undefined));
  }
}

function playedAt<S extends Seat>({ seat, conversation, replies, episode, cut }: Table<S>): Played<S> {
  if (!episode) throw new Error('a play came to nothing');
  return { seat, tokens: conversation?.tokens ?? [], replies, episode, cut };
}

/** Plays what was answered so far, an environment's plays in one interpreter. */
async function playOn<S extends Seat>(
  tables: readonly Table<S>[],
  first: boolean,
  { profile, maxTurns, ownTurns }: PlaySettings,
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
        const plays = mine.map(({ seat, replies }) => ({
          seed: seat.seed,
          actions: replies.map(({ read }) => read.action),
          ...given,
        }));
        const episodes = await session.play(plays).catch((problem: unknown) => {
          if (problem instanceof NotLoadable || problem instanceof BudgetSpent)
            return plays.map((play) => failedEpisode(play, problem.message));
          throw problem;
        });
        for (const [i, table] of mine.entries()) table.episode = episodes[i];
        if (!first || profile !== 'tool_use') return;
        const offered = new Map<number, readonly Tool[]>();
        for (const table of mine) {
          const { seed } = table.seat;
          if (!offered.has(seed)) offered.set(seed, await offeredTools(session, seed, given.maxTurns));
          table.tools = offered.get(seed) ?? [];
        }
      }, signal),
    ),
  );
}

/** What the environment can be called with after its reset; none where that cannot be told. */
async function offeredTools(
  session: Session,
  seed: number,
  maxTurns: number | undefined,
): Promise<readonly Tool[]> {
  const id = `tools ${seed}`;
  const commands: Command[] = [
    { op: 'new', id, ...(maxTurns === undefined ? {} : { maxTurns }) },
    { op: 'reset', id, seed },
    { op: 'tools', id },
  ];
  try {
    const last = (await session.run(commands)).replies[2];
    return last && 'ok' in last ? toolsOf(parseReply(last, toolDescription).schemas) : [];
  } catch (problem) {
    if (problem instanceof NotLoadable || problem instanceof BudgetSpent) return [];
    throw problem;
  }
}

function goesOn<S extends Seat>(table: Table<S>, turn: number, { maxTurns }: PlaySettings): boolean {
  if (table.episode?.ending !== 'unfinished') return false;
  if (turn < maxTurns) return true;
  table.cut = 'turns';
  return false;
}

/** Tells the player what the environment said last. */
function listen<S extends Seat>(table: Table<S>, profile: Profile, player: Player): void {
  const { seat, episode, tools } = table;
  const last = episode?.turns.at(-1);
  if (table.conversation && last) table.conversation.hear(last.observation);
  else
    table.conversation = player.open({
      profile,
      observation: episode?.observation ?? '',
      hint: seat.hint,
      tools,
    });
}

async function reply<S extends Seat>(
  tables: readonly Table<S>[],
  turn: number,
  settings: PlaySettings,
  { player, signal }: Players,
): Promise<void> {
  const turns = tables.flatMap(({ seat, conversation }) =>
    conversation ? [{ conversation, seed: seedOf(seat.chance, 'turn', turn) }] : [],
  );
  if (turns.length === 0) return;
  const answers = await player.answer(turns, settings, signal);
  for (const [i, table] of tables.entries()) {
    const answer = answers[i];
    if (answer) table.replies.push(answer);
    else table.cut = 'context';
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
