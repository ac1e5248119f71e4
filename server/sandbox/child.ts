/**
 * The child process: holds the interpreter that is in use and a spare one. It may die at any time, by its own
 * hand, the kernel's or the parent's; the pool starts another.
 *
 * Isolates run on threads of their own, so this event loop stays free to watch the time and the parent.
 */
import type { Conditions } from '../protocol/sandbox.ts';
import type { FromChild, ToChild } from './channel.ts';
import { type Image, readImage } from './image.ts';
import { SandboxIsolate } from './isolate.ts';
import { DEFAULT_CONDITIONS } from './limits.ts';

/** Bytes of linear memory above which an isolate is given up: restoring it would cost more than the spare does. */
const LARGE = 64 * 1024 * 1024;

/** Milliseconds beyond its limit after which a batch cannot be ended but with the process. */
const HANG = 2_000;

/** Milliseconds between two looks at whether the parent lives, for when its death closes no channel. */
const PARENT_CHECK = 1_000;

const parent = process.ppid;

function die(): void {
  process.kill(process.pid, 'SIGKILL'); // an ordinary exit would wait for an isolate that runs
}

function send(message: FromChild): void {
  process.send?.(message);
}

type Batch = Extract<ToChild, { op: 'batch' }>;

/** Decides which isolate is used next. */
class Interpreters {
  private readonly image: Image;
  private active: SandboxIsolate | undefined;
  private spare: Promise<SandboxIsolate> | undefined;
  /** The active isolate cannot be restored, or not cheaply. */
  private spent = false;
  /** The batch under way. */
  private running: number | undefined;

  constructor(image: Image) {
    this.image = image;
  }

  async fresh(conditions: Conditions): Promise<void> {
    if (this.spent) this.active?.dispose();
    if (this.spent || !this.active) {
      this.active = await (this.spare ?? this.create());
      this.spent = false;
      this.spare = undefined;
    }
    await this.active.fresh(conditions);
    this.spare ??= this.create();
    this.spare.catch(() => undefined); // whoever needs it is told
  }

  async run({ id, commands, limits }: Batch): Promise<FromChild> {
    if (!this.active) return { op: 'done', id, lost: 'error', message: 'There is no interpreter.' };
    this.running = id;
    const watchdog = setTimeout(() => this.giveUp('time'), limits.milliseconds + HANG);
    const end = await this.active.batch(commands, limits);
    clearTimeout(watchdog);
    this.running = undefined;
    this.spent ||= end.report === undefined || !end.whole || end.size > LARGE;
    // What will be left once the interpreter has been replaced.
    const resident = this.spent ? process.memoryUsage.rss() - (end.size ?? 0) : undefined;
    if (end.report === undefined) return { op: 'done', id, resident, lost: end.lost, message: end.message };
    return { op: 'done', id, resident, report: end.report };
  }

  private create(): Promise<SandboxIsolate> {
    return SandboxIsolate.create(this.image, () => this.giveUp('memory'));
  }

  /** Ends the process, which has lost an isolate to a limit. */
  private giveUp(lost: 'time' | 'memory'): void {
    if (this.running !== undefined) send({ op: 'done', id: this.running, lost });
    die();
  }
}

function main(folder: string, meta: string): void {
  // What the pool has parsed is taken as it is.
  const interpreters = new Interpreters(readImage(folder, JSON.parse(meta)));
  const handle = async (message: ToChild) => {
    if (message.op === 'fresh') await interpreters.fresh(message.conditions);
    else send(await interpreters.run(message));
  };
  let queue = interpreters.fresh(DEFAULT_CONDITIONS).then(() => send({ op: 'ready' }));
  process.on('message', (message: ToChild) => {
    queue = queue.then(() => handle(message));
    queue.catch(failed);
  });
  queue.catch(failed);
}

function failed(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`, die);
}

process.on('disconnect', die);
setInterval(() => {
  if (process.ppid !== parent) die();
}, PARENT_CHECK).unref();

const [, , folder, meta] = process.argv;
if (folder === undefined || meta === undefined || process.send === undefined) {
  process.stderr.write("This program is started by the sandbox's pool.\n");
  process.exit(2);
}
for (const name of Object.keys(process.env)) if (name !== 'TZ') delete process.env[name];
main(folder, meta);
