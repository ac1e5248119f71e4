/** A model's own files, as far as speaking with it takes them: the weights stay with the engine. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PolicyFailure } from '../../failure.ts';

/** Files of a model that are wanted; the first two must be there. */
export const WANTED = [
  'tokenizer.json',
  'tokenizer_config.json',
  'config.json',
  'generation_config.json',
  'chat_template.jinja',
] as const;

/** A special token, as a string or with its properties. */
const special = z
  .union([z.string(), z.object({ content: z.string() }).transform(({ content }) => content)])
  .nullish()
  .transform((value) => value ?? undefined);
const ids = z
  .union([z.number().transform((one) => [one]), z.array(z.number())])
  .nullish()
  .transform((value) => value ?? []);

const added = z.object({ id: z.number(), content: z.string() });
const tokenizer = z.looseObject({ added_tokens: z.array(z.looseObject(added.shape)).default([]) });
const tokenizerConfig = z.looseObject({
  eos_token: special,
  bos_token: special,
  pad_token: special,
  unk_token: special,
  chat_template: z
    .union([z.string(), z.array(z.object({ name: z.string(), template: z.string() }))])
    .nullish(),
});
const sizes = z.looseObject({
  vocab_size: z.number().optional(),
  max_position_embeddings: z.number().optional(),
  eos_token_id: ids,
});
const config = z.looseObject({ ...sizes.shape, text_config: sizes.optional() });

export interface ModelFiles {
  readonly folder: string;
  readonly tokenizer: z.infer<typeof tokenizer>;
  readonly tokenizerConfig: z.infer<typeof tokenizerConfig>;
  /** In Jinja, from messages to the text that the model was trained on. */
  readonly template: string;
  /** Of the model's matrices, which may be more than its tokenizer knows. */
  readonly vocabulary: number | undefined;
  readonly context: number | undefined;
  /** What ends a reply, beside the tokenizer's own end. */
  readonly ends: readonly number[];
}

/** @throws PolicyFailure `unavailable`, with what is missing and how it is had. */
export async function readModelFiles(folder: string): Promise<ModelFiles> {
  const read = async <T>(name: (typeof WANTED)[number], schema: z.ZodType<T>): Promise<T | undefined> => {
    const text = await readFile(join(folder, name), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    try {
      return schema.parse(JSON.parse(text));
    } catch (cause) {
      throw new PolicyFailure('unavailable', `'${join(folder, name)}' cannot be read as a model's file.`, {
        cause,
      });
    }
  };
  const [tokens, tokensConfig] = [
    await read('tokenizer.json', tokenizer),
    await read('tokenizer_config.json', tokenizerConfig),
  ];
  if (!tokens || !tokensConfig)
    throw new PolicyFailure(
      'unavailable',
      `'${folder}' has no ${tokens ? 'tokenizer_config.json' : 'tokenizer.json'}. Name the folder of the model's own files as engine.tokenizer; \`spade engine fetch MODEL DIR\` downloads those that are needed.`,
    );
  const template = await templateOf(folder, tokensConfig.chat_template);
  if (template === undefined)
    throw new PolicyFailure(
      'unavailable',
      `'${folder}' has no chat template, neither chat_template.jinja nor in tokenizer_config.json: it is of a model that was not trained to converse. Take an instruction-tuned one.`,
    );
  const model = await read('config.json', config);
  const generation = await read('generation_config.json', z.looseObject({ eos_token_id: ids }));
  const inner = model?.text_config;
  return {
    folder,
    tokenizer: tokens,
    tokenizerConfig: tokensConfig,
    template,
    vocabulary: model?.vocab_size ?? inner?.vocab_size,
    context: model?.max_position_embeddings ?? inner?.max_position_embeddings,
    ends: [
      ...(generation?.eos_token_id ?? []),
      ...(model?.eos_token_id ?? []),
      ...(inner?.eos_token_id ?? []),
    ],
  };
}

async function templateOf(
  folder: string,
  inside: z.infer<typeof tokenizerConfig>['chat_template'],
): Promise<string | undefined> {
  const file = await readFile(join(folder, 'chat_template.jinja'), 'utf8').catch(() => undefined);
  if (file !== undefined) return file;
  if (typeof inside === 'string') return inside;
  return (inside?.find(({ name }) => name === 'default') ?? inside?.[0])?.template;
}
