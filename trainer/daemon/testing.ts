/** For tests: a job whose whole result follows from its seed, and daemons that end with the test. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DaemonClient } from '../client/client.ts';
import { designOf, episodeOf, temporaryFolder } from '../store/testing.ts';
import { Daemon, type DaemonOptions } from './daemon.ts';
import type { Job, JobContext, JobEnd, JobKind } from './job.ts';

export interface Script {
  /** Milliseconds of each of a step's three parts. */
  readonly pace?: number;
  /** Done at the beginning of a step, for faults. */
  readonly before?: (step: number, context: JobContext) => void | Promise<void>;
  readonly logs?: number;
}

const state = z.object({ reward: z.number() });

/** Weights are a chain of hashes: whoever leaves a step out, or does one twice, ends elsewhere. */
class ScriptedJob implements Job {
  readonly #script: Script;

  constructor(script: Script) {
    this.#script = script;
  }

  async run(context: JobContext): Promise<JobEnd> {
    const { start, config, signal } = context;
    const { pace = 0, before, logs = 0 } = this.#script;
    let weights = start.last?.folder
      ? readFileSync(join(start.last.folder, 'weights'), 'utf8')
      : `${config.seed}`;
    let reward = start.last ? state.parse(start.last.state).reward : 0;
    for (let step = (start.last?.step ?? -1) + 1; step < config.rollouts; step++) {
      await before?.(step, context);
      for (let line = 0; line < logs; line++) context.log('info', `step ${step}, line ${line}`);
      const number = Number.parseInt(
        createHash('sha256').update(`${weights} ${step}`).digest('hex').slice(0, 8),
        16,
      );
      context.environment(step, { ...designOf(number % 50), slot: 0 });
      context.episodes(step, [episodeOf(number % 1_000), episodeOf((number + 1) % 1_000)]);
      await sleep(pace, undefined, { signal });
      context.intend(step, { from: weights });
      await sleep(pace, undefined, { signal });
      weights = createHash('sha256').update(`${weights} ${step} ${number}`).digest('hex');
      reward += number / 2 ** 32;
      writeFileSync(join(context.checkpoint(step), 'weights'), weights);
      await sleep(pace, undefined, { signal });
      context.commit({
        step,
        metrics: [{ name: 'reward', skill: null, value: reward }],
        state: { reward },
        detail: { weights },
      });
      if (context.pausing && step + 1 < config.rollouts) return 'paused';
    }
    return 'finished';
  }
}

export const scripted = (script: Script = {}): JobKind => ({
  engine: 'pocket',
  check: async () => undefined,
  create: () => new ScriptedJob(script),
});

export interface TestDaemon {
  readonly daemon: Daemon;
  readonly home: string;
  connect(name?: string, id?: string): Promise<DaemonClient>;
  /** Ends the daemon and starts another one on the same folder. */
  restart(options?: Partial<DaemonOptions>): Promise<void>;
  close(): Promise<void>;
}

export async function testDaemon(options: Partial<DaemonOptions> = {}): Promise<TestDaemon> {
  const folder = temporaryFolder();
  const home = join(folder.path, 'home');
  const begin = (more: Partial<DaemonOptions> = {}) =>
    Daemon.start({ home, kinds: [scripted()], rules: 'rules-1', ...options, ...more });
  let daemon = await begin();
  return {
    get daemon() {
      return daemon;
    },
    home,
    connect: (name = 'a test', id) =>
      DaemonClient.connect({ url: daemon.url, token: daemon.token, name, ...(id ? { id } : {}) }),
    restart: async (more) => {
      await daemon.close();
      daemon = await begin(more);
    },
    close: async () => {
      await daemon.close();
      folder.remove();
    },
  };
}

/** A command id that nobody else has. */
export const command = (): string => crypto.randomUUID();

/** Starts a run of the scripted job and gives its id. The client takes the lease. */
export async function startRun(client: DaemonClient, rollouts: number, seed = 7): Promise<string> {
  await client.request('lease/take', {});
  const { run } = await client.request('run/start', {
    command: command(),
    request: { preset: 'pocket', overrides: { rollouts, seed } },
  });
  return run.id;
}

/** Waits until something holds. @param patience milliseconds, more or less. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  patience = 30_000,
): Promise<void> {
  for (let tries = 0; tries < patience / 10; tries++) {
    if (await holds()) return;
    await sleep(10);
  }
  throw new Error(`it never came about that ${what}`);
}
