/**
 * All that the interpreter sees of a world: a clock, entropy, a place to print to, and a signal that interrupts
 * it. Everything is counted, nothing measured, so equal programs see equal worlds.
 */

/** Bytes of printed text that are kept of one batch; the rest is counted only. */
const CAPTURE = 65_536;

/** Bytes that one command may print before it is interrupted. */
const PRINT_LIMIT = 16 * 1024 * 1024;

/** Ends who goes on printing. Far above, because Python looks for interrupts once in fifty loops or calls. */
const PRINT_END = 8 * PRINT_LIMIT;

/** Ticks from one interrupt to the next, for code that swallowed the first: long enough for a handler to end. */
const GRACE = 1_000;

const SIGINT = 2;

export class OutputLimit extends Error {}

/** The interpreter called for its own end, by the named import: it must not be entered again. */
export class InterpreterEnd extends Error {}

export interface WorldMark {
  readonly elapsed: bigint;
  readonly stride: number;
  readonly entropyState: number;
}

export class World {
  /** Virtual nanoseconds since the start. Every look at the clock costs one microsecond. */
  private elapsed = 0n;
  private epoch = 0n;
  /** Microseconds by which the next look moves the sleep clock: doubled each time, so that waiting ends. */
  private stride = 1;
  private entropyState = 1;

  private captured: Uint8Array[] = [];
  private capturedBytes = 0;
  /** Bytes printed by the running command. */
  printed = 0;

  /** Ticks of the running command. */
  ticks = 0;
  private interruptAt = Number.POSITIVE_INFINITY;

  /** The limit for which the running command was interrupted. */
  interrupted: 'time' | 'output' | undefined;
  /** Called at the first interrupt of a command, from inside the interpreter's check for signals. */
  onInterrupt: () => void = () => undefined;

  /** @param entropy an integer. @param clock seconds since the epoch. */
  restart(entropy: number, clock: number): void {
    this.elapsed = 0n;
    this.epoch = BigInt(Math.round(clock * 1e6)) * 1_000n;
    this.stride = 1;
    this.entropyState = entropy | 0;
    this.captured = [];
    this.capturedBytes = 0;
    this.beginCommand(Number.POSITIVE_INFINITY);
  }

  /** How far the clock and the generator have come. */
  mark(): WorldMark {
    const { elapsed, stride, entropyState } = this;
    return { elapsed, stride, entropyState };
  }

  /** Goes to a mark; to be called after `restart` with the entropy and the clock that it was made under. */
  returnTo({ elapsed, stride, entropyState }: WorldMark): void {
    this.elapsed = elapsed;
    this.stride = stride;
    this.entropyState = entropyState;
  }

  beginCommand(ticks: number): void {
    this.ticks = 0;
    this.interruptAt = ticks;
    this.printed = 0;
    this.interrupted = undefined;
  }

  realTime(): bigint {
    return this.epoch + this.monotonicTime();
  }

  monotonicTime(): bigint {
    this.stride = 1;
    this.elapsed += 1_000n;
    return this.elapsed;
  }

  /** The clock, in nanoseconds, that a sleeping thread polls. */
  sleepTime(): bigint {
    this.stride = Math.min(this.stride * 2, 2 ** 50);
    this.elapsed += BigInt(this.stride) * 1_000n;
    return this.elapsed;
  }

  /** Fills `bytes` from a small counter-based generator: reproducible, and not meant to be secret. */
  fillRandom(bytes: Uint8Array): void {
    for (let i = 0; i < bytes.length; i += 1) {
      this.entropyState = (this.entropyState + 0x9e3779b9) | 0;
      let mixed = this.entropyState;
      mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
      bytes[i] = (mixed ^ (mixed >>> 15)) & 255;
    }
  }

  print(bytes: Uint8Array): void {
    this.printed += bytes.length;
    const room = CAPTURE - this.capturedBytes;
    if (room > 0 && bytes.length > 0) {
      const kept = bytes.slice(0, room);
      this.captured.push(kept);
      this.capturedBytes += kept.length;
    }
    if (this.printed > PRINT_END) throw new OutputLimit('printed too much');
    if (this.printed > PRINT_LIMIT) this.interruptAt = Math.min(this.interruptAt, this.ticks + 1);
  }

  /** What was printed since the last call, one character a byte. */
  takePrinted(): string {
    const text = this.captured.map(latin1).join('');
    this.captured = [];
    this.capturedBytes = 0;
    return text;
  }

  /** The interpreter's own periodic check: the number of a signal that has arrived, or 0. */
  pollSignals(): number {
    this.ticks += 1;
    if (this.ticks < this.interruptAt) return 0;
    this.interruptAt = this.ticks + GRACE;
    if (this.interrupted === undefined) {
      this.interrupted = this.printed > PRINT_LIMIT ? 'output' : 'time';
      this.onInterrupt();
    }
    return SIGINT;
  }
}

/** Takes an array itself, as a spread would not: that asks it for an iterator. */
const fromCharCode: { apply(self: null, codes: ArrayLike<number>): string } = String.fromCharCode;

/** Bytes as a string of the same length. In pieces, because a call takes only so many arguments. */
export function latin1(bytes: Uint8Array): string {
  const PIECE = 8_192;
  let text = '';
  for (let i = 0; i < bytes.length; i += PIECE) {
    text += fromCharCode.apply(null, bytes.subarray(i, i + PIECE));
  }
  return text;
}
