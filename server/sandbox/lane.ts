/** One child process as the pool sees it: started, spoken to, watched, and replaced when it dies. */
import type { ChildProcess } from 'node:child_process';
import type { Conditions, Limits, SandboxResult } from '../protocol/sandbox.ts';
import { type FromChild, fromChild, type ToChild } from './channel.ts';
import { type LaunchImage, launch } from './launch.ts';
import { bareLimit, readReport } from './report.ts';

/**
 * Milliseconds beyond a batch's limit after which the child is killed. The child ends itself much earlier; this
 * is for one that no longer can. Long, because a slow machine must not make a verdict.
 */
const PATIENCE = 15_000;

/** Milliseconds that a child may take until it is ready. */
const START_LIMIT = 60_000;

/** Bytes of resident memory above which a child is replaced when its work is done. */
const RESIDENT_LIMIT = 512 * 1024 * 1024;

interface Pending {
  readonly id: number;
  readonly commands: number;
  readonly watchdog: NodeJS.Timeout;
  finish(result: SandboxResult): void;
}

export class Lane {
  private readonly image: LaunchImage;
  private child: ChildProcess | undefined;
  private ready: Promise<void> | undefined;
  private pending: Pending | undefined;
  private nextId = 1;
  /** The child that ran the present environment is gone, and its interpreter with it. */
  private lost = false;
  private closed = false;
  /** The child has grown, as heaps do that isolates come and go in; it should make room for another. */
  private overgrown = false;

  constructor(image: LaunchImage) {
    this.image = image;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Resolves when a child is ready to run. @throws when none can be started. */
  start(): Promise<void> {
    this.ready ??= this.spawn().catch((error: unknown) => {
      this.ready = undefined;
      throw error;
    });
    return this.ready;
  }

  /** Makes sure that there is a child; one that died while it was idle is not missed. */
  async begin(): Promise<void> {
    await this.start();
    this.lost = false;
  }

  /** A fresh interpreter for what is run from now on. */
  async fresh(conditions: Conditions): Promise<void> {
    await this.begin();
    this.send({ op: 'fresh', conditions });
  }

  async run(commands: readonly string[], limits: Limits): Promise<SandboxResult> {
    if (this.pending) return { kind: 'internalError', message: 'The interpreter is running another batch.' };
    if (this.lost)
      return {
        kind: 'internalError',
        message: 'The interpreter was lost with its process; restore it first.',
      };
    if (commands.length === 0) return { kind: 'ok', replies: [], usage: [], output: '', memory: 0 };
    const result = new Promise<SandboxResult>((resolve) => {
      const id = this.nextId;
      this.nextId += 1;
      const watchdog = setTimeout(() => this.overdue(), limits.milliseconds + PATIENCE);
      this.pending = { id, commands: commands.length, watchdog, finish: resolve };
      this.send({ op: 'batch', id, commands: commands.join('\n'), limits });
    });
    this.settled = result;
    return result;
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Resolves when no batch is under way. */
  settled: Promise<unknown> = Promise.resolve();

  /** Ends the child at once. A batch under way comes to nothing; what is asked for next has another child. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child) return;
    this.forget();
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    this.settle({ kind: 'internalError', message: 'The batch was cancelled.' });
    await gone;
  }

  /** Between two works: a fresh interpreter, in another child when this one has grown too large. */
  async tidy(conditions: Conditions): Promise<void> {
    if (this.overgrown) await this.kill();
    await this.fresh(conditions);
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.kill();
  }

  private spawn(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.closed) throw new Error('The sandbox is closed.');
      const child = launch(this.image);
      this.child = child;
      let complaint = '';
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        complaint = (complaint + text).slice(-2_000);
      });
      const overdue = setTimeout(() => child.kill('SIGKILL'), START_LIMIT);
      child.on('message', (message) => {
        const parsed = fromChild.safeParse(message);
        if (!parsed.success) child.kill('SIGKILL');
        else if (parsed.data.op === 'done') this.answered(parsed.data);
        else {
          clearTimeout(overdue);
          resolve();
        }
      });
      child.on('error', (error) => {
        if (child.pid === undefined) this.forget();
        reject(new Error(`The sandbox's process cannot be started: ${error.message}`));
      });
      // Not `exit`, which may come before the child's last words.
      child.on('close', (code, signal) => {
        clearTimeout(overdue);
        const how = `its process ended with ${signal ?? `code ${code}`}`;
        if (this.child === child) {
          this.forget();
          const message = `The sandbox was interrupted: ${how}. ${complaint}`.trim();
          this.settle({ kind: 'internalError', message });
        }
        reject(new Error(`The sandbox does not start: ${how}. ${complaint}`.trim()));
      });
    });
  }

  private answered(answer: Extract<FromChild, { op: 'done' }>): void {
    if (this.pending?.id !== answer.id) return;
    this.overgrown ||= (answer.resident ?? 0) > RESIDENT_LIMIT;
    if (answer.report !== undefined) this.settle(readReport(answer.report, this.pending.commands));
    else if (answer.lost === 'error')
      this.settle({ kind: 'internalError', message: answer.message ?? 'The interpreter failed.' });
    else this.settle(bareLimit(answer.lost ?? 'memory'));
  }

  /** From here on there is no child, even if it still has to die. */
  private forget(): void {
    this.child = undefined;
    this.ready = undefined;
    this.lost = true;
    this.overgrown = false;
  }

  private overdue(): void {
    this.settle(bareLimit('time'));
    void this.kill();
  }

  private settle(result: SandboxResult): void {
    const { pending } = this;
    if (!pending) return;
    this.pending = undefined;
    clearTimeout(pending.watchdog);
    pending.finish(result);
  }

  private send(message: ToChild): void {
    this.child?.send(message, (error) => {
      if (error) this.child?.kill('SIGKILL'); // its exit settles what is pending
    });
  }
}
