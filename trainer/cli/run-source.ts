/** Runs to look at: through the daemon, or in its folder when none is running. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Event, event, type LogLevel } from '../../server/protocol/run-events.ts';
import type { RunDetail, RunSummary } from '../../server/protocol/run-records.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import type { DaemonClient } from '../client/client.ts';
import type { Home } from '../client/home.ts';
import { StoreError } from '../store/failure.ts';
import { RunStore } from '../store/run-store.ts';

export interface RunList {
  readonly runs: readonly RunSummary[];
  readonly unreadable: readonly { readonly folder: string; readonly message: string }[];
}

export interface LogPage {
  readonly items: readonly Event[];
  readonly next: number | null;
}

export interface RunSource {
  list(): Promise<RunList>;
  show(id: string): Promise<RunDetail>;
  log(id: string, level: LogLevel, after: number): Promise<LogPage>;
  close(): Promise<void>;
}

export const LEVELS = ['debug', 'info', 'warning', 'error'] as const;
const PAGE = 500;

export const throughDaemon = (client: DaemonClient): RunSource => ({
  list: () => client.request('run/list', {}),
  show: (run) => client.request('run/show', { run }),
  log: (run, level, after) => client.request('run/log', { run, level, after, limit: PAGE }),
  close: () => client.close(),
});

/** Reads and changes nothing: a run that was at work when the daemon ended is told as such. */
export function inFolder(home: Home): RunSource {
  const open = (id: string) => RunStore.read(join(home.runs, id));
  const using = <T>(id: string, work: (store: RunStore) => T): T => {
    const store = open(id);
    try {
      return work(store);
    } finally {
      store.close();
    }
  };
  return {
    list: async () => {
      const names = existsSync(home.runs) ? readdirSync(home.runs).sort().reverse() : [];
      const runs: RunSummary[] = [];
      const unreadable: { folder: string; message: string }[] = [];
      for (const name of names) {
        try {
          runs.push(using(name, summaryOf));
        } catch (error) {
          if (!(error instanceof StoreError)) throw error;
          unreadable.push({ folder: join(home.runs, name), message: error.message });
        }
      }
      return { runs, unreadable };
    },
    show: async (id) => using(id, detailOf),
    log: async (id, level, after) =>
      using(id, ({ events }) => {
        const found = events.log(after, PAGE, LEVELS.slice(LEVELS.indexOf(level)));
        return {
          items: found.map(({ json }) => event.parse(JSON.parse(json))),
          next: found.length < PAGE ? null : (found.at(-1)?.sequence ?? null),
        };
      }),
    close: async () => {},
  };
}

function summaryOf(store: RunStore): RunSummary {
  const { id, name, state, reason, created, changed, config } = store.facts;
  return {
    id,
    name,
    state,
    reason,
    steps: (store.journal.committed ?? -1) + 1,
    of: config.rollouts,
    created: new Date(created).toISOString(),
    changed: new Date(changed).toISOString(),
    profile: config.profile,
    engine: config.engine.kind,
    lastEvent: store.events.last,
    queue: null,
  };
}

function detailOf(store: RunStore): RunDetail {
  const { environments, accepted } = store.environments.counts();
  return {
    ...summaryOf(store),
    config: store.facts.config,
    counts: { environments, accepted, episodes: store.episodes.count },
    folder: store.folder,
    bytes: store.bytes,
  };
}

/** The id that begins with what was given. @throws UsageError when there is none, or several. */
export async function idOf(source: RunSource, given: string): Promise<string> {
  const { runs } = await source.list();
  const exact = runs.find(({ id }) => id === given);
  if (exact) return exact.id;
  const meant = runs.filter(({ id }) => id.startsWith(given)).map(({ id }) => id);
  const [only, another] = meant;
  if (only === undefined)
    throw new UsageError(`There is no run "${given}". \`spade run list\` lists the runs.`);
  if (another !== undefined)
    throw new UsageError(`"${given}" could be ${meant.slice(0, 5).join(', ')}. Give more of the id.`);
  return only;
}
