/** Bodies of requests, as this server takes them. */
import { z } from 'zod';
import { lossInput, modelInput } from '../wire.ts';

/** As paths that the engine makes files of: nothing that leads elsewhere. */
const name = z
  .string()
  .max(255)
  .regex(/^[a-zA-Z0-9_-]+$/);
const model = z.string();
const sequence = z.number().int().nullish();

export const createSession = z.object({ tags: z.array(z.string()), sdk_version: z.string() });
export const ofSession = z.object({ session_id: z.string() });
export const createModel = z.object({
  session_id: z.string(),
  base_model: z.string(),
  lora_config: z.object({ rank: z.number().int(), seed: z.number().int().nullish() }).default({ rank: 32 }),
});
export const ofModel = z.object({ model_id: model });
export const createSampler = z
  .object({ session_id: z.string(), base_model: z.string().nullish(), model_path: z.string().nullish() })
  .refine(({ base_model, model_path }) => (base_model == null) !== (model_path == null), {
    message: 'Exactly one of base_model or model_path must be provided',
  });
export const saveForSampler = z
  .object({ model_id: model, path: name.nullish(), sampling_session_seq_id: sequence, seq_id: sequence })
  .refine(({ path, sampling_session_seq_id }) => path != null || sampling_session_seq_id != null, {
    message: "Either 'path' or 'sampling_session_seq_id' must be provided",
  });
export const sample = z.object({
  sampling_session_id: z.string().nullish(),
  base_model: z.string().nullish(),
  model_path: z.string().nullish(),
  num_samples: z.number().int().min(1).max(1024).default(1),
  prompt: modelInput,
  sampling_params: z.object({
    max_tokens: z.number().int().min(1),
    seed: z.number().int().nullish(),
    stop: z.union([z.array(z.number().int()), z.array(z.string()).max(0), z.string().max(0)]).nullish(),
    temperature: z.number().min(0).default(1),
    top_k: z.number().int().default(-1),
    top_p: z.number().default(1),
  }),
  prompt_logprobs: z.boolean().nullish(),
});
export const forward = z.object({ model_id: model, seq_id: sequence, forward_input: lossInput });
export const forwardBackward = z.object({
  model_id: model,
  seq_id: sequence,
  forward_backward_input: lossInput,
});
export const optimStep = z.object({
  model_id: model,
  seq_id: sequence,
  adam_params: z.object({
    learning_rate: z.number().min(0).default(1e-4),
    beta1: z.number().min(0).lt(1).default(0.9),
    beta2: z.number().min(0).lt(1).default(0.95),
    eps: z.number().positive().default(1e-12),
    weight_decay: z.number().min(0).default(0),
    grad_clip_norm: z.number().min(0).default(0),
  }),
});
export const saveWeights = z.object({ model_id: model, path: name, seq_id: sequence });
export const loadWeights = z
  .object({
    model_id: model.nullish(),
    /** In place of a model: one is made, and named by both. So does the SDK of late 2026. */
    session_id: z.string().nullish(),
    model_seq_id: sequence,
    path: z.string(),
    optimizer: z.boolean().default(false),
    seq_id: sequence,
  })
  .refine(({ model_id, session_id }) => (model_id == null) !== (session_id == null), {
    message: 'Exactly one of model_id or session_id must be provided',
  });
export const weightsInfo = z.object({ tinker_path: z.string() });
export const retrieve = z.object({ request_id: z.string() });
