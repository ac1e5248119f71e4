/** Runs on an engine in a daemon that can be killed, and what can be said of them afterwards. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { RunRequest } from '../../server/protocol/run-config.ts';
import type { DaemonClient } from '../../trainer/client/client.ts';
import { SendJournal } from '../../trainer/policy/tinker/journal.ts';
import { RunStore } from '../../trainer/store/run-store.ts';
import { begin, type Child } from '../daemon/killing.ts';

/** A daemon with all engines, in a process of its own. */
export const startDaemon = (home: string): Promise<Child> =>
  begin('--no-node-snapshot', join(import.meta.dirname, '..', 'selfplay', 'child.ts'), home);

export async function startRun(client: DaemonClient, request: RunRequest): Promise<string> {
  await client.request('lease/take', {});
  return (await client.request('run/start', { command: randomUUID(), request })).run.id;
}

export const stepsOf = async (client: DaemonClient, run: string): Promise<number> =>
  (await client.request('run/show', { run })).steps;

const detail = z.object({ updates: z.number().nullable() });

/** What a run has come to. */
export function lookAt(home: string, id: string) {
  const folder = join(home, 'runs', id);
  const store = RunStore.read(folder);
  try {
    const journal = store.journal.page(0, 1_000);
    const last = store.journal.committed;
    const checkpoint = last === null ? undefined : store.checkpoints.load(last).folder;
    const file = checkpoint ? join(checkpoint, 'tinker.json') : '';
    return {
      state: store.facts.state,
      /** Updates that the weights had seen at each commit. */
      updates: journal.flatMap((one) => (one.kind === 'commit' ? [detail.parse(one.detail).updates] : [])),
      resumed: journal.filter(({ kind }) => kind === 'resume').length,
      sent: new SendJournal(join(folder, 'sent.jsonl')).read(),
      orphans: new SendJournal(join(folder, 'sent.jsonl')).orphans(),
      metrics: store.metrics.page(undefined, 0, 10_000).items,
      episodes: store.episodes.page({}, 0, 10_000).length,
      checkpoint: existsSync(file)
        ? z.object({ path: z.string(), updates: z.number() }).parse(JSON.parse(readFileSync(file, 'utf8')))
        : undefined,
    };
  } finally {
    store.close();
  }
}
