/** A Tinker-compatible engine's capability card, and whether a run could learn there. */
import type { AskedEngine, EngineCard } from '../../server/protocol/engine-card.ts';
import type { RunConfig } from '../../server/protocol/run-config.ts';
import { PolicyFailure } from '../policy/failure.ts';
import { keyFrom } from '../policy/key.ts';
import { languageOf, type TinkerEngine } from '../policy/tinker/language.ts';
import { lacking, probe } from '../policy/tinker/probe.ts';
import { TinkerSession } from '../policy/tinker/session.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Connects, and finds out what the engine does on a model that is thrown away. @throws PolicyFailure */
export async function cardOf(
  engine: TinkerEngine,
  speech: Pick<RunConfig, 'design' | 'hint' | 'play'>,
  env: Environment,
  signal: AbortSignal,
): Promise<EngineCard> {
  const { voice, vocabulary, probePrompt } = await languageOf(engine, speech);
  const session = await TinkerSession.open(
    {
      address: { url: engine.url, key: keyFrom(env, engine.keyVariable) },
      model: engine.model,
      loraRank: engine.loraRank,
      seed: 0,
      vocabulary,
      run: 'card',
      attempt: 0,
    },
    signal,
  );
  try {
    return await probe(session, probePrompt, voice.stop, signal);
  } finally {
    session.close();
  }
}

/** The card of the engine that a run would use, and why it would be refused there; or why nothing is known. */
export async function askedTinker(
  engine: TinkerEngine,
  config: RunConfig,
  env: Environment,
  signal: AbortSignal,
): Promise<AskedEngine> {
  try {
    const card = await cardOf(engine, config, env, signal);
    const refusal = lacking(card, learningTemperatures(config), engine.offTemperature === 'allow');
    return { kind: 'card', card, refusal: refusal ?? null };
  } catch (error) {
    if (!(error instanceof PolicyFailure)) throw error;
    return { kind: 'unknown', message: error.message };
  }
}

/** Of those whose tokens are learnt from. */
export const learningTemperatures = ({ design, play, curriculum }: RunConfig): number[] => [
  play.temperature,
  ...(curriculum.designer === 'learning' && curriculum.kind === 'adaptive' ? [design.temperature] : []),
];
