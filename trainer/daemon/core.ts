/** Everything of the daemon that lies behind its socket: clients, runs, commands, its own stream of events. */
import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { WebSocket } from 'ws';
import { type Initialized, MAX_FRAME } from '../../server/protocol/daemon.ts';
import type { Health } from '../../server/protocol/daemon-queries.ts';
import type { DaemonEvent, Stream } from '../../server/protocol/run-events.ts';
import { Database } from '../store/database.ts';
import { EventLog } from '../store/events.ts';
import { StoreError } from '../store/failure.ts';
import type { Lock } from '../store/lock.ts';
import { DAEMON_APPLICATION, DAEMON_SCHEMA, DAEMON_VERSION } from '../store/schema.ts';
import { VERSION } from '../version.ts';
import { Commands } from './commands.ts';
import { Connection, type ConnectionLimits, LIMITS } from './connection.ts';
import type { Hub } from './hub.ts';
import type { JobKind } from './job.ts';
import { Lease } from './lease.ts';
import type { OwnHome } from './own-home.ts';
import type { Replayer } from './replay.ts';
import { Runs } from './runs.ts';
import type { Denied } from './server.ts';
import { Session } from './session.ts';
import { Subscriptions } from './subscriptions.ts';

export interface CoreOptions {
  readonly kinds: readonly JobKind[];
  /** Version of the rules that environments are checked with. */
  readonly rules: string;
  /** Plays episodes again for who looks at them. */
  readonly replayer?: Replayer | undefined;
  /** Runs that work at the same time; 1 by default. */
  readonly parallel?: number | undefined;
  readonly limits?: Partial<ConnectionLimits>;
  /** Events that a subscription may be behind before some are left out. */
  readonly backlog?: number;
  /** Milliseconds for which the lease outlives its holder's connection. */
  readonly leaseGrace?: number;
  /** Milliseconds that a client has for `initialize`. */
  readonly introduction?: number;
}

const MOST_CLIENTS = 64;
/** Milliseconds between looks at the event loop's delay; the histogram counts them in. */
const RESOLUTION = 20;
/** Milliseconds that runs have for leaving the step at work when the daemon ends. */
const SHUTDOWN = 10_000;

interface Client {
  readonly connection: Connection;
  readonly session: Session;
}

export class Core implements Hub {
  readonly id: string;
  readonly started = new Date().toISOString();
  readonly capabilities: Initialized['capabilities'];
  readonly lease: Lease;
  readonly runs: Runs;
  readonly commands: Commands;
  readonly ended: Promise<void>;
  readonly replayer: Replayer | undefined;
  readonly #home: OwnHome;
  readonly #lock: Lock;
  readonly #options: { readonly backlog: number; readonly introduction: number };
  readonly #limits: ConnectionLimits;
  readonly #database: Database;
  readonly #events: EventLog;
  readonly #clients = new Set<Client>();
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  #closing: Promise<void> | undefined;
  #end: () => void = () => {};

