/**
 * Who may use the one thread next: the document that is typed in first, then everything else, one piece at a time
 * with room between for what the editor sends.
 */

/** Milliseconds without a keystroke after which a document is looked at. */
const QUIET = 30;

/** Milliseconds after the last keystroke for which other documents wait. */
const PATIENCE = 200;

/** Milliseconds that a long piece of work may take the thread for. */
const SLICE = 8;

export class Schedule {
  readonly #lookers: ((uri: string) => void)[] = [];
  #typing: { readonly uri: string; readonly timer: NodeJS.Timeout } | undefined;
  #lastKeystroke = Number.NEGATIVE_INFINITY;
  readonly #waiting: (() => void)[] = [];
  #pump: NodeJS.Timeout | NodeJS.Immediate | undefined;
  /** The editor has asked since the thread was last free: a keystroke may stand behind what it asked. */
  #arriving = false;
  #closed = false;

  /** The document that was typed in last. */
  current: string | undefined;

  /** @param look is called for the newest version of a document that was typed in. */
  onLook(look: (uri: string) => void): void {
    this.#lookers.push(look);
  }

  /** A keystroke: at once when none came shortly before, else when the hands rest. */
  typed(uri: string): void {
    const now = performance.now();
    const resting = now - this.#lastKeystroke > QUIET;
    this.#lastKeystroke = now;
    this.current = uri;
    if (this.#typing) {
      clearTimeout(this.#typing.timer);
      const { uri: other } = this.#typing;
      if (other !== uri) void this.turn().then(() => this.#look(other));
    }
    const timer = setTimeout(() => this.#lookNow(uri), resting ? 0 : QUIET);
    this.#typing = { uri, timer };
  }

  /** A document was closed: nothing is to be said of it. */
  forget(uri: string): void {
    if (this.#typing?.uri !== uri) return;
    clearTimeout(this.#typing.timer);
    this.#typing = undefined;
  }

  /** Resolves when it is this caller's turn, in the order of the calls. */
  turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#arriving = true;
      this.#waiting.push(resolve);
      this.#next();
    });
  }

  close(): void {
    this.#closed = true;
    if (this.#typing) clearTimeout(this.#typing.timer);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #lookNow(uri: string): void {
    this.#typing = undefined;
    this.#look(uri);
  }

  #look(uri: string): void {
    for (const look of this.#lookers) look(uri);
  }

  #next(): void {
    if (this.#pump !== undefined || this.#waiting.length === 0 || this.#closed) return;
    const rest = this.#lastKeystroke + PATIENCE - performance.now();
    const take = () => {
      this.#pump = undefined;
      const resting = !this.#typing && this.#lastKeystroke + PATIENCE <= performance.now();
      if (resting && !this.#arriving) this.#waiting.shift()?.();
      this.#arriving = false;
      this.#next();
    };
    this.#pump = rest > 0 ? setTimeout(take, rest) : setImmediate(take);
  }
}

/** Gives the thread back between pieces of long work that nobody waits for with a finger on a key. */
export class Breath {
  #since = performance.now();

  async take(): Promise<void> {
    if (performance.now() - this.#since < SLICE) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#since = performance.now();
  }
}
