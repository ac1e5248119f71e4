/**
 * Plays steps of episodes in the sandbox. An episode's interpreter stays alive between its steps while there is room;
 * where it has gone, because others needed it or because its process died, the episode is played again from its script.
 * That this is exact is not taken on trust: every answer is compared with the one that was told.
 */

import { exitOf, isEnd } from '../../server/playtest/session.ts';
import type { Command, Reply } from '../../server/protocol/driver.ts';
import { DEFAULT_LIMITS } from '../../server/sandbox/limits.ts';
import type { SandboxPool } from '../../server/sandbox/pool.ts';
import { type Desk, Desks } from './desks.ts';
import { type Script, stepOf } from './script.ts';
import { breachText, ChildLost, EpisodeLost, errorText, StepFailed } from './trouble.ts';

/** How often a step is tried whose process dies under it. */
const TRIES = 3;
/** Commands of one batch when an episode is played again. */
const BATCH = 256;
/** Milliseconds that the sandbox has for ending a batch by itself before its process is ended. */
const GRACE = 500;

export interface StageEvents {
  /** An episode was played again up to where it was, `steps` steps. */
  replayed(steps: number): void;
  /** A process of the sandbox was lost or ended under a step. */
  lost(): void;
}

export class Stage {
  readonly #desks: Desks;
  readonly #events: StageEvents;

  /** @param lanes the pool's children. */
  constructor(pool: SandboxPool, lanes: number, events: StageEvents) {
    this.#desks = new Desks(pool, lanes);
    this.#events = events;
  }

  /** Calls that wait for an interpreter, and those that have one. */
  get load(): { readonly waiting: number; readonly playing: number } {
    return { waiting: this.#desks.waiting, playing: this.#desks.busy };
  }

  /** The answer to the first reset. @throws StepFailed, EpisodeLost, the signal's reason */
  async begin(script: Script, limit: number, signal: AbortSignal): Promise<Reply> {
    const reply = await this.#perform(script, limit, signal, script.reset);
    script.began(reply);
    return reply;
  }

  /** The answer to an action. @throws StepFailed, EpisodeLost, the signal's reason */
  async step(script: Script, action: string, limit: number, signal: AbortSignal): Promise<Reply> {
    const reply = await this.#perform(script, limit, signal, stepOf(action));
    script.acted(action, reply);
    return reply;
  }

  /** The answer of an instance that was never reset. @throws StepFailed, EpisodeLost, the signal's reason */
  bare(script: Script, action: string, limit: number, signal: AbortSignal): Promise<Reply> {
    return this.#perform(script, limit, signal, stepOf(action));
  }

  leave(script: Script): void {
    this.#desks.leave(script);
  }

  close(): void {
    this.#desks.close();
  }

  async #perform(script: Script, limit: number, signal: AbortSignal, command: Command): Promise<Reply> {
    const until = performance.now() + limit;
    for (let attempt = 1; ; attempt += 1) {
      let begun = false;
      const waiting = AbortSignal.any([signal, AbortSignal.timeout(rest(until))]);
      try {
        return await this.#desks.use(script, waiting, (desk) => {
          begun = true;
          const playing = AbortSignal.any([signal, AbortSignal.timeout(rest(until) + GRACE)]);
          return ended(this.#play(desk, script, command, until), playing);
        });
      } catch (problem) {
        signal.throwIfAborted();
        if (isTimeout(problem)) {
          if (begun) this.#events.lost();
          throw new StepFailed(begun ? tooLong(limit) : tooBusy(limit));
        }
        if (!(problem instanceof ChildLost)) throw problem;
        this.#events.lost();
        if (attempt >= TRIES) throw new StepFailed(problem.message, { cause: problem });
      }
    }
  }

  async #play(desk: Desk, script: Script, command: Command, until: number): Promise<Reply> {
    if (desk.owner === script) {
      const [reply] = await this.#run(desk, [command], until);
      if (reply) return reply;
      throw new ChildLost('The sandbox gave no answer.');
    }
    if (!desk.fresh) await desk.interpreter.restore();
    desk.owner = undefined;
    const { opening, past } = script;
    const whole = [...opening, ...past, command];
    const replies: Reply[] = [];
    for (let at = 0; at < whole.length; at += BATCH)
      replies.push(...(await this.#run(desk, whole.slice(at, at + BATCH), until)));
    for (const reply of replies.slice(0, opening.length))
      if (!('ok' in reply))
        throw new EpisodeLost('error' in reply ? errorText(reply.error) : 'It cannot be loaded.');
    if (past.length > 0) this.#events.replayed(past.length - 1);
    if (past.some((_, i) => !script.isAnswer(i, replies[opening.length + i] ?? NOTHING)))
      throw new EpisodeLost(DIVERGED);
    desk.owner = script;
    const last = replies.at(-1);
    if (last) return last;
    throw new ChildLost('The sandbox gave no answer.');
  }

  /** A reply for every command, each a value or an error that the environment raised. */
  async #run(desk: Desk, commands: readonly Command[], until: number): Promise<readonly Reply[]> {
    desk.fresh = false;
    const milliseconds = rest(until);
    const result = await desk.interpreter.run(commands, { milliseconds });
    if (result.kind === 'internalError') throw new ChildLost(result.message);
    const end = result.replies.find(isEnd);
    const breach =
      end && 'error' in end ? exitOf(end.error) : result.kind === 'limit' ? result.breach : undefined;
    if (!breach) return result.replies;
    desk.owner = undefined;
    const ticks = result.usage.at(-1)?.ticks ?? 0;
    if (breach.limit === 'time' && ticks < DEFAULT_LIMITS.ticks)
      throw new DOMException('late', 'TimeoutError');
    throw new StepFailed(`${breachText(breach)} The action was not played.`);
  }
}

const NOTHING: Reply = { ok: null };

const DIVERGED =
  'The environment did not answer as it did before when it was played again with the same seed and actions, so the episode cannot go on. It is not sound: `spade check` shows why.';

const rest = (until: number): number => Math.max(1, Math.ceil(until - performance.now()));

const isTimeout = (problem: unknown): boolean =>
  problem instanceof DOMException && problem.name === 'TimeoutError';

const tooLong = (limit: number): string =>
  `The environment gave no answer within ${limit / 1_000} s, and its interpreter was ended. The episode is as it was before.`;

const tooBusy = (limit: number): string =>
  `No interpreter was free within ${limit / 1_000} s: the server has more to play than it can. The episode is as it was before; ask again.`;

/** The work's result, unless the signal fires first; the work is then left to whoever ends it. */
function ended<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(signal.reason);
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}
