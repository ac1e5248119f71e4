/** The parts of the chat-completions API that are read, as its many implementations write them. */
import { z } from 'zod';
import type { Tool } from '../../roles/tool.ts';

export interface SentCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

export type SentMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly SentCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

export const sentTool = ({ name, description, parameters }: Tool) => ({
  type: 'function' as const,
  function: { name, description, parameters },
});

const text = z.string().nullish();

const call = z.object({
  index: z.number().int().min(0).max(255).nullish(),
  id: z.string().nullish(),
  function: z.object({
    name: text,
    arguments: z.union([z.string(), z.record(z.string(), z.json())]).nullish(),
  }),
});
export type CallPart = z.infer<typeof call>;

/** A whole message, or what one event adds to it. */
const message = z.object({
  content: text,
  /** Thinking, told apart: DeepSeek, vLLM, SGLang and llama.cpp by the first name, others by the second. */
  reasoning_content: text,
  reasoning: text,
  refusal: text,
  tool_calls: z.array(call).nullish(),
});
export type MessagePart = z.infer<typeof message>;

const usage = z.object({
  prompt_tokens: z.number().int().min(0),
  completion_tokens: z.number().int().min(0).catch(0),
});

const choice = z.object({
  delta: message.nullish(),
  message: message.nullish(),
  finish_reason: z.string().nullish(),
});

/** An event of a stream, or the whole reply where it is not streamed. */
export const completion = z.object({ choices: z.array(choice).default([]), usage: usage.nullish() });

/** A stream that has begun can tell of a failure only so. */
export const failed = z.object({ error: z.union([z.string().min(1), z.looseObject({})]) });

const said = z.object({
  message: z.string().catch(''),
  type: z.string().nullish().catch(null),
  code: z.union([z.string(), z.number()]).nullish().catch(null),
  param: z.string().nullish().catch(null),
});

/** `{"error": {…}}`, `{"error": "…"}`, `{"object": "error", …}` and `{"detail": …}`. */
export const errorBody = z.union([
  z.object({ error: said }).transform(({ error }) => error),
  z
    .object({ error: z.string() })
    .transform(({ error }) => ({ message: error, type: null, code: null, param: null })),
  z.object({ object: z.literal('error') }).and(said),
  z.object({ detail: z.json() }).transform(({ detail }) => ({
    message: typeof detail === 'string' ? detail : JSON.stringify(detail),
    type: null,
    code: null,
    param: null,
  })),
]);
export type ToldError = z.infer<typeof said>;
