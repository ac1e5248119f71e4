/** One environment in one lent interpreter: fresh starts, plays, and a count of what they cost. */
import type { z } from 'zod';
import { brokenEpisode, type Episode, episodeOf } from '../contract/episode.ts';
import {
  type AuditEvent,
  audit,
  type Command,
  coverage,
  type EnvironmentError,
  type LimitBreach,
  type Loaded,
  loaded,
  played,
  type Reply,
} from '../protocol/driver.ts';
import type { Play } from '../protocol/finding.ts';
import type { Conditions, Usage } from '../protocol/sandbox.ts';
import { DEFAULT_LIMITS } from '../sandbox/limits.ts';
import type { Interpreter } from '../sandbox/pool.ts';

/** The sandbox itself failed: no statement about the environment can be made. */
export class SandboxFault extends Error {
  override readonly name = 'SandboxFault';
}

/** The budget is spent; what is not decided by now stays undecided. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** The source cannot be loaded, so nothing can be played. */
export class NotLoadable extends Error {
  override readonly name = 'NotLoadable';
  readonly fault: { readonly error: EnvironmentError } | { readonly breach: LimitBreach };
  constructor(fault: { readonly error: EnvironmentError } | { readonly breach: LimitBreach }) {
    super(
      'error' in fault
        ? `${fault.error.type}: ${fault.error.message}`
        : `${fault.breach.limit} limit while loading`,
    );
    this.fault = fault;
  }
}

export interface Budget {
  /** Plays of one environment. */
  readonly episodes: number;
  /** Interpreter ticks over all plays: a clock that is the same on every machine (protocol/sandbox.ts). */
  readonly ticks: number;
}

export interface SessionOptions {
  readonly source: string;
  readonly compat: boolean;
  readonly className?: string;
  readonly budget: Budget;
  readonly signal?: AbortSignal;
}

/** The commands' replies up to a breach. */
export interface Batch {
  readonly replies: readonly Reply[];
  readonly usage: readonly Usage[];
  /** The limit that ended command number `replies.length`. */
  readonly breach: LimitBreach | undefined;
  /** Whether only the wall clock ended it, which says as much of the machine and of the commands before. */
  readonly late: boolean;
}

/** A play that a limit ended, up to the call that it struck. */
export interface Broken {
  readonly call: 'constructor' | 'reset' | 'step' | 'solution';
  readonly play: Play;
  readonly breach: LimitBreach;
}

/** What is told of every turn beside what it returned: a hash of the state after it, or where it returned from. */
export type Watch = 'states' | 'places' | 'nothing';

/** How often a limit may strike before playing on tells nothing new. */
const MAX_BREACHES = 4;

export class Session {
  readonly options: SessionOptions;
  readonly #interpreter: Interpreter;
  #conditions: Partial<Conditions> = {};
  #ready = false;
  /** The interpreter holds traces that were not gathered yet. */
  #live = false;
  #breaches = 0;
  #spent = { episodes: 0, ticks: 0, steps: 0 };
  #memory = 0;
  #printed = '';
  readonly #lines = new Set<number>();
  readonly #asked = new Map<string, AuditEvent>();

  constructor(interpreter: Interpreter, options: SessionOptions) {
    this.#interpreter = interpreter;
    this.options = options;
  }

  get spent(): { readonly episodes: number; readonly ticks: number; readonly steps: number } {
    return this.#spent;
  }

  /** Peak linear memory in bytes. */
  get memory(): number {
    return this.#memory;
  }

  /** The start of whatever the environment printed in any play. */
  get printed(): string {
    return this.#printed;
  }

  /** A fresh interpreter with the source loaded. Throws NotLoadable. */
  async fresh(conditions: Partial<Conditions> = {}): Promise<Loaded> {
    await this.#gather();
    this.#conditions = conditions;
    this.#ready = false;
    await this.#interpreter.restore(conditions);
    const { source, compat, className } = this.options;
    const batch = await this.#send([{ op: 'load', source, compat, ...(className ? { className } : {}) }]);
    if (batch.breach) throw new NotLoadable({ breach: batch.breach });
    this.#live = true;
    const [first] = batch.replies;
    if (first && 'error' in first) throw new NotLoadable({ error: first.error });
    this.#ready = true;
    return parseReply(first, loaded);
  }

