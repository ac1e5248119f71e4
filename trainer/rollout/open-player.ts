/** The one place where a policy that a person names becomes somebody who plays. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Engine } from '../../server/protocol/run-config.ts';
import { PRESETS } from '../../server/protocol/run-presets.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import { keyFrom } from '../policy/key.ts';
import { ChatClient } from '../policy/openai/client.ts';
import { ENDPOINT_DEFAULTS, type Endpoint, type Prices } from '../policy/openai/endpoint.ts';
import { costOf, type Usage, usageText } from '../policy/openai/meter.ts';
import { PocketPolicy } from '../policy/pocket/pocket.ts';
import { ON_CPU } from '../policy/pocket/runtime.ts';
import { SHIPPED } from '../policy/pocket/shipped.ts';
import { ChatPlayer } from '../roles/chat-player.ts';
import type { Player, Speech } from '../roles/player.ts';
import { POCKET_VOICE } from '../roles/pocket-voice.ts';
import { PolicyPlayer } from '../roles/policy-player.ts';
import { openTinker } from './open-tinker.ts';
import type { PlayerSpec } from './player-spec.ts';

/** How an endpoint is spoken with, as far as its user says. */
export interface EndpointOptions
  extends Partial<Pick<Endpoint, 'concurrency' | 'patience' | 'tools' | 'body'>> {
  readonly keyVariable?: string | undefined;
  /** A folder of the model's tokenizer, for engines that speak in tokens. */
  readonly tokenizer?: string | undefined;
  readonly prices?: Prices | undefined;
}

export interface Outside {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Told of what goes wrong and is tried again. */
  readonly log: (message: string) => void;
  readonly signal: AbortSignal;
}

/** Tokens of one answer and of a whole play, and the temperature, unless its user says otherwise. */
export type Ways = Speech & { readonly context: number };

export interface Opened {
  readonly player: Player;
  /** As runs are configured with it; it holds no key. */
  readonly engine: Engine;
  readonly ways: Ways;
  /** The ways of its hints. */
  readonly hint: Speech;
  /** What was asked of an endpoint, and what it costs; left out for engines that nobody is paid for. */
  readonly spent?: () => { readonly usage: Usage; readonly cost: number | undefined; readonly text: string };
  close(): Promise<void>;
}

/** @throws UsageError, PolicyFailure */
export async function openPlayer(
  spec: PlayerSpec,
  options: EndpointOptions,
  outside: Outside,
): Promise<Opened> {
  switch (spec.kind) {
    case 'pocket':
      return openPocket(spec.weights, outside);
    case 'openai':
      return openChat(spec, options, outside);
    case 'tinker':
      return openTinker(spec, options, outside);
  }
}

async function openPocket(weights: string | undefined, { cwd }: Outside): Promise<Opened> {
  const folder = weights === undefined ? SHIPPED.weights : resolve(cwd, weights);
  if (!existsSync(folder))
    throw new UsageError(`--policy pocket: there is no folder ${folder} with weights.`);
  const policy = await PocketPolicy.open({ checkpoint: folder }, ON_CPU);
  const { play, hint } = PRESETS.pocket;
  return {
    player: new PolicyPlayer(policy, POCKET_VOICE),
    engine: { kind: 'pocket', provider: 'cpu', ...(weights === undefined ? {} : { weights: folder }) },
    ways: play,
    hint,
    close: () => policy.close(),
  };
}

function openChat(
  { kind: _, keyVariable: own, ...spec }: Extract<PlayerSpec, { kind: 'openai' }>,
  { keyVariable = own, prices, tokenizer: __, ...given }: EndpointOptions,
  { env, log }: Outside,
): Opened {
  const endpoint: Endpoint = { ...ENDPOINT_DEFAULTS, ...spec, ...given, key: keyFrom(env, keyVariable) };
  const client = new ChatClient(endpoint, log);
  const { url, model, tools, concurrency, body } = endpoint;
  const { play, hint } = PRESETS['games-4b'];
  return {
    player: new ChatPlayer(client),
    engine: {
      kind: 'openai',
      ...{ url, model, tools, concurrency, body: { ...body } },
      ...(keyVariable === undefined ? {} : { keyVariable }),
    },
    ways: play,
    hint,
    spent: () => {
      const { usage } = client.meter;
      return { usage, cost: prices && costOf(usage, prices), text: usageText(usage, prices) };
    },
    close: async () => undefined,
  };
}
