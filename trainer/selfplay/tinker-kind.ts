/** Self-play on a Tinker-compatible engine: what the daemon runs when a run's engine is `tinker`. */
import { join } from 'node:path';
import { engineCardLines } from '../../server/protocol/engine-card.ts';
import type { RunConfig } from '../../server/protocol/run-config.ts';
import { type JobContext, JobFailure, type JobKind } from '../daemon/job.ts';
import { PolicyFailure } from '../policy/failure.ts';
import { checkRoute, keyFrom } from '../policy/key.ts';
import { SendJournal } from '../policy/tinker/journal.ts';
import { languageOf, type TinkerEngine } from '../policy/tinker/language.ts';
import { TinkerPolicy } from '../policy/tinker/policy.ts';
import { lacking } from '../policy/tinker/probe.ts';
import { PolicyPlayer } from '../roles/policy-player.ts';
import { type Mind, missingPlace, SelfPlayJob } from './self-play-job.ts';
import { askedTinker, learningTemperatures } from './tinker-card.ts';

/** In the run's folder: what was sent to the engine. */
const JOURNAL = 'sent.jsonl';

export const TINKER_KIND: JobKind = {
  engine: 'tinker',
  async check(config) {
    const engine = engineOf(config);
    try {
      checkRoute(new URL(engine.url), keyFrom(process.env, engine.keyVariable));
      await languageOf(engine, config);
    } catch (error) {
      if (error instanceof PolicyFailure) return `engine: ${error.message}`;
      throw error;
    }
    const warm = learningTemperatures(config).find((temperature) => temperature !== 1);
    if (warm !== undefined && engine.offTemperature === 'refuse')
      return `engine.offTemperature: engines learn at temperature 1, and this run samples at ${warm}. Set play.temperature and design.temperature to 1, or engine.offTemperature to "allow": what is learnt is then biased, as in the paper's own code.`;
    return missingPlace(config);
  },
  ask: (config, signal) => askedTinker(engineOf(config), config, process.env, signal),
  create: (config) => new SelfPlayJob(config, (context) => openTinker(config, context)),
};

function engineOf({ engine }: RunConfig): TinkerEngine {
  if (engine.kind !== 'tinker') throw new Error(`the engine is ${engine.kind}`);
  return engine;
}

/** Connects, shows what the engine does, and refuses what a run could not learn on. @throws PolicyFailure, JobFailure */
export async function openTinker(config: RunConfig, context: JobContext): Promise<Mind> {
  const engine = engineOf(config);
  const { voice, vocabulary, context: room, probePrompt } = await languageOf(engine, config);
  const { signal } = context;
  const policy = await TinkerPolicy.open(
    {
      address: { url: engine.url, key: keyFrom(process.env, engine.keyVariable) },
      model: engine.model,
      loraRank: engine.loraRank,
      seed: config.seed,
      vocabulary,
      context: room,
      probePrompt,
      stop: voice.stop,
      run: context.run,
      attempt: context.start.attempt,
      journal: new SendJournal(join(context.folder, JOURNAL)),
      // Hints are never learnt from, and may be sampled at any temperature.
      anyTemperature: true,
    },
    { signal },
  );
  try {
    context.log(
      'info',
      `The engine:\n${engineCardLines(policy.card)
        .map(([name, value]) => `  ${name}: ${value}`)
        .join('\n')}`,
    );
    const why = lacking(policy.card, learningTemperatures(config), engine.offTemperature === 'allow');
    if (why !== undefined) throw new JobFailure(why);
    if (engine.offTemperature === 'allow' && learningTemperatures(config).some((one) => one !== 1))
      context.log(
        'warning',
        'Samples are taken at another temperature than the 1 that the engine learns at: what is learnt is biased towards it.',
      );
    if (config.play.context > policy.capabilities.context)
      throw new JobFailure(
        `play.context: it is ${config.play.context}, and the engine takes ${policy.capabilities.context} tokens of prompt and reply.`,
      );
    const orphans = await policy.unloadOrphans();
    if (orphans.length > 0)
      context.log(
        'info',
        `What an earlier attempt left on the engine is unloaded: ${orphans.join(', ')}. ${context.start.pending ? `It may have learnt from step ${context.start.pending.step}, which counts no more: weights go on from the last checkpoint.` : ''}`,
      );
    const reference = config.update.kl > 0 ? policy.reference() : undefined;
    return {
      policy,
      player: new PolicyPlayer(policy, voice),
      ...(reference ? { reference } : {}),
      close: () => policy.close(),
    };
  } catch (error) {
    await policy.close();
    throw error;
  }
}
