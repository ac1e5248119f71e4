/**
 * Messages between the pages that show runs (curriculum, rollouts) and the editor, which asks the daemon for them. What
 * a run holds is hostile text: each side parses what it is sent. An answer is parsed by its method's own schema.
 */
import { z } from 'zod';
import { daemonReason } from './daemon-errors.ts';
import { QUERIES } from './daemon-queries.ts';
import { play } from './finding.ts';
import { event, stream } from './run-events.ts';
import { runId } from './run-records.ts';

export type QueryName = keyof typeof QUERIES;
export const queryName = z.enum(Object.keys(QUERIES) as [QueryName, ...QueryName[]]);

/** Answers carry the `id` of their question. */
const id = z.number().int();

/**
 * How the source of a run is reached. `stale`: what is shown is as old as `since`, and the connection is tried again.
 * `ended`: it is not, before the person does what `why` says. `saved`: nothing will change.
 */
export const link = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('connecting') }),
  z.strictObject({ state: z.literal('live') }),
  z.strictObject({ state: z.literal('stale'), since: z.iso.datetime(), why: z.string() }),
  z.strictObject({ state: z.literal('ended'), why: z.string() }),
  z.strictObject({ state: z.literal('saved') }),
]);
export type Link = z.infer<typeof link>;

/** A design of a run: the `id` of `run/environment`. */
const environment = z.number().int().min(1);
const line = z.number().int().min(1).optional();

/** What only an editor can do. `line` is of the source, from 1. */
export const hostAction = z.discriminatedUnion('action', [
  /** Opens the environment as a read-only document with its findings. */
  z.strictObject({ action: z.literal('open-source'), run: runId, environment, line }),
  /** Opens the play in the play panel. */
  z.strictObject({ action: z.literal('play'), run: runId, environment, play }),
  z.strictObject({ action: z.literal('check-here'), run: runId, environment }),
  z.strictObject({ action: z.literal('copy-to-workspace'), run: runId, environment }),
  z.strictObject({ action: z.literal('add-to-pool'), run: runId, environment }),
  /** Opens a page on the same run. */
  z.strictObject({
    action: z.literal('open-page'),
    page: z.enum(['curriculum', 'rollouts']),
    run: runId,
    /** What the rollouts page is to show at once. */
    episode: z.number().int().optional(),
    environment: environment.optional(),
  }),
]);
export type HostAction = z.infer<typeof hostAction>;
export type HostActionName = HostAction['action'];
export const hostActionName = z.enum([
  'open-source',
  'play',
  'check-here',
  'copy-to-workspace',
  'add-to-pool',
  'open-page',
]);

/** What a page shows first. */
export const pageTarget = z.strictObject({
  /** `null`: the page lists the runs. */
  run: runId.nullable(),
  episode: z.number().int().optional(),
  environment: environment.optional(),
  /** A second run to lay over the first, in the curriculum. */
  against: runId.optional(),
});
export type PageTarget = z.infer<typeof pageTarget>;

export const toRunPage = z.discriminatedUnion('type', [
  /** Sent on `ready`, and when the person opens something else in the same panel. */
  z.strictObject({ type: z.literal('show'), target: pageTarget, can: z.array(hostActionName) }),
  z.strictObject({ type: z.literal('answer'), id, result: z.unknown() }),
  /** A sentence for the person; `reason` is the daemon's, `null` when it could not be asked. */
  z.strictObject({ type: z.literal('refused'), id, message: z.string(), reason: daemonReason.nullable() }),
  z.strictObject({ type: z.literal('events'), stream, events: z.array(event).min(1) }),
  /** Left out, both ends included: the page asks for them with `events/read`. */
  z.strictObject({
    type: z.literal('dropped'),
    stream,
    from: z.number().int(),
    to: z.number().int(),
  }),
  z.strictObject({ type: z.literal('link'), link }),
]);
export type ToRunPage = z.infer<typeof toRunPage>;

export const fromRunPage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  /** The editor parses `params` by the method's own schema. */
  z.strictObject({
    type: z.literal('ask'),
    id,
    method: queryName,
    params: z.record(z.string(), z.unknown()),
  }),
  /** As `events/subscribe`. After a lost connection the editor goes on from the last event that it has sent. */
  z.strictObject({ type: z.literal('subscribe'), stream, after: z.number().int().min(0).optional() }),
  z.strictObject({ type: z.literal('unsubscribe'), stream }),
  z.strictObject({ type: z.literal('do'), what: hostAction }),
  /** Asks where, and writes it. */
  z.strictObject({
    type: z.literal('save'),
    name: z.string(),
    data: z.string(),
    encoding: z.enum(['utf8', 'base64']),
  }),
  z.strictObject({ type: z.literal('copy'), text: z.string(), what: z.string() }),
]);
export type FromRunPage = z.infer<typeof fromRunPage>;
