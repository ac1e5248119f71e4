/**
 * One model on an engine: adapters that are trained, sampled and saved. Its training requests are numbered; the same
 * number with the same body is the same request, however often it arrives.
 */
import { PolicyFailure } from '../failure.ts';
import type { SamplingSettings } from '../policy.ts';
import { BINARY, readPassed, readSampled, writePassRequest } from './binary.ts';
import { checkLossInput, checkPassed, checkPrompt, checkSampled } from './checks.ts';
import { Refusal, type Work, type WorkOptions } from './client.ts';
import { sha256 } from './journal.ts';
import type { TinkerSession } from './session.ts';
import { type Body, jsonBody } from './transport.ts';
import {
  type CallName,
  done,
  type LossInput,
  optimised,
  type Passed,
  passed,
  sampled,
  samplingSession,
  savedForSampler,
  savedWeights,
} from './wire.ts';

/** Adam's settings in the API's words; 0 as the norm leaves gradients as they are. */
export interface AdamParams {
  readonly learning_rate: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly eps: number;
  readonly weight_decay: number;
  readonly grad_clip_norm: number;
}

export interface Trained {
  /** Before the update: for each datum, of its targets. */
  readonly logProbabilities: Float32Array[];
  /** As far as the engine tells. */
  readonly metrics: Readonly<Record<string, number | null>>;
}

export class RemoteModel {
  readonly id: string;
  /** Optimiser steps since it was made, for the journal; a policy adds those of its checkpoint. */
  updates = 0;
  readonly #session: TinkerSession;
  #sequence = 0;
  #samplers = 0;
  #samples = 0;

  constructor(session: TinkerSession, id: string) {
    this.#session = session;
    this.id = id;
  }

  /** Makes the present weights those that `sample` uses. @returns what to sample from. */
  async sampler(options: WorkOptions = {}): Promise<string> {
    const { client } = this.#session;
    const asked = () =>
      jsonBody({
        model_id: this.id,
        sampling_session_seq_id: this.#samplers++,
        seq_id: this.#next(),
        type: 'save_weights_for_sampler',
      });
    const submit = () =>
      client.work({ call: 'save_weights_for_sampler', body: asked(), result: savedForSampler }, options);
    // Refused as a repetition: the answer to the first try was lost. A second copy does no harm.
    const saved = await submit().catch((error: unknown) => {
      if (error instanceof Refusal && error.status === 409) return submit();
      throw error;
    });
    if (saved.sampling_session_id) return saved.sampling_session_id;
    if (!saved.path)
      throw new PolicyFailure('engine', 'The engine saved weights for sampling and does not say where.');
    const made = {
      ...this.#session.reference,
      sampling_session_seq_id: this.#samplers++,
      model_path: saved.path,
    };
    return (await client.call('create_sampling_session', jsonBody(made), samplingSession, options))
      .sampling_session_id;
  }

