/** What each method does. */
import { COMMANDS, type Method, type ReadParams, type Result } from '../../server/protocol/daemon.ts';
import type { RunConfig } from '../../server/protocol/run-config.ts';
import { event } from '../../server/protocol/run-events.ts';
import { resolveConfig } from '../../server/protocol/run-presets.ts';
import type { RunSummary } from '../../server/protocol/run-records.ts';
import type { StoredEvent } from '../store/events.ts';
import { newRunId } from '../store/run-id.ts';
import { askEngine } from './asking.ts';
import { Refusal } from './refusal.ts';
import { replay } from './replay.ts';
import type { Session } from './session.ts';

type Handlers = {
  readonly [M in Method]: (params: ReadParams<M>, session: Session) => Result<M> | Promise<Result<M>>;
};

/** Milliseconds that one search may keep others waiting. */
const SEARCH = 40;

/** A page of records at an offset. */
const sliceOf = <T>(items: T[], offset: number, limit: number) => ({
  items,
  next: items.length < limit ? null : offset + items.length,
});

/** A page of records with ids; a full one may be followed by another. */
const pageOf = <T extends { readonly id: number }>(items: T[], limit: number) => ({
  items,
  next: items.length < limit ? null : (items.at(-1)?.id ?? null),
});

const eventsOf = (found: readonly StoredEvent[], limit: number) => ({
  items: found.map(({ json }) => event.parse(JSON.parse(json))),
  next: found.length < limit ? null : (found.at(-1)?.sequence ?? null),
});

const LEVELS = ['debug', 'info', 'warning', 'error'] as const;

function found<T>(record: T | undefined, what: string): T {
  if (record === undefined) throw new Refusal('no-such-record', `There is no ${what}.`);
  return record;
}

/** A command on a run that is the same however often it is carried out. */
async function onRun(
  method: 'run/pause' | 'run/resume' | 'run/stop',
  { command, run }: { readonly command: string; readonly run: string },
  { hub }: Session,
  act: (run: string) => RunSummary,
): Promise<{ run: RunSummary }> {
  return hub.commands.perform({
    id: command,
    method,
    parameters: { run },
    plan: () => run,
    carryOut: () => ({ run: act(run) }),
    result: COMMANDS[method].result,
  });
}

/** @throws Refusal with all that is wrong with it */
function resolved({ preset, overrides }: ReadParams<'run/start'>['request']): RunConfig {
  const read = resolveConfig(preset, overrides);
  if ('config' in read) return read.config;
  throw new Refusal('bad-parameters', `The run cannot be started: ${read.problems.join('; ')}.`, {
    problems: [...read.problems],
  });
}

