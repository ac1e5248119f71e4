/**
 * Events: what happens in a run, in order. Each run has its own stream, and the daemon one of its own (run `null`).
 * Sequence numbers of a stream rise by 1 from 1; an event is on disk before anybody is told of it.
 */
import { z } from 'zod';
import {
  environmentHeader,
  episodeHeader,
  metric,
  runId,
  runState,
  runSummary,
  stopReason,
} from './run-records.ts';

const step = z.number().int().min(0);
const attempt = z.number().int().min(1);

export const logLevel = z.enum(['debug', 'info', 'warning', 'error']);
export type LogLevel = z.infer<typeof logLevel>;

/** Of a run. */
export const runEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('state'), state: runState, reason: stopReason.nullable() }),
  /** A process took the run up after its last committed step; what was stored of later ones was discarded. */
  z.strictObject({ kind: z.literal('resumed'), step: step.nullable(), attempt }),
  z.strictObject({ kind: z.literal('step-begun'), step, attempt }),
  z.strictObject({ kind: z.literal('environment'), environment: environmentHeader }),
  z.strictObject({ kind: z.literal('episode'), episode: episodeHeader }),
  /** The step's update was applied and stored. */
  z.strictObject({ kind: z.literal('step'), step, attempt, metrics: z.array(metric) }),
  z.strictObject({ kind: z.literal('log'), level: logLevel, message: z.string() }),
]);
export type RunEvent = z.infer<typeof runEvent>;

/** Of the daemon. */
export const daemonEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('daemon'), state: z.enum(['started', 'stopping']) }),
  z.strictObject({ kind: z.literal('run'), run: runSummary }),
  /** `null`: nobody controls. */
  z.strictObject({ kind: z.literal('lease'), holder: z.string().nullable() }),
]);
export type DaemonEvent = z.infer<typeof daemonEvent>;

/** An event with its place. `sequence` counts from 1 in its stream. */
export const event = z.strictObject({
  sequence: z.number().int().min(1),
  time: z.iso.datetime(),
  event: z.union([runEvent, daemonEvent]),
});
export type Event = z.infer<typeof event>;

/** A stream: a run's, or the daemon's own. */
export const stream = runId.nullable();
export type Stream = z.infer<typeof stream>;
