/** What is known of a run as a whole, by name. */
import { z } from 'zod';
import { runConfig } from '../../server/protocol/run-config.ts';
import { runId, runState, stopReason } from '../../server/protocol/run-records.ts';
import type { Database } from './database.ts';
import { storeError } from './failure.ts';

export const runFacts = z.object({
  id: runId,
  name: z.string(),
  config: runConfig,
  /** Milliseconds since the epoch. */
  created: z.number(),
  changed: z.number(),
  state: runState,
  reason: stopReason.nullable(),
  /** Raised whenever a process takes the run up; 0 before the first. */
  attempt: z.number().int(),
  /** Orders the queue; `null` when the run is not in it. */
  queued: z.number().nullable(),
  /** Version of the rules that environments were checked with. */
  rules: z.string(),
});
export type RunFacts = z.infer<typeof runFacts>;

const row = z.object({ name: z.string(), value: z.string() });

/** @throws StoreError when they are not what was written. */
export function readFacts(database: Database): RunFacts {
  const rows = database.all('SELECT name, value FROM facts').map((found) => row.parse(found));
  try {
    return runFacts.parse(Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)])));
  } catch (error) {
    throw storeError('damaged', database.file, 'what it says of the run has no shape', error);
  }
}

export function writeFacts(database: Database, facts: Partial<RunFacts>): void {
  for (const [name, value] of Object.entries(facts))
    database.run('INSERT OR REPLACE INTO facts VALUES (?, ?)', name, JSON.stringify(value));
}
