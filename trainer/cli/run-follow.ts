/** Follows a run's events over lost connections and restarts of the daemon, without a gap. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Arguments } from '../../server/cli/arguments.ts';
import { type Terminal, write } from '../../server/cli/terminal.ts';
import type { Event, LogLevel } from '../../server/protocol/run-events.ts';
import type { RunState } from '../../server/protocol/run-records.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import { ConnectionLost, type DaemonClient } from '../client/client.ts';
import { connect } from './reach.ts';
import { LEVELS } from './run-source.ts';
import { eventText } from './run-text.ts';

const ENDS: readonly RunState[] = ['finished', 'stopped', 'failed', 'paused'];
/** Milliseconds between tries. */
const AGAIN = 1_000;

/** What an event is told by; `undefined`: not at all. */
export type Telling = (event: Event) => string | undefined;

/** Lines of the log from a level on, and changes of state. */
export const logFrom =
  (level: LogLevel): Telling =>
  (event) =>
    wanted(event, level) ? eventText(event) : undefined;

/** Tells what happens until the run is at an end, or the person has seen enough. */
export async function follow(
  first: DaemonClient,
  run: string,
  telling: Telling,
  args: Arguments,
  terminal: Terminal,
): Promise<void> {
  const place = { after: 0 };
  const id = randomUUID();
  for (let client: DaemonClient | undefined = first; ; client = undefined) {
    try {
      client ??= await connect(args, terminal, id);
      if (await watch(client, run, telling, place, terminal)) return;
      await write(terminal.stderr, 'The connection is lost; trying again until Ctrl-C.\n');
    } catch (error) {
      // Nothing is there yet: the daemon may be starting.
      if (!(error instanceof ConnectionLost) && !(error instanceof UsageError)) throw error;
    }
    await sleep(AGAIN, undefined, { signal: terminal.signal }).catch(() => {});
    terminal.signal.throwIfAborted();
  }
}

/** @returns whether the run is at an end; false when the connection was lost. */
async function watch(
  client: DaemonClient,
  run: string,
  telling: Telling,
  place: { after: number },
  terminal: Terminal,
): Promise<boolean> {
  let ended = false;
  let told = Promise.resolve();
  const done = Promise.withResolvers<void>();
  const tell = (one: Event) => {
    place.after = one.sequence;
    const text = telling(one);
    if (text !== undefined) told = told.then(() => write(terminal.stdout, text));
    if (one.event.kind === 'state') ended = ENDS.includes(one.event.state);
  };
  const atEnd = () => {
    if (ended) done.resolve();
  };
  client.on('events', ({ events }) => {
    for (const one of events) tell(one);
    // A run that was gone on with has more events after its old end.
    if (place.after >= last) atEnd();
  });
  client.on('events/dropped', ({ from, to }) => {
    place.after = to;
    told = told.then(() =>
      write(terminal.stderr, `Events ${from} to ${to} came too fast for this terminal and are left out.\n`),
    );
  });
  const stopped = () => done.resolve();
  terminal.signal.addEventListener('abort', stopped, { once: true });
  let last = Number.POSITIVE_INFINITY;
  try {
    ({ last } = await client.request('events/subscribe', { stream: run, after: place.after }));
    if (place.after >= last) {
      ended = ENDS.includes((await client.request('run/show', { run })).state);
      atEnd();
    }
    await Promise.race([done.promise, client.closed]);
    await told;
    terminal.signal.throwIfAborted();
    if (ended) await client.close();
    return ended;
  } finally {
    terminal.signal.removeEventListener('abort', stopped);
    if (terminal.signal.aborted) await client.close();
  }
}

function wanted({ event }: Event, level: LogLevel): boolean {
  return event.kind !== 'log' || LEVELS.indexOf(event.level) >= LEVELS.indexOf(level);
}