  constructor(home: OwnHome, lock: Lock, options: CoreOptions) {
    const { backlog = 20_000, leaseGrace = 30_000, introduction = 10_000, parallel = 1 } = options;
    this.replayer = options.replayer;
    this.#home = home;
    this.#lock = lock;
    this.#options = { backlog, introduction };
    this.#limits = { ...LIMITS, ...options.limits };
    this.#database = new Database(home.database, {
      schema: DAEMON_SCHEMA,
      version: DAEMON_VERSION,
      application: DAEMON_APPLICATION,
    });
    this.#events = new EventLog(this.#database);
    this.commands = new Commands(this.#database);
    this.id = identity(this.#database);
    this.lease = new Lease(leaseGrace, (holder) =>
      this.#tell({ kind: 'lease', holder: holder?.name ?? null }),
    );
    this.runs = new Runs({
      folder: home.runs,
      kinds: options.kinds,
      rules: options.rules,
      parallel,
      onChange: (run) => this.#tell({ kind: 'run', run }),
      onEvents: (run) => this.#pump(run),
    });
    this.capabilities = {
      engines: this.runs.engines,
      maxFrame: MAX_FRAME,
      heartbeat: this.#limits.heartbeat / 1_000,
      leaseGrace: leaseGrace / 1_000,
      rate: this.#limits.rate,
      backlog,
    };
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#events.listen(() => this.#pump(null));
    this.#delay.enable();
    this.runs.load();
  }

  get closing(): boolean {
    return this.#closing !== undefined;
  }

  events(stream: Stream): EventLog {
    return stream === null ? this.#events : this.runs.events(stream);
  }

  health(): Health {
    const { mean, max } = this.#delay;
    const delay = (nanoseconds: number) => Math.max(0, (nanoseconds || 0) / 1e6 - RESOLUTION);
    return {
      version: VERSION,
      started: this.started,
      clients: this.#clients.size,
      holder: this.lease.holder?.name ?? null,
      loopDelay: { mean: delay(mean), max: delay(max) },
      memory: process.memoryUsage.rss(),
      running: this.runs.running,
      queued: this.runs.queue,
    };
  }

  begin(): void {
    this.#tell({ kind: 'daemon', state: 'started' });
    this.runs.schedule();
  }

  shutDown(): void {
    setImmediate(() => void this.close());
  }

  /** Why no further client is taken; `undefined`: one is. */
  full(): Denied | undefined {
    if (this.closing) return { status: 503, reason: 'shutting-down', message: 'The daemon is ending.' };
    if (this.#clients.size < MOST_CLIENTS) return undefined;
    const message = `The daemon has ${MOST_CLIENTS} clients, as many as it takes. Close one.`;
    return { status: 503, reason: 'too-many-clients', message };
  }

  /** Takes a client that was let in. */
  accept(socket: WebSocket): void {
    let client: Client | undefined;
    const connection: Connection = new Connection(socket, this.#limits, {
      request: (method, params) => client?.session.request(method, params),
      drained: () => client?.session.subscriptions.pumpAll(),
      beat: () => {
        if (!client?.session.wantsHeartbeat || !connection.ready) return;
        const params = { time: new Date().toISOString() };
        connection.send(JSON.stringify({ jsonrpc: '2.0', method: 'heartbeat', params }));
      },
      closed: () => {
        clearTimeout(introduction);
        if (client) this.#gone(client);
      },
    });
    const logOf = (stream: Stream) => this.events(stream);
    const session = new Session(this, new Subscriptions(connection, logOf, this.#options.backlog));
    client = { connection, session };
    this.#clients.add(client);
    const introduction = setTimeout(() => {
      if (!session.client) connection.close('no-initialize');
    }, this.#options.introduction);
  }

  #gone(client: Client): void {
    this.#clients.delete(client);
    const id = client.session.client?.id;
    if (id !== undefined && ![...this.#clients].some(({ session }) => session.client?.id === id))
      this.lease.left(id);
  }

  #tell(event: DaemonEvent): void {
    this.#events.append(event);
    try {
      this.#events.flush();
    } catch (error) {
      // A full disk: it waits in memory, and goes out with the next one.
      if (!(error instanceof StoreError)) throw error;
    }
  }

  #pump(stream: Stream): void {
    for (const { session } of this.#clients) session.subscriptions.pump(stream);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#tell({ kind: 'daemon', state: 'stopping' });
    await this.runs.close(SHUTDOWN);
    this.lease.close();
    for (const { connection } of this.#clients) connection.close('going-away');
    await gone(this.#clients);
    this.#delay.disable();
    this.#home.removeAddress();
    this.#database.close();
    this.#lock.release();
    this.#end();
  }
}

/** Clients get a moment to close their side; those that do not are cut off. */
async function gone(clients: ReadonlySet<Client>): Promise<void> {
  const until = Date.now() + 1_000;
  while (clients.size > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
  for (const { connection } of clients) connection.terminate();
}

function identity(database: Database): string {
  const found = database.get("SELECT result FROM commands WHERE id = 'daemon'")?.result;
  if (typeof found === 'string') return found;
  const made = randomUUID();
  database.run("INSERT INTO commands VALUES ('daemon', '', '', NULL, ?, ?)", made, Date.now());
  return made;
}
