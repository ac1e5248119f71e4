/** For tests: our own engine over tiny weights, and a client in a hurry. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ModelConfig, TINY } from '../pocket/config.ts';
import { PocketPolicy } from '../pocket/pocket.ts';
import { END, marker, VOCABULARY } from '../pocket/tokens.ts';
import { POCKET_MODEL } from './pocket-model.ts';
import type { TinkerSettings } from './policy.ts';
import type { EngineOptions } from './server/options.ts';
import { servedPocket } from './server/pocket.ts';
import { PocketEngineServer } from './server/server.ts';
import { TIMING, type Timing } from './timing.ts';

/** Waits little between tries, and gives up soon. */
export const HURRY: Timing = {
  ...TIMING,
  backoff: { shortest: 5, longest: 40 },
  connecting: 2_000,
  submission: 20_000,
  unknown: 200,
  heartbeat: 100,
  deadlines: { ...TIMING.deadlines, unload_model: 10_000 },
};

export interface TestEngine {
  readonly server: PocketEngineServer;
  readonly folder: string;
  settings(more?: Partial<TinkerSettings>): TinkerSettings;
  /** Ends the server and starts another one on the same port with the same checkpoints. */
  restart(): Promise<TestEngine>;
  close(): Promise<void>;
}

/** Weights that have learnt nothing. @returns their folder, which the caller removes */
export async function untrained(folder: string, config: ModelConfig = TINY): Promise<string> {
  const weights = join(folder, 'untrained');
  const policy = await PocketPolicy.open({ config, seed: 1 });
  await policy.save(weights);
  await policy.close();
  return weights;
}

export async function testEngine(
  options: Partial<EngineOptions> & { readonly config?: ModelConfig } = {},
): Promise<TestEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'spade-engine-'));
  const weights = options.served ? '' : await untrained(folder, options.config);
  const served = options.served ?? (await servedPocket(weights));
  return started({ ...options, served, folder: join(folder, 'checkpoints') }, folder);
}

async function started(options: EngineOptions, folder: string): Promise<TestEngine> {
  const server = await PocketEngineServer.start(options);
  const { port } = new URL(server.url);
  return {
    server,
    folder,
    settings: (more = {}) => ({
      address: { url: server.url, key: undefined },
      model: POCKET_MODEL,
      loraRank: 8,
      seed: 1,
      vocabulary: VOCABULARY,
      context: options.served.context,
      probePrompt: [marker('agent'), marker('observation'), 72, 105, marker('reply')],
      stop: [END],
      run: 'test',
      attempt: 1,
      anyTemperature: false,
      timing: HURRY,
      ...more,
    }),
    restart: async () => {
      await server.close();
      return started({ ...options, port: Number(port) }, folder);
    },
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
