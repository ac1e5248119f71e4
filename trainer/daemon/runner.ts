/** One run of a job over a store: from taking the run up to the state in which it was left. */
import type { RunState, StopReason } from '../../server/protocol/run-records.ts';
import { StoreError } from '../store/failure.ts';
import type { RunStore } from '../store/run-store.ts';
import { type Job, type JobContext, type JobEnd, JobFailure } from './job.ts';

/** Why a job is told to give up the step at work. `suspend`: the daemon ends, and the run goes on at its next start. */
export type Halt = 'stop' | 'suspend';

/** Milliseconds for which events may wait for each other, to be stored in one transaction. */
const GATHER = 20;

/** Characters of a log line; what is beyond is counted. */
const LONGEST_LINE = 16_384;

interface Left {
  readonly state: RunState;
  readonly reason: StopReason | null;
  /** Place in the queue; 0 comes before everything that was queued by a person. */
  readonly queued: number | null;
}

const SUSPENDED: Left = { state: 'queued', reason: null, queued: 0 };
const PAUSED: Left = {
  state: 'paused',
  reason: { code: 'paused', message: 'Paused after its last committed step.' },
  queued: null,
};
const STOPPED: Left = {
  state: 'stopped',
  reason: { code: 'stopped', message: 'Stopped; everything committed is kept.' },
  queued: null,
};
const FINISHED: Left = {
  state: 'finished',
  reason: { code: 'finished', message: 'All steps are done.' },
  queued: null,
};

export class Runner {
  readonly store: RunStore;
  readonly #create: () => Job;
  readonly #controller = new AbortController();
  #pausing = false;
  #halt: Halt | undefined;

  constructor(store: RunStore, create: () => Job) {
    this.store = store;
    this.#create = create;
  }

  /** Asks the job to leave after its current step. */
  pause(): void {
    this.#pausing = true;
    if (this.store.facts.state === 'running') this.store.setState('pausing', null, null);
  }

  /** Makes the job give up the step at work. A stop outweighs a suspension. */
  halt(how: Halt): void {
    if (this.#halt !== 'stop') this.#halt = how;
    this.#controller.abort(new Error(`the run was told to ${how}`));
    if (how === 'stop' && this.store.facts.state !== 'stopping') this.store.setState('stopping', null, null);
  }

  /**
   * Runs the job and stores how it was left. Never throws.
   * @returns the state in which the run was left, also where the disk refuses to take even that.
   */
  async run(): Promise<Left> {
    const left = await this.#work();
    try {
      if (left.state === 'finished' || left.state === 'stopped' || left.state === 'failed')
        this.store.end(left.reason);
    } catch {
      // The state below says the same, and has room set aside for it.
    }
    try {
      this.store.setState(left.state, left.reason, left.queued);
    } catch (error) {
      if (left.reason && left.state !== 'finished') return left;
      return failed(error);
    }
    return left;
  }

  async #work(): Promise<Left> {
    let timer: NodeJS.Timeout | undefined;
    const context = { open: true };
    try {
      const start = this.store.takeUp();
      this.store.setState('running', null, null);
      timer = setInterval(() => this.#flush(), GATHER);
      const end = await this.#create().run(this.#context(start, context));
      context.open = false;
      this.store.flush();
      return this.#leftBy(end);
    } catch (error) {
      const reason: unknown = this.#controller.signal.aborted ? this.#controller.signal.reason : error;
      if (reason instanceof StoreError) return failed(reason);
      if (this.#halt === 'stop') return STOPPED;
      if (this.#halt === 'suspend') return SUSPENDED;
      this.#say(error);
      return failed(error);
    } finally {
      context.open = false;
      clearInterval(timer);
    }
  }

  #leftBy(end: JobEnd): Left {
    if (end === 'finished') return FINISHED;
    return this.#halt === 'suspend' ? SUSPENDED : this.#halt === 'stop' ? STOPPED : PAUSED;
  }

  /** Events that cannot be stored end the job: nobody is told of what is not on disk. */
  #flush(): void {
    try {
      this.store.flush();
    } catch (error) {
      this.#controller.abort(error);
    }
  }

  #say(error: unknown): void {
    if (error instanceof JobFailure) return;
    this.store.log('error', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  #context(start: JobContext['start'], state: { readonly open: boolean }): JobContext {
    const { store } = this;
    const runner = this;
    const { signal } = this.#controller;
    const guard = <A extends readonly unknown[], R>(work: (...args: A) => R) => {
      return (...args: A): R => {
        signal.throwIfAborted();
        if (!state.open) throw new Error('the run was left, and nothing more can be stored');
        return work(...args);
      };
    };
    return {
      run: store.facts.id,
      folder: store.folder,
      config: store.facts.config,
      start,
      signal,
      get pausing() {
        return runner.#pausing;
      },
      intend: guard((step, detail) => store.intend(step, detail)),
      checkpoint: guard((step) => store.checkpoints.prepare(step)),
      commit: guard((commit) => store.commit(commit)),
      environment: guard((step, design) => store.addEnvironment(step, design)),
      episodes: guard((step, episodes) => store.addEpisodes(step, episodes)),
      log: guard((level, message) => store.log(level, lineOf(message))),
    };
  }
}

function lineOf(message: string): string {
  const beyond = message.length - LONGEST_LINE;
  return beyond > 0 ? `${message.slice(0, LONGEST_LINE)}… (${beyond} more characters)` : message;
}

/** Full, read-only and failing disks pause a run: it can go on once they are seen to. Damage and faults end it. */
export function failed(error: unknown): Left {
  if (error instanceof StoreError) {
    const { problem, message } = error;
    if (problem === 'disk-full' || problem === 'read-only' || problem === 'io' || problem === 'size-limit')
      return { state: 'paused', reason: { code: problem, message }, queued: null };
    const code = problem === 'damaged' ? 'damaged' : 'fault';
    return { state: 'failed', reason: { code, message }, queued: null };
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof JobFailure)
    return { state: 'failed', reason: { code: 'engine', message }, queued: null };
  return {
    state: 'failed',
    reason: {
      code: 'fault',
      message: `The trainer failed, which is a fault of its own: ${message.replace(/\.+$/, '')}. The log has the details; \`spade run resume\` goes on after the last committed step.`,
    },
    queued: null,
  };
}
