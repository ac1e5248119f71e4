/** How a model of an engine is spoken with: our own one by its tokens, others by their own files. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, RunConfig } from '../../../server/protocol/run-config.ts';
import { POCKET_VOICE } from '../../roles/pocket-voice.ts';
import type { Voice } from '../../roles/voice.ts';
import { PolicyFailure } from '../failure.ts';
import { encodePrompt, VOCABULARY } from '../pocket/tokens.ts';
import { ChatTokens } from './chat/chat-tokens.ts';
import { chatVoice } from './chat/chat-voice.ts';
import { readModelFiles } from './chat/model-files.ts';
import { POCKET_MODEL } from './pocket-model.ts';

export type TinkerEngine = Extract<Engine, { kind: 'tinker' }>;

export interface Language {
  readonly voice: Voice;
  readonly vocabulary: number;
  /** Tokens of prompt and reply, as the model's files say. */
  readonly context: number;
  /** Something to say to it, for the probe. */
  readonly probePrompt: readonly number[];
}

/** @throws PolicyFailure `unavailable` where the model's files are not to be had or cannot be used. */
export async function languageOf(
  { model, tokenizer }: Pick<TinkerEngine, 'model' | 'tokenizer'>,
  { design, hint, play }: Pick<RunConfig, 'design' | 'hint' | 'play'>,
): Promise<Language> {
  if (model === POCKET_MODEL && tokenizer === undefined) {
    const probePrompt = encodePrompt([
      { marker: 'agent', text: '' },
      { marker: 'observation', text: 'Say something.' },
    ]);
    return {
      voice: POCKET_VOICE,
      vocabulary: VOCABULARY,
      context: play.context,
      probePrompt: [...probePrompt],
    };
  }
  // Engines of one's own often name a model by its folder.
  const folder = tokenizer ?? (existsSync(join(model, 'tokenizer.json')) ? model : undefined);
  if (folder === undefined)
    throw new PolicyFailure(
      'unavailable',
      `How ${model} is spoken with stands in its own files. Name their folder as engine.tokenizer; \`spade engine fetch ${model} DIR\` downloads those that are needed.`,
    );
  const tokens = new ChatTokens(await readModelFiles(folder));
  const voice = chatVoice(tokens, { design: design.thinking, hint: hint.thinking, play: play.thinking });
  const probePrompt = tokens.prompt([{ role: 'user', content: 'Say something.' }], { thinking: false });
  return { voice, vocabulary: tokens.vocabulary, context: tokens.context, probePrompt: [...probePrompt] };
}
