/**
 * The wire of OpenEnv, as its clients speak it: one session a WebSocket, one request and one reply at a time, in order.
 * What a client sends is read strictly, as the original server does; what we send has these shapes and no others.
 */
import { z } from 'zod';

/** Characters of one action. */
export const MAX_ACTION = 1 << 20;
/** Bytes of one message. */
export const MAX_MESSAGE = 8 << 20;
/** Python's seeds may be larger; beyond this JSON's numbers are no longer exact. */
const MAX_SEED = Number.MAX_SAFE_INTEGER;

/** Further arguments of a reset are left alone, as the original server does with what an environment does not take. */
export const resetArguments = z.looseObject({
  seed: z.number().int().min(0).max(MAX_SEED).nullish(),
  episode_id: z.string().max(255).nullish(),
  /** Which environment of the pool: its name, the beginning of its SHA-256, or its index. Drawn by the seed without it. */
  environment: z.union([z.string().min(1).max(1_000), z.number().int().min(0)]).nullish(),
});
export type ResetArguments = z.infer<typeof resetArguments>;

export const action = z.strictObject({
  message: z.string().max(MAX_ACTION),
  metadata: z.record(z.string(), z.json()).optional(),
});

export const clientMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('reset'), data: resetArguments.default({}) }),
  z.strictObject({ type: z.literal('step'), data: action }),
  z.strictObject({ type: z.literal('state') }),
  z.strictObject({ type: z.literal('close') }),
  z.strictObject({ type: z.literal('mcp'), data: z.record(z.string(), z.json()) }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

export const MESSAGE_TYPES = ['reset', 'step', 'state', 'close', 'mcp'] as const;

/** A step over HTTP. */
export const stepRequest = z.looseObject({
  action,
  timeout_s: z.number().positive().nullish(),
  request_id: z.string().max(255).nullish(),
});

/** `terminated`, `truncated` and `info` stand within, since a result has one `done` and nothing else beside them. */
export const observation = z.strictObject({
  message: z.string(),
  terminated: z.boolean(),
  truncated: z.boolean(),
  info: z.record(z.string(), z.json()),
});

export const stepResult = z.strictObject({
  observation,
  /** `null` after a reset. Always finite. */
  reward: z.number().nullable(),
  done: z.boolean(),
});
export type StepResult = z.infer<typeof stepResult>;

/** What may be known of an episode. Nothing of the environment's own state is in it. */
export const episodeState = z.strictObject({
  episode_id: z.string().nullable(),
  step_count: z.number().int(),
  /** Of the pool: name and SHA-256. `null` before the first reset. */
  environment: z.string().nullable(),
  sha256: z.string().nullable(),
  seed: z.number().int().nullable(),
  done: z.boolean(),
});
export type EpisodeState = z.infer<typeof episodeState>;

export const errorCode = z.enum([
  'INVALID_JSON',
  'UNKNOWN_TYPE',
  'VALIDATION_ERROR',
  'EXECUTION_ERROR',
  'CAPACITY_REACHED',
  'SESSION_ERROR',
]);
export type ErrorCode = z.infer<typeof errorCode>;

/** Further keys by code: `errors` of VALIDATION_ERROR, `active_sessions` and `max_sessions` of CAPACITY_REACHED. */
export const errorData = z.looseObject({ message: z.string(), code: errorCode });

export const serverMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('observation'), data: stepResult }),
  z.strictObject({ type: z.literal('state'), data: episodeState }),
  z.strictObject({ type: z.literal('mcp'), data: z.record(z.string(), z.json()) }),
  z.strictObject({ type: z.literal('error'), data: errorData }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;
