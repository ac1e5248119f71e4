/** What the daemon answers when it does not do what it was asked. `data.reason` is for programs, `message` for people. */
import { z } from 'zod';

/** Codes of JSON-RPC errors by reason. The first four are JSON-RPC's own. */
export const DAEMON_ERRORS = {
  'not-json': -32700,
  'not-a-request': -32600,
  'unknown-method': -32601,
  'bad-parameters': -32602,
  internal: -32603,
  /** `initialize` comes first, and once. */
  'not-initialized': -32001,
  'already-initialized': -32002,
  /** The client speaks another version of the protocol. */
  'protocol-version': -32003,
  'rate-limited': -32010,
  /** The command needs the lease, and nobody holds it. */
  'lease-required': -32020,
  /** Another client holds it. */
  'lease-held': -32021,
  /** The same command id came with other parameters. */
  'command-reused': -32022,
  'no-such-run': -32030,
  /** The run's state does not allow it. */
  'wrong-state': -32031,
  /** This daemon has no trainer for the engine. */
  'no-engine': -32032,
  'no-such-record': -32033,
  'shutting-down': -32040,
  /** The disk is full, the file damaged, …; the message says which and what to do. */
  store: -32050,
} as const;

export const daemonReason = z.enum(Object.keys(DAEMON_ERRORS) as [DaemonReason, ...DaemonReason[]]);
export type DaemonReason = keyof typeof DAEMON_ERRORS;

/** `data` of an error. */
export const daemonErrorData = z.object({
  reason: daemonReason,
  /** For `rate-limited`: when to try again, in milliseconds. */
  retryAfter: z.number().optional(),
  /** For `lease-held`: who holds it. */
  holder: z.string().optional(),
  /** For `bad-parameters`: each problem with its key. */
  problems: z.array(z.string()).optional(),
});
export type DaemonErrorData = z.infer<typeof daemonErrorData>;

/** Codes with which the daemon closes a connection; the close reason is the key. */
export const CLOSE_CODES = {
  'going-away': 1001,
  'binary-frame': 1003,
  'frame-too-large': 1009,
  /** A stream that the client follows cannot be read any more. */
  internal: 1011,
  /** No `initialize` in time. */
  'no-initialize': 4001,
  /** Frame after frame that is no request. */
  garbage: 4002,
  /** Requests went on arriving faster than the limit after warnings. */
  flood: 4003,
  /** No answer to pings. */
  unresponsive: 4004,
} as const;
export type CloseReason = keyof typeof CLOSE_CODES;
