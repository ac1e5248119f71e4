/**
 * The trainer daemon's wire: JSON-RPC 2.0 over WebSocket, one message a text frame, parameters by name. A connection
 * begins with `initialize`. Documented in docs/daemon-protocol.md, which is made from these schemas.
 */
import { z } from 'zod';
import { QUERIES } from './daemon-queries.ts';
import { askedEngine } from './engine-card.ts';
import { runRequest } from './run-config.ts';
import { event, stream } from './run-events.ts';
import { runId, runSummary } from './run-records.ts';

/** Raised when a client of the last version could misunderstand the new one. */
export const DAEMON_PROTOCOL = 1;

/** WebSocket subprotocol. A browser, which cannot send headers, adds `TOKEN_PROTOCOL` and the token as a second one. */
export const SUBPROTOCOL = 'spade.v1';
export const TOKEN_PROTOCOL = 'spade.token.';

/** Bytes of the largest frame that the daemon accepts. */
export const MAX_FRAME = 1 << 20;

/** Chosen by the client for each command; sent again with the same parameters, it is the same command. */
const command = z.string().regex(/^[\w-]{8,64}$/, 'must be 8 to 64 letters, digits, _ or -');
const run = runId;

const clientInfo = z.strictObject({
  /** Kept over reconnections: who holds the lease goes by it. */
  id: z.string().regex(/^[\w-]{8,64}$/),
  /** Shown to others: "VS Code on ada". */
  name: z.string().trim().min(1).max(80),
  version: z.string().max(40).optional(),
});

const initialized = z.strictObject({
  protocol: z.literal(DAEMON_PROTOCOL),
  daemon: z.strictObject({
    version: z.string(),
    /** Of this daemon's folder; tells one daemon from another behind the same address. */
    id: z.string(),
    time: z.iso.datetime(),
  }),
  capabilities: z.strictObject({
    /** Kinds of engines that runs can be started with. */
    engines: z.array(z.string()),
    maxFrame: z.number().int(),
    /** Seconds between heartbeats. */
    heartbeat: z.number(),
    /** Seconds for which a lease outlives its holder's connection. */
    leaseGrace: z.number(),
    /** Requests a second, on average. */
    rate: z.number(),
    /** Events that a subscription may be behind before some are dropped. */
    backlog: z.number().int(),
  }),
  lease: z.strictObject({ holder: z.string().nullable(), mine: z.boolean() }),
});
export type Initialized = z.infer<typeof initialized>;

const ofRun = z.strictObject({ command, run });
const runResult = z.strictObject({ run: runSummary });

/** They change something: idempotent by `command`, and for the holder of the lease only. */
export const COMMANDS = {
  'run/start': {
    says: 'Queues a new run. Its configuration is resolved and checked before anything begins.',
    params: z.strictObject({ command, request: runRequest }),
    result: runResult,
  },
  'engine/ask': {
    says: 'Connects to the engine that a run would use, and finds out on a throw-away model what it does. No run begins.',
    params: z.strictObject({ command, request: runRequest }),
    result: z.strictObject({ asked: askedEngine }),
  },
  'run/pause': {
    says: 'Pauses a queued run at once, a running one after its current step.',
    params: ofRun,
    result: runResult,
  },
  'run/resume': {
    says: 'Queues a paused, stopped or failed run again; it goes on after its last committed step.',
    params: ofRun,
    result: runResult,
  },
  'run/stop': {
    says: 'Stops a run. The step at work is given up; everything committed stays.',
    params: ofRun,
    result: runResult,
  },
  'daemon/shutdown': {
    says: 'Ends the daemon. Running runs stop at their last committed step and go on when it starts again.',
    params: z.strictObject({ command }),
    result: z.strictObject({}),
  },
} as const;

/** The rest: the handshake, the lease, subscriptions. */
export const SESSION = {
  initialize: {
    says: 'The first message of a connection.',
    params: z.strictObject({
      /** The versions that the client speaks. */
      protocols: z.array(z.number().int()).min(1),
      client: clientInfo,
      capabilities: z.strictObject({
        /** Wants the notification `heartbeat` (browsers do not see pings). */
        heartbeat: z.boolean().default(false),
      }),
    }),
    result: initialized,
  },
  'lease/take': {
    says: 'Takes control, or keeps it. With `force` from another client, who is told by an event.',
    params: z.strictObject({ force: z.boolean().default(false) }),
    result: z.strictObject({ previous: z.string().nullable() }),
  },
  'lease/release': {
    says: 'Gives control up. Without the lease it does nothing.',
    params: z.strictObject({}),
    result: z.strictObject({ released: z.boolean() }),
  },
  'events/subscribe': {
    says: 'Sends every event of a stream after a sequence number, those that were missed first.',
    params: z.strictObject({
      stream,
      /** 0: from the beginning; left out: only new ones. */
      after: z.number().int().min(0).optional(),
    }),
    result: z.strictObject({
      /** Events begin after this one. */
      after: z.number().int(),
      /** The stream's last event as yet. */
      last: z.number().int(),
    }),
  },
  'events/unsubscribe': {
    says: 'Ends a subscription.',
    params: z.strictObject({ stream }),
    result: z.strictObject({ unsubscribed: z.boolean() }),
  },
} as const;

export const METHODS = { ...SESSION, ...COMMANDS, ...QUERIES } as const;
export type Method = keyof typeof METHODS;
export type Params<M extends Method> = z.input<(typeof METHODS)[M]['params']>;
export type ReadParams<M extends Method> = z.output<(typeof METHODS)[M]['params']>;
export type Result<M extends Method> = z.output<(typeof METHODS)[M]['result']>;

/** What the daemon sends unasked. */
export const NOTIFICATIONS = {
  events: {
    says: 'Events of a subscribed stream, in order and without gaps.',
    params: z.strictObject({ stream, events: z.array(event).min(1) }),
  },
  'events/dropped': {
    says: 'The client reads too slowly: these were left out (both ends included). `events/read` gives them.',
    params: z.strictObject({ stream, from: z.number().int(), to: z.number().int() }),
  },
  heartbeat: {
    says: 'Nothing has happened, and the connection is alive.',
    params: z.strictObject({ time: z.iso.datetime() }),
  },
} as const;
export type Notification = keyof typeof NOTIFICATIONS;
export type NotificationParams<N extends Notification> = z.output<(typeof NOTIFICATIONS)[N]['params']>;
