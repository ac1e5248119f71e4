/** An engine's capability card for the terminal: what it does and, for a run, what it lacks. */
import type { Terminal } from '../../server/cli/terminal.ts';
import { type EngineCard, engineCardLines } from '../../server/protocol/engine-card.ts';
import type { Engine, RunConfig } from '../../server/protocol/run-config.ts';
import { PolicyFailure } from '../policy/failure.ts';
import { keyFrom } from '../policy/key.ts';
import { languageOf } from '../policy/tinker/language.ts';
import { lacking, probe } from '../policy/tinker/probe.ts';
import { TinkerSession } from '../policy/tinker/session.ts';
import { learningTemperatures } from '../selfplay/tinker-kind.ts';

type TinkerEngine = Extract<Engine, { kind: 'tinker' }>;

/** Connects, and finds out what the engine does on a model that is thrown away. @throws PolicyFailure */
export async function cardOf(
  engine: TinkerEngine,
  speech: Pick<RunConfig, 'design' | 'hint' | 'play'>,
  { env, signal }: Pick<Terminal, 'env' | 'signal'>,
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

/** The engine of a run as a dry run tells it: its card, or why there is none. */
export async function engineOfDryRun(
  config: RunConfig,
  terminal: Pick<Terminal, 'env' | 'signal'>,
): Promise<{ readonly lines: readonly string[]; readonly card: EngineCard | null }> {
  const { engine } = config;
  if (engine.kind !== 'tinker') return { lines: [], card: null };
  try {
    const card = await cardOf(engine, config, terminal);
    const why = lacking(card, learningTemperatures(config), engine.offTemperature === 'allow');
    return {
      lines: [...cardText(card), ...(why === undefined ? [] : [`The run would be refused: ${why}`])],
      card,
    };
  } catch (error) {
    if (!(error instanceof PolicyFailure)) throw error;
    return { lines: [`What the engine does is not known: ${error.message}`], card: null };
  }
}

export function cardText(card: EngineCard): string[] {
  const lines = engineCardLines(card);
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}
