/** Questions to the daemon. They change nothing, need no lease, and lists come in pages. */
import { z } from 'zod';
import { playedTable } from './play-table.ts';
import { event, logLevel, stream } from './run-events.ts';
import {
  difficulty,
  environmentFilter,
  episodeCounts,
  episodeFilter,
  episodeSort,
  hit,
  memoryRecord,
  place,
  points,
  rejections,
  series,
} from './run-insights.ts';
import {
  checkpoint,
  environmentDetail,
  environmentHeader,
  episodeHeader,
  journalRecord,
  metric,
  runDetail,
  runId,
  runSummary,
  transcript,
} from './run-records.ts';

const run = runId;
/** The last id of the page before; 0 for the first page. */
const after = z.number().int().min(0).default(0);
const limit = (most: number, usual: number) => z.number().int().min(1).max(most).default(usual);

/** Instead of `after`, for any place of any order; the page's `next` is then the following offset. */
const offset = z.number().int().min(0).optional();
const descending = z.boolean().default(false);

/** A page: `next` is the `after` of the following one, `null` at the end. */
const page = <T extends z.ZodType>(item: T) =>
  z.strictObject({ items: z.array(item), next: z.number().int().nullable() });

const health = z.strictObject({
  version: z.string(),
  started: z.iso.datetime(),
  clients: z.number().int(),
  holder: z.string().nullable(),
  /** By how much the daemon's event loop was late since it began, in milliseconds. */
  loopDelay: z.strictObject({ mean: z.number(), max: z.number() }),
  /** Bytes of memory. */
  memory: z.number(),
  running: z.array(runId),
  queued: z.array(runId),
});

export type Health = z.infer<typeof health>;

/** Plays are exact functions of source, seed and actions; where one cannot be had, `message` says why. */
export const replayed = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('played'), table: playedTable }),
  z.strictObject({ kind: z.literal('not-played'), message: z.string() }),
]);
export type Replayed = z.infer<typeof replayed>;

export const QUERIES = {
  'daemon/status': { says: 'How the daemon is.', params: z.strictObject({}), result: health },
  'run/list': {
    says: 'All runs, the newest first, and folders of runs that cannot be read.',
    params: z.strictObject({}),
    result: z.strictObject({
      runs: z.array(runSummary),
      unreadable: z.array(z.strictObject({ folder: z.string(), message: z.string() })),
    }),
  },
  'run/show': {
    says: 'One run with its whole configuration.',
    params: z.strictObject({ run }),
    result: runDetail,
  },
  'run/metrics': {
    says: 'Measures of committed steps, by step.',
    params: z.strictObject({
      run,
      /** Left out: all. */
      names: z.array(z.string()).min(1).optional(),
      after,
      limit: limit(5_000, 1_000),
    }),
    result: page(metric),
  },
  'run/series': {
    says: 'Measures as columns, for charts.',
    params: z.strictObject({ run, names: z.array(z.string()).min(1).max(64), points }),
    result: series,
  },
  'run/difficulty': {
    says: 'How many environments of a step were won how often.',
    params: z.strictObject({ run, points }),
    result: difficulty,
  },
  'run/landscape': {
    says: 'Environments that were played, the newest first: how hard they were, and how much the hint helped.',
    params: z.strictObject({ run, skill: z.string().optional(), limit: limit(5_000, 2_000) }),
    result: z.strictObject({ items: z.array(place), total: z.number().int() }),
  },
  'run/rejections': {
    says: 'Designs that were rejected, by rule.',
    params: z.strictObject({ run, skill: z.string().optional(), points }),
    result: rejections,
  },
  'run/memory': {
    says: 'What the designer remembers, from the last checkpoint, the oldest first.',
    params: z.strictObject({ run }),
    result: z.strictObject({ records: z.array(memoryRecord) }),
  },
  'run/environments': {
    says: 'Environments as they were designed, rejected ones too.',
    params: environmentFilter.extend({ run, descending, after, offset, limit: limit(500, 100) }),
    result: page(environmentHeader),
  },
  'run/environment-counts': {
    says: 'How many designs a filter leaves.',
    params: environmentFilter.extend({ run }),
    result: z.strictObject({ total: z.number().int(), accepted: z.number().int() }),
  },
  'run/environment': {
    says: 'One environment with its source, hint, findings and measures.',
    params: z.strictObject({ run, id: z.number().int().min(1) }),
    result: environmentDetail,
  },
  'run/episodes': {
    says: 'Episodes, in the order in which they were played or in another one, which needs `offset`.',
    params: episodeFilter.extend({
      run,
      sort: episodeSort.default('played'),
      descending,
      after,
      offset,
      limit: limit(500, 100),
    }),
    result: page(episodeHeader),
  },
  'run/episode-counts': {
    says: 'How many episodes a filter leaves.',
    params: episodeFilter.extend({ run }),
    result: episodeCounts,
  },
  'run/search': {
    says: 'Looks for a text in transcripts, the newest first, for a moment: goes on with `next` as `before`.',
    params: episodeFilter.extend({
      run,
      /** Without regard to upper and lower case. */
      text: z.string().min(1).max(200),
      /** Only episodes with a smaller id. */
      before: z.number().int().min(1).optional(),
      limit: limit(500, 100),
    }),
    result: z.strictObject({
      items: z.array(hit),
      /** Episodes that were looked at. */
      searched: z.number().int(),
      next: z.number().int().nullable(),
    }),
  },
  'run/episode': {
    says: 'One episode with its transcript.',
    params: z.strictObject({ run, id: z.number().int().min(1) }),
    result: episodeHeader.extend({ transcript }),
  },
  'run/replay': {
    says: 'One episode played again in the sandbox: what its environment hid, and what each action changed of it.',
    params: z.strictObject({ run, id: z.number().int().min(1) }),
    result: replayed,
  },
  'run/journal': {
    says: 'The journal: what was to be done, what was done.',
    params: z.strictObject({ run, after, limit: limit(1_000, 200) }),
    result: page(journalRecord),
  },
  'run/checkpoints': {
    says: 'Checkpoints, the newest first, removed ones too.',
    params: z.strictObject({ run }),
    result: z.strictObject({ checkpoints: z.array(checkpoint) }),
  },
  'run/log': {
    says: 'Lines of the log. `after` and `next` are sequence numbers of events.',
    params: z.strictObject({ run, level: logLevel.default('info'), after, limit: limit(1_000, 200) }),
    result: page(event),
  },
  'events/read': {
    says: 'Events of a stream after a sequence number: how a client catches up with what was dropped.',
    params: z.strictObject({ stream, after, limit: limit(1_000, 256) }),
    result: page(event),
  },
} as const;
