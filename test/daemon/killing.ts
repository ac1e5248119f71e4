/** Daemons in processes of their own that are killed, and what a run comes to in spite of it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { DaemonClient } from '../../trainer/client/client.ts';
import { until } from '../../trainer/daemon/testing.ts';
import { RunStore } from '../../trainer/store/run-store.ts';

export interface Child {
  readonly process: ChildProcess;
  readonly client: DaemonClient;
}

/** @param words of Node; the program tells its address and token in one line of JSON. */
export async function begin(...words: string[]): Promise<Child> {
  const child = spawn(process.execPath, ['--no-warnings', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url, token } = z.object({ url: z.string(), token: z.string() }).parse(JSON.parse(String(line)));
  const client = await DaemonClient.connect({ url, token, name: 'a test', id: 'the-watcher' });
  return { process: child, client };
}

export async function kill({ process: child, client }: Child): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
  await client.closed;
}

/** Waits for the run's end and ends the daemon. */
export async function finish({ process: child, client }: Child, run: string): Promise<void> {
  await until(
    async () => {
      const { state, reason } = await client.request('run/show', { run });
      if (state === 'failed') throw new Error(reason?.message);
      return state === 'finished';
    },
    'the run is finished',
    500_000,
  );
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Everything that a run comes to, without times, ids and attempts, which tell how often it was disturbed. */
export function resultOf(home: string, id: string) {
  const store = RunStore.read(join(home, 'runs', id));
  try {
    return {
      state: store.facts.state,
      updates: store.journal
        .page(0, 10_000)
        .filter(({ kind }) => kind === 'commit')
        .map(({ step, detail }) => ({ step, detail })),
      metrics: store.metrics.page(undefined, 0, 10_000).items,
      environments: store.environments.page({}, 0, 10_000).map(({ id: _, ...rest }) => rest),
      episodes: store.episodes
        .page({}, 0, 10_000)
        .map(({ id, ...rest }) => ({ ...rest, ...store.episodes.get(id), id: 0 })),
    };
  } finally {
    store.close();
  }
}

/** A generator of random delays that a failure can be repeated with, in milliseconds. */
export function delays(seed: number, least: number, most: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return least + (state / 2 ** 32) * (most - least);
  };
}
