/**
 * An environment to play with. It keeps no instance: every question plays the episode again in a fresh interpreter,
 * which is exact (the sandbox is deterministic), takes milliseconds, and makes taking back a move trivial.
 */
import type { z } from 'zod';
import type { Episode } from '../../contract/episode.ts';
import type { Profile } from '../../contract/profile.ts';
import { conditionsOf } from '../../playtest/conditions.ts';
import { candidates } from '../../playtest/harvest.ts';
import { NotLoadable, parseReply, Session } from '../../playtest/session.ts';
import { hintsOf } from '../../playtest/source-hints.ts';
import {
  type Command,
  type EnvironmentError,
  type LimitBreach,
  type Loaded,
  type StateDescription,
  stateDescription,
  type ToolDescription,
  toolDescription,
} from '../../protocol/driver.ts';
import type { Play } from '../../protocol/finding.ts';
import { type PyValue, pyValue } from '../../protocol/value.ts';
import type { Interpreter } from '../../sandbox/pool.ts';

/** A play without its actions. */
export type Conditions = Omit<Play, 'actions' | 'after'>;

export type Fault = { readonly error: EnvironmentError } | { readonly breach: LimitBreach };
export type Answer<T> = { readonly value: T } | Fault;

export interface TableOptions {
  readonly source: string;
  readonly compat: boolean;
  readonly profile: Profile | 'auto';
  readonly signal: AbortSignal;
}

const ID = 'table';
const CANDIDATES = 40;

export class Table {
  readonly loaded: Loaded;
  readonly profile: Profile;
  readonly source: string;
  readonly #interpreter: Interpreter;
  readonly #options: TableOptions;
  #printed = '';

  private constructor(interpreter: Interpreter, options: TableOptions, loaded: Loaded) {
    this.#interpreter = interpreter;
    this.#options = options;
    this.source = options.source;
    this.loaded = loaded;
    const own: Profile = loaded.toolUse ? 'tool_use' : 'games';
    this.profile = options.profile === 'auto' ? own : options.profile;
  }

  /** Loads the environment, or tells why it cannot be played. */
  static async open(interpreter: Interpreter, options: TableOptions): Promise<Table | Fault | 'no class'> {
    try {
      const loaded = await sessionFor(interpreter, options).fresh();
      const playable = loaded.methods.includes('reset') && loaded.methods.includes('step');
      return playable ? new Table(interpreter, options, loaded) : 'no class';
    } catch (problem) {
      if (problem instanceof NotLoadable) return problem.fault;
      throw problem;
    }
  }

  /** The start of what the environment printed in the last episode. */
  get printed(): string {
    return this.#printed;
  }

  async play(play: Play): Promise<Episode> {
    const session = sessionFor(this.#interpreter, this.#options);
    const [episode] = await session.play([play], conditionsOf(play), 'places');
    this.#printed = session.printed;
    if (!episode) throw new Error('a play came to nothing');
    if (episode.ending !== 'limit' || episode.play.actions.length === 0) return episode;
    return this.#upTo(episode);
  }

  /** A limit takes what came before it along, so the steps before it are played again. */
  async #upTo(broken: Episode): Promise<Episode> {
    const { actions, after, ...conditions } = broken.play;
    const shorter = after?.length
      ? { actions, after: after.slice(0, -1) }
      : { actions: actions.slice(0, -1) };
    const [before] = await sessionFor(this.#interpreter, this.#options).play(
      [{ ...conditions, ...shorter }],
      conditionsOf(conditions),
      'places',
    );
    if (!before || before.ending === 'limit') return broken;
    return {
      ...broken,
      opening: before.opening,
      observation: before.observation,
      turns: before.turns,
      after: before.after,
    };
  }

  state(play: Play): Promise<Answer<StateDescription>> {
    return this.#ask(play, { op: 'state', id: ID }, stateDescription);
  }

  solution(play: Play): Promise<Answer<PyValue>> {
    return this.#ask(play, { op: 'solution', id: ID }, pyValue);
  }

  tools(play: Play): Promise<Answer<ToolDescription>> {
    return this.#ask(play, { op: 'tools', id: ID }, toolDescription);
  }

  /** What could be tried now, by what the source and the observation name; not wrapped. */
  candidates(observation: string): string[] {
    return candidates(hintsOf(this.source), observation, CANDIDATES);
  }

  /**
   * The attributes after the reset and after every step, in order; shorter than the play where a call failed. A play
   * beside a second instance is told by none: only the driver can interleave the two.
   */
  async states({ beside, ...play }: Play): Promise<StateDescription[]> {
    if (beside) return [];
    const look: Command = { op: 'state', id: ID };
    const session = sessionFor(this.#interpreter, this.#options);
    await session.fresh(conditionsOf(play));
    const commands = commandsOf(play, [look]);
    const { replies } = await session.run(commands);
    const states: StateDescription[] = [];
    for (const [index, reply] of replies.entries()) {
      if (commands[index]?.op !== 'state') continue;
      if (!('ok' in reply)) break;
      states.push(parseReply(reply, stateDescription));
    }
    return states;
  }

  /** Asks the instance that has played so far. */
  async #ask<T>(play: Play, question: Command, schema: z.ZodType<T>): Promise<Answer<T>> {
    const session = sessionFor(this.#interpreter, this.#options);
    await session.fresh(conditionsOf(play));
    const batch = await session.run([...commandsOf(play), question]);
    if (batch.breach) return { breach: batch.breach };
    const reply = batch.replies.at(-1);
    if (reply && 'error' in reply) return { error: reply.error };
    if (reply && 'breach' in reply) return { breach: reply.breach };
    return { value: parseReply(reply, schema) };
  }
}

/** The play call by call. `looks` come after the reset and after every step. */
function commandsOf(play: Play, looks: readonly Command[] = []): Command[] {
  const { seed, actions, after = [], maxTurns, constructorSeed, draws, earlier = [] } = play;
  const draw: Command[] = draws === undefined ? [] : [{ op: 'draw', count: draws }];
  const step = (action: string): Command => ({ op: 'step', id: ID, action });
  return [
    {
      op: 'new',
      id: ID,
      ...(maxTurns === undefined ? {} : { maxTurns }),
      ...(constructorSeed === undefined ? {} : { seed: constructorSeed }),
    },
    ...earlier.flatMap((episode): Command[] => [
      { op: 'reset', id: ID, seed: episode.seed },
      ...episode.actions.map(step),
    ]),
    ...draw,
    { op: 'reset', id: ID, seed },
    ...looks,
    ...actions.flatMap((action) => [...draw, step(action), ...looks]),
    ...after.flatMap((action) => [step(action), ...looks]),
  ];
}

/** One for every question: its budget is for checks, and a person may try what breaks limits again and again. */
function sessionFor(interpreter: Interpreter, { source, compat, signal }: TableOptions): Session {
  const unbounded = { episodes: Number.MAX_SAFE_INTEGER, ticks: Number.MAX_SAFE_INTEGER };
  return new Session(interpreter, { source, compat, budget: unbounded, signal });
}
