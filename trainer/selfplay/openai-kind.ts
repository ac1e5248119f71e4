/**
 * Designing and playing through a chat endpoint: what the daemon runs when a run's engine is `openai`. Nothing learns,
 * so that a run is refused that is meant to.
 */
import type { Engine, RunConfig } from '../../server/protocol/run-config.ts';
import type { JobContext, JobKind } from '../daemon/job.ts';
import { PolicyFailure } from '../policy/failure.ts';
import { keyFrom } from '../policy/key.ts';
import { ChatClient } from '../policy/openai/client.ts';
import { ENDPOINT_DEFAULTS, type Endpoint } from '../policy/openai/endpoint.ts';
import { usageText } from '../policy/openai/meter.ts';
import { ChatPlayer } from '../roles/chat-player.ts';
import { type Mind, missingPlace, SelfPlayJob } from './self-play-job.ts';

export const OPENAI_KIND: JobKind = {
  engine: 'openai',
  async check(config) {
    const { engine, curriculum } = config;
    if (curriculum.designer !== 'frozen')
      return 'curriculum.designer: an endpoint tells no tokens, so nothing can be learnt through it. Set it to "frozen" to design and play without training, or take an engine that trains (pocket, tinker).';
    if (engine.kind !== 'openai') return `engine.kind: it is ${engine.kind}, and not openai.`;
    try {
      new ChatClient(endpointOf(engine, process.env));
    } catch (error) {
      if (error instanceof PolicyFailure) return `engine: ${error.message}`;
      throw error;
    }
    return missingPlace(config);
  },
  create: (config) => new SelfPlayJob(config, (context) => open(config, context)),
};

/** The endpoint of a run's engine. @throws EndpointFailure where its key is named and not to be had. */
export const endpointOf = (
  engine: Extract<Engine, { kind: 'openai' }>,
  environment: Readonly<Record<string, string | undefined>>,
): Endpoint => ({
  ...ENDPOINT_DEFAULTS,
  url: engine.url,
  model: engine.model,
  key: keyFrom(environment, engine.keyVariable),
  tools: engine.tools,
  concurrency: engine.concurrency,
  body: engine.body,
});

async function open({ engine }: RunConfig, context: JobContext): Promise<Mind> {
  if (engine.kind !== 'openai') throw new Error(`the engine is ${engine.kind}`);
  const client = new ChatClient(endpointOf(engine, process.env), (message) =>
    context.log('warning', message),
  );
  const close = async () => {
    if (!context.signal.aborted) context.log('info', `${engine.model}: ${usageText(client.meter.usage)}`);
  };
  return { policy: null, player: new ChatPlayer(client), close };
}