  /** Runs commands in the present interpreter; after a breach a fresh one is ready for the next call. */
  async run(commands: readonly Command[]): Promise<Batch> {
    if (!this.#ready) await this.fresh(this.#conditions);
    this.#live = true;
    const batch = await this.#send(commands);
    if (batch.breach) {
      this.#ready = false;
      this.#live = false;
      if (!batch.late || batch.replies.length === 0) this.#breaches += 1;
    }
    return batch;
  }

  /**
   * Plays in the given order, each on an instance of its own in one fresh interpreter. A play that breaks a limit
   * is told up to the step that broke it, and the next ones go on in another fresh interpreter.
   */
  async play(
    plays: readonly Play[],
    conditions: Partial<Conditions> = {},
    watch: Watch = 'nothing',
  ): Promise<Episode[]> {
    const episodes: Episode[] = [];
    await this.fresh(conditions);
    while (episodes.length < plays.length) {
      const rest = plays.slice(episodes.length);
      this.count(rest.length);
      const batch = await this.run(rest.map((play) => playCommand(play, watch)));
      for (const [index, play] of rest.slice(0, batch.replies.length).entries()) {
        const episode = episodeOf(play, parseReply(batch.replies[index], played));
        this.#spent.steps += episode.turns.length;
        episodes.push(episode);
      }
      const broken = rest[batch.replies.length];
      // Late after others: it may have all the time for itself.
      if (batch.late && batch.replies.length > 0) continue;
      if (batch.breach && broken) episodes.push(await this.#brokenPlay(broken, batch.breach));
    }
    return episodes;
  }

  /** Counts plays against the budget. Throws BudgetSpent. */
  count(episodes: number): void {
    this.#spent.episodes += episodes;
    const { budget } = this.options;
    if (this.#spent.episodes > budget.episodes) {
      throw new BudgetSpent(`the budget of ${budget.episodes} episodes was spent`);
    }
  }

  /** Ticks of every step and reset that was run as a command of its own. */
  readonly stepTicks: number[] = [];
  readonly resetTicks: number[] = [];
  /** Every play that a limit ended, also where the experiment that it belonged to came to nothing. */
  readonly broken: Broken[] = [];

  /** Lines that ran and what was asked of the host, over every interpreter so far that no limit ended. */
  async traces(): Promise<{ readonly lines: ReadonlySet<number>; readonly asked: readonly AuditEvent[] }> {
    await this.#gather();
    return { lines: this.#lines, asked: [...this.#asked.values()] };
  }

  async #gather(): Promise<void> {
    if (!this.#live) return;
    this.#live = false;
    const batch = await this.#send([{ op: 'coverage' }, { op: 'audit' }]);
    if (batch.breach) return;
    for (const line of parseReply(batch.replies[0], coverage).lines) this.#lines.add(line);
    for (const event of parseReply(batch.replies[1], audit).events) {
      const key = `${event.event} ${event.detail} ${event.line}`;
      const known = this.#asked.get(key);
      this.#asked.set(key, known ? { ...event, count: known.count + event.count } : event);
    }
  }

  /** The play up to the call that broke it: as the driver tells, else by playing it again. */
  async #brokenPlay(play: Play, breach: LimitBreach): Promise<Episode> {
    const at = this.broken.length;
    const calls = play.actions.length + (play.after?.length ?? 0);
    this.broken.push({ call: callAt(breach.step ?? calls), play, breach });
    const episode =
      typeof breach.step === 'number'
        ? brokenEpisode(cut(play, breach.step), breach)
        : await this.#retrace(play, breach);
    const shown = episode.play.actions.length + (episode.play.after?.length ?? 0);
    this.broken[at] = {
      call: callAt(breach.step ?? shown),
      play: episode.play,
      breach: episode.breach ?? breach,
    };
    return episode;
  }

  /** Plays a broken play again step by step, to know the step that broke it. */
  async #retrace(play: Play, breach: LimitBreach): Promise<Episode> {
    await this.fresh(this.#conditions);
    const id = 'retrace';
    const batch = await this.run([
      { op: 'new', id, ...(play.maxTurns === undefined ? {} : { maxTurns: play.maxTurns }) },
      { op: 'reset', id, seed: play.seed },
      ...play.actions.map((action): Command => ({ op: 'step', id, action })),
    ]);
    const reached = Math.max(0, batch.replies.length - 1);
    const shown = { ...play, actions: play.actions.slice(0, batch.breach ? reached : undefined) };
    return brokenEpisode(shown, batch.breach ?? breach);
  }

  async #send(commands: readonly Command[]): Promise<Batch> {
    this.options.signal?.throwIfAborted();
    if (this.#breaches > MAX_BREACHES) throw new BudgetSpent('limits were passed again and again');
    if (this.#spent.ticks > this.options.budget.ticks) throw new BudgetSpent('the time budget was spent');
    const result = await this.#interpreter.run([...commands]);
    if (result.kind === 'internalError') throw new SandboxFault(result.message);
    this.#memory = Math.max(this.#memory, result.memory);
    if (this.#printed.length < 2_000) this.#printed += result.output.slice(0, 2_000);
    for (const [index, { ticks }] of result.usage.entries()) {
      this.#spent.ticks += ticks;
      const op = commands[index]?.op;
      if (op === 'reset') this.resetTicks.push(ticks);
      if (op === 'step') {
        this.stepTicks.push(ticks);
        this.#spent.steps += 1;
      }
    }
    const struck = result.kind === 'limit' ? result.usage.at(-1) : undefined;
    const end = result.replies.findIndex(isEnd);
    const over = result.replies[end];
    return {
      replies: end < 0 ? result.replies : result.replies.slice(0, end),
      usage: result.usage,
      breach:
        over && 'error' in over ? exitOf(over.error) : result.kind === 'limit' ? result.breach : undefined,
      late:
        result.kind === 'limit' &&
        result.breach.limit === 'time' &&
        (struck === undefined || struck.ticks < DEFAULT_LIMITS.ticks),
    };
  }
}

/** The reply of an interpreter that the environment has ended, to the call that did it and to all after it. */
export const isEnd = (reply: Reply): boolean =>
  'error' in reply &&
  reply.error.type === 'SystemExit' &&
  reply.error.message.startsWith('the interpreter was ended');

export function exitOf({ frames }: EnvironmentError): LimitBreach {
  const last = frames.at(-1);
  return { limit: 'exit', line: last?.line ?? null, function: last?.function ?? null };
}

const callAt = (step: number): Broken['call'] => (step === 0 ? 'reset' : 'step');

/** The first `steps` steps of a play, those after its end included. */
function cut(play: Play, steps: number): Play {
  const { after, ...rest } = play;
  const late = after?.slice(0, Math.max(0, steps - play.actions.length)) ?? [];
  return { ...rest, actions: play.actions.slice(0, steps), ...(late.length > 0 ? { after: late } : {}) };
}

function playCommand(play: Play, watch: Watch): Command {
  return {
    op: 'play',
    seed: play.seed,
    actions: play.actions,
    ...(play.earlier ? { earlier: play.earlier } : {}),
    ...(play.beside ? { beside: play.beside } : {}),
    ...(play.draws === undefined ? {} : { draws: play.draws }),
    ...(play.constructorSeed === undefined ? {} : { constructorSeed: play.constructorSeed }),
    ...(play.after ? { after: play.after } : {}),
    ...(play.maxTurns === undefined ? {} : { maxTurns: play.maxTurns }),
    ...(watch === 'states' ? { trace: true } : watch === 'places' ? { places: true } : {}),
  };
}

/** The reply's value through its schema. An error reply, or one of another shape, is the sandbox's fault. */
export function parseReply<T>(reply: Reply | undefined, schema: z.ZodType<T>): T {
  if (reply === undefined) throw new SandboxFault('a reply is missing');
  if (!('ok' in reply)) throw new SandboxFault(`unexpected reply: ${JSON.stringify(reply).slice(0, 300)}`);
  const parsed = schema.safeParse(reply.ok);
  if (!parsed.success)
    throw new SandboxFault(`a reply has an unexpected shape: ${parsed.error.message.slice(0, 300)}`);
  return parsed.data;
}
