/**
 * Messages of the Tinker HTTP API, as far as self-play needs them. Everything lies under `/api/v1`; engines add fields,
 * so unknown ones are let through, and what a client reads is little.
 */
import { z } from 'zod';

export const API = '/api/v1';

/** Calls of the API by their last part. */
export type CallName =
  | 'create_session'
  | 'session_heartbeat'
  | 'create_model'
  | 'unload_model'
  | 'create_sampling_session'
  | 'save_weights_for_sampler'
  | 'asample'
  | 'forward'
  | 'forward_backward'
  | 'optim_step'
  | 'save_weights'
  | 'load_weights'
  | 'weights_info'
  | 'retrieve_future';

const token = z.number().int();

export const modelInput = z.object({
  chunks: z.array(
    z.object({
      type: z.literal('encoded_text').default('encoded_text'),
      tokens: z.array(token),
    }),
  ),
});

/** Servers differ in whether they tell type and shape; the list is what counts. */
export const tensor = z.object({ data: z.array(z.number().nullable()) });

export const datum = z.object({
  model_input: modelInput,
  loss_fn_inputs: z.record(z.string(), tensor),
});
export type Datum = z.infer<typeof datum>;

export const lossInput = z.object({
  data: z.array(datum).min(1),
  loss_fn: z.string(),
  loss_fn_config: z.record(z.string(), z.number()).nullish(),
});
export type LossInput = z.infer<typeof lossInput>;

/** What a submission answers: where its result can be had. */
export const submitted = z.object({ request_id: z.string() });
export const session = z.object({ session_id: z.string() });
export const createdModel = z.object({ model_id: z.string(), request_id: z.string() });
export const samplingSession = z.object({ sampling_session_id: z.string() });

export const supportedModels = z.object({
  supported_models: z
    .array(z.object({ model_name: z.string().nullish(), max_context_length: z.number().nullish() }))
    .default([]),
});

/** Results of futures. */
export const sampled = z.object({
  sequences: z
    .array(
      z.object({
        stop_reason: z.enum(['stop', 'length']),
        tokens: z.array(token),
        logprobs: z.array(z.number().nullable()).nullish(),
      }),
    )
    .min(1),
});
export type Sampled = z.infer<typeof sampled>;

export const passed = z.object({
  loss_fn_output_type: z.string().optional(),
  loss_fn_outputs: z.array(z.record(z.string(), tensor)),
  metrics: z.record(z.string(), z.number().nullable()).nullish(),
});
export type Passed = z.infer<typeof passed>;

export const optimised = z.object({ metrics: z.record(z.string(), z.number().nullable()).nullish() });
export const savedForSampler = z.object({
  path: z.string().nullish(),
  sampling_session_id: z.string().nullish(),
});
export const savedWeights = z.object({ path: z.string() });
/** Of calls whose result tells nothing that is needed. */
export const done = z.object({});

/** What `retrieve_future` may say beside the result. */
export const tryAgain = z.object({ type: z.literal('try_again') });
export const metadataOnly = z.object({ status: z.literal('complete_metadata') });
export const failedFuture = z.object({ error: z.string(), category: z.string().nullish() });

/** An error's reason, wherever a server puts it. */
export const reason = z.union([
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z
    .object({
      detail: z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })),
    })
    .transform(({ detail }) => detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')),
]);
