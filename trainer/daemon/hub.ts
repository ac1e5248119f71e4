/** What all connections of a daemon share. */
import type { Initialized } from '../../server/protocol/daemon.ts';
import type { Health } from '../../server/protocol/daemon-queries.ts';
import type { Stream } from '../../server/protocol/run-events.ts';
import type { EventLog } from '../store/events.ts';
import type { Commands } from './commands.ts';
import type { Lease } from './lease.ts';
import type { Replayer } from './replay.ts';
import type { Runs } from './runs.ts';

export interface Hub {
  /** Of the daemon's folder. */
  readonly id: string;
  readonly capabilities: Initialized['capabilities'];
  readonly closing: boolean;
  readonly lease: Lease;
  readonly runs: Runs;
  readonly commands: Commands;
  readonly replayer: Replayer | undefined;
  /** Of a run, or the daemon's own. @throws Refusal when there is no such run. */
  events(stream: Stream): EventLog;
  health(): Health;
  /** Ends the daemon once the answer is on its way. */
  shutDown(): void;
}