  /** One reply. @param from what `sampler` gave. */
  async sample(
    from: string,
    prompt: readonly number[],
    { temperature, maxTokens, topK, topP, stop }: SamplingSettings,
    seed: number,
    options: WorkOptions = {},
  ) {
    const { vocabulary } = this.#session.settings;
    checkPrompt(prompt, vocabulary);
    const body = () =>
      jsonBody({
        sampling_session_id: from,
        seq_id: this.#samples++,
        num_samples: 1,
        prompt: { chunks: [{ type: 'encoded_text', tokens: prompt }] },
        sampling_params: {
          max_tokens: maxTokens,
          temperature,
          top_p: topP ?? 1,
          top_k: topK ?? -1,
          seed: seed >>> 1,
          ...(stop.length > 0 ? { stop } : {}),
        },
        prompt_logprobs: false,
        type: 'sample',
      });
    const work = { call: 'asample', body: body(), result: sampled, binary: readSampled, anew: body } as const;
    return checkSampled(await this.#session.client.work(work, options), vocabulary, maxTokens);
  }

  /** Log-probabilities of each datum's targets, without gradients. */
  async forward(input: LossInput, options: WorkOptions = {}): Promise<Float32Array[]> {
    checkLossInput(input, this.#session.settings.vocabulary);
    const result = await this.#session.client.work(this.#pass('forward', input), options);
    return checkPassed(result, lengthsOf(input));
  }

  /**
   * Passes with gradients, and one step of the optimiser over all of them. All are handed over before the first result
   * is waited for, so that the engine can take them together; when that has begun it is no longer broken off.
   */
  async train(
    inputs: readonly LossInput[],
    adam: AdamParams,
    step: number,
    options: WorkOptions = {},
  ): Promise<Trained> {
    this.#session.check();
    for (const input of inputs) checkLossInput(input, this.#session.settings.vocabulary);
    const works = inputs.map((input) => this.#pass('forward_backward', input));
    const sequence = this.#next();
    const last = {
      call: 'optim_step',
      body: jsonBody({ model_id: this.id, seq_id: sequence, adam_params: adam, type: 'optim_step' }),
      result: optimised,
      sequence,
    } as const;
    const numbers: string[] = [];
    for (const work of works) numbers.push(await this.#send(work, step, options));
    const end = await this.#send(last, step, options);
    const results: Passed[] = [];
    for (const [i, work] of works.entries())
      results.push(await this.#session.client.result(work, numbers[i] ?? '', options));
    const { metrics } = await this.#session.client.result(last, end, options);
    this.updates += 1;
    return {
      logProbabilities: results.flatMap((result, i) => checkPassed(result, lengthsOf(inputs[i] ?? EMPTY))),
      metrics: metrics ?? {},
    };
  }

  /** Saves weights and optimiser. @returns the engine's name for it, which no later call changes. */
  async save(name: string): Promise<string> {
    const path = `tinker://${this.id}/weights/${name}`;
    const work: Work<{ path: string }> = {
      call: 'save_weights',
      body: jsonBody({ model_id: this.id, path: name, seq_id: this.#next(), type: 'save_weights' }),
      result: savedWeights,
      // Names are not used twice, so what exists by it is ours: its first submission arrived and the answer did not.
      repeated: async () => {
        await this.#session.client.call('weights_info', jsonBody({ tinker_path: path }), done);
        return { path };
      },
    };
    return (await this.#session.client.work(work)).path;
  }

  /** Takes saved weights and optimiser over; engines allow it only before anything else is done with a model. */
  async load(path: string): Promise<void> {
    const body = { model_id: this.id, path, optimizer: true, seq_id: this.#next(), type: 'load_weights' };
    await this.#session.client.work({ call: 'load_weights', body: jsonBody(body), result: done });
  }

  /** Frees it. An engine that does not know it any more has done so itself. */
  async unload(): Promise<void> {
    const { client, settings } = this.#session;
    const body = jsonBody({ model_id: this.id, type: 'unload_model' });
    const options = {
      once: true,
      signal: AbortSignal.timeout(client.timing.deadlines.unload_model ?? 60_000),
    };
    try {
      await client.work({ call: 'unload_model', body, result: done }, options);
    } catch (error) {
      if (!(error instanceof PolicyFailure) && !options.signal.aborted) throw error;
      if (!(error instanceof Refusal)) return;
    }
    settings.journal?.write({ kind: 'unloaded', model: this.id });
  }

  #next(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  #pass(
    call: 'forward' | 'forward_backward',
    input: LossInput,
  ): Work<Passed> & { readonly sequence: number } {
    const sequence = this.#next();
    const body: Body = this.#session.binary
      ? {
          bytes: writePassRequest({ model: this.id, sequence, input, forwardOnly: call === 'forward' }),
          type: BINARY,
        }
      : jsonBody({ model_id: this.id, seq_id: sequence, [`${call}_input`]: input });
    // Where passes are protocol buffers there is one path for both, and a flag.
    const path: CallName = this.#session.binary ? 'forward_backward' : call;
    return { call: path, body, result: passed, binary: readPassed, sequence };
  }

  /** Written down, then sent. */
  async #send<T>(
    work: Work<T> & { readonly sequence: number },
    step: number,
    options: WorkOptions,
  ): Promise<string> {
    const { journal, run } = this.#session.settings;
    journal?.write({
      kind: 'sent',
      run,
      step,
      model: this.id,
      call: work.call,
      seq_id: work.sequence,
      sha256: sha256(work.body.bytes),
    });
    const number = await this.#session.client.submit(work, options);
    if (typeof number !== 'string') throw new Error('training is never taken for repeated');
    return number;
  }
}

const EMPTY: LossInput = { data: [], loss_fn: '' };

const lengthsOf = ({ data }: LossInput): number[] =>
  data.map(({ loss_fn_inputs }) => loss_fn_inputs.target_tokens?.data.length ?? 0);
