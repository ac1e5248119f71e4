/** What a batch of driver commands came to: the sandbox's tagged result. Nothing else leaves it. */
import { z } from 'zod';
import { limitBreach, reply } from './driver.ts';

/** Measured for every command that ran. `ticks` counts the interpreter's own periodic checks: a clock that is the
 * same on every machine (about 50 loop turns or calls a tick), unlike milliseconds. `output` is in bytes. */
export const usage = z.object({ ticks: z.number(), output: z.number() });
export type Usage = z.infer<typeof usage>;

/**
 * `ok`: a reply for every command (a reply may itself be an environment's error).
 * `limit`: a hard limit ended command `at`; `replies` holds those before it, and the interpreter is spent.
 * `internalError`: our fault or the machine's (a child died, a reply that cannot be parsed): never a verdict.
 */
export const sandboxResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ok'),
    replies: z.array(reply),
    usage: z.array(usage),
    /** The first 64 kB of what was printed. */
    output: z.string(),
    /** Linear memory in bytes after the batch. */
    memory: z.number(),
  }),
  z.object({
    kind: z.literal('limit'),
    at: z.number().int(),
    breach: limitBreach,
    replies: z.array(reply),
    usage: z.array(usage),
    output: z.string(),
    memory: z.number(),
  }),
  z.object({ kind: z.literal('internalError'), message: z.string() }),
]);
export type SandboxResult = z.infer<typeof sandboxResult>;

/** Inputs that a fresh interpreter is made from: with equal ones every run is byte for byte the same. */
export interface Conditions {
  /** Python's hash seed; two are built into the image. */
  readonly hashSeed: 0 | 1;
  /** Seeds what `os.urandom` and an unseeded generator see. */
  readonly entropy: number;
  /** The virtual clock's start, in seconds since the epoch. */
  readonly clock: number;
}

/** Hard limits of one command. */
export interface Limits {
  /** Ticks after which KeyboardInterrupt names the line: deterministic. */
  readonly ticks: number;
  /** Wall-clock milliseconds for the whole batch: the backstop for C loops without checks. */
  readonly milliseconds: number;
}