export const METHOD_HANDLERS: Handlers = {
  initialize: () => {
    throw new Refusal('already-initialized', '`initialize` comes once a connection.');
  },
  'lease/take': ({ force }, { hub, client }) => {
    if (!client) throw new Refusal('not-initialized', 'The first message of a connection is `initialize`.');
    const taken = hub.lease.take(client, force);
    if (taken !== 'refused') return { previous: taken.previous?.name ?? null };
    const holder = hub.lease.holder?.name ?? '';
    throw new Refusal(
      'lease-held',
      `${holder} controls this daemon. Ask there, or take control with \`force\`.`,
      {
        holder,
      },
    );
  },
  'lease/release': (_, { hub, client }) => ({ released: client ? hub.lease.release(client.id) : false }),
  'events/subscribe': ({ stream, after }, { subscriptions }) => {
    const place = subscriptions.add(stream, after);
    // The answer goes first.
    setImmediate(() => subscriptions.pump(stream));
    return place;
  },
  'events/unsubscribe': ({ stream }, { subscriptions }) => ({ unsubscribed: subscriptions.remove(stream) }),

  'run/start': async ({ command, request }, { hub }) => {
    return hub.commands.perform({
      id: command,
      method: 'run/start',
      parameters: request,
      plan: newRunId,
      carryOut: async (id) => {
        if (hub.runs.has(id)) return { run: hub.runs.summary(id) };
        const config = resolved(request);
        await hub.runs.check(config);
        return { run: hub.runs.start(id, request.name ?? request.preset, config) };
      },
      result: COMMANDS['run/start'].result,
    });
  },
  'engine/ask': ({ command, request }, { hub }) =>
    hub.commands.perform({
      id: command,
      method: 'engine/ask',
      parameters: request,
      plan: () => '',
      carryOut: async () => {
        const config = resolved(request);
        return { asked: await askEngine(hub.runs.kindFor(config), config) };
      },
      result: COMMANDS['engine/ask'].result,
    }),
  'run/pause': (params, session) => onRun('run/pause', params, session, (run) => session.hub.runs.pause(run)),
  'run/resume': (params, session) =>
    onRun('run/resume', params, session, (run) => session.hub.runs.resume(run)),
  'run/stop': (params, session) => onRun('run/stop', params, session, (run) => session.hub.runs.stop(run)),
  // Remembered like the others, so that an old one sent again does not end the next daemon.
  'daemon/shutdown': ({ command }, { hub }) =>
    hub.commands.perform({
      id: command,
      method: 'daemon/shutdown',
      parameters: {},
      plan: () => '',
      carryOut: () => {
        hub.shutDown();
        return {};
      },
      result: COMMANDS['daemon/shutdown'].result,
    }),

  'daemon/status': (_, { hub }) => hub.health(),
  'run/list': (_, { hub }) => ({ runs: hub.runs.list(), unreadable: hub.runs.unreadable }),
  'run/show': ({ run }, { hub }) => hub.runs.detail(run),
  'run/metrics': ({ run, names, after, limit }, { hub }) =>
    hub.runs.store(run).metrics.page(names, after, limit),
  'run/series': ({ run, names, points }, { hub }) => hub.runs.store(run).insights.series(names, points),
  'run/difficulty': ({ run, points }, { hub }) => hub.runs.store(run).insights.difficulty(points),
  'run/landscape': ({ run, skill, limit }, { hub }) => hub.runs.store(run).insights.landscape(skill, limit),
  'run/rejections': ({ run, skill, points }, { hub }) =>
    hub.runs.store(run).insights.rejections(skill, points),
  'run/memory': ({ run }, { hub }) => ({ records: hub.runs.store(run).insights.memory() }),
  'run/environments': ({ run, after, offset, descending, limit, ...filter }, { hub }) => {
    const { environments } = hub.runs.store(run);
    if (offset === undefined && !descending) return pageOf(environments.page(filter, after, limit), limit);
    return sliceOf(environments.slice(filter, descending, offset ?? 0, limit), offset ?? 0, limit);
  },
  'run/environment-counts': ({ run, ...filter }, { hub }) =>
    hub.runs.store(run).environments.countsOf(filter),
  'run/environment': ({ run, id }, { hub }) =>
    found(hub.runs.store(run).environments.get(id), `environment ${id} in the run ${run}`),
  'run/episodes': ({ run, sort, descending, after, offset, limit, ...filter }, { hub }) => {
    const { episodes } = hub.runs.store(run);
    if (offset === undefined && sort === 'played' && !descending)
      return pageOf(episodes.page(filter, after, limit), limit);
    return sliceOf(episodes.slice(filter, { sort, descending }, offset ?? 0, limit), offset ?? 0, limit);
  },
  'run/episode-counts': ({ run, ...filter }, { hub }) => hub.runs.store(run).episodes.counts(filter),
  'run/search': ({ run, text, before, limit, ...filter }, { hub }) =>
    hub.runs.store(run).episodes.search(filter, text, { before, limit, time: SEARCH }),
  'run/episode': ({ run, id }, { hub }) =>
    found(hub.runs.store(run).episodes.get(id), `episode ${id} in the run ${run}`),
  'run/replay': ({ run, id }, { hub }) => {
    const store = hub.runs.store(run);
    return replay(store, found(store.episodes.get(id), `episode ${id} in the run ${run}`), hub.replayer);
  },
  'run/journal': ({ run, after, limit }, { hub }) =>
    pageOf(hub.runs.store(run).journal.page(after, limit), limit),
  'run/checkpoints': ({ run }, { hub }) => ({ checkpoints: hub.runs.store(run).checkpoints.list() }),
  'run/log': ({ run, level, after, limit }, { hub }) =>
    eventsOf(hub.runs.events(run).log(after, limit, LEVELS.slice(LEVELS.indexOf(level))), limit),
  'events/read': ({ stream, after, limit }, { hub }) =>
    eventsOf(hub.events(stream).read(after, limit), limit),
};
