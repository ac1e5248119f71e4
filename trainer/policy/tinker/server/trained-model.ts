/**
 * One model of the server: a pocket policy in a thread of its own. It has whole weights, and takes a rank only to
 * refuse what others would. Gradients of passes are kept as the trajectories that they are of, and computed at the step.
 */
import { createHash } from 'node:crypto';
import { PolicyFailure } from '../../failure.ts';
import type { Policy, Trajectory } from '../../policy.ts';
import type { LossInput, Passed } from '../wire.ts';
import type { Outcome } from './futures.ts';
import { HttpProblem } from './problem.ts';

export interface AdamParams {
  readonly learning_rate: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly weight_decay: number;
  readonly grad_clip_norm: number;
}

interface Taken {
  readonly hash: string;
  readonly number: string;
}

/** The largest ratio that a loss without a clip may come to. */
const UNCLIPPED = 1e6;

export class TrainedModel {
  readonly id: string;
  readonly base: string;
  readonly rank: number;
  readonly session: string;
  /** Whether anything was done with it, after which nothing can be loaded. */
  used = false;
  /** Optimiser steps that changed its weights, its checkpoint's included. */
  steps = 0;
  readonly #policy: Policy;
  readonly #taken = new Map<number, Taken>();
  #pending: { readonly trajectories: Trajectory[]; readonly low: number; readonly high: number } | undefined;
  /** One thing after another. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(id: string, session: string, base: string, rank: number, policy: Policy) {
    [this.id, this.session, this.base, this.rank, this.#policy] = [id, session, base, rank, policy];
  }

  /**
   * The number of a request that was taken before; the same body is the same request.
   * @throws HttpProblem 409 for another body.
   */
  repeated(sequence: number | null | undefined, body: unknown): string | undefined {
    if (!sequence) return undefined;
    const taken = this.#taken.get(sequence);
    if (!taken) return undefined;
    if (taken.hash !== hashOf(body))
      throw new HttpProblem(409, 'Training request sequence number was reused');
    return taken.number;
  }

  taken(sequence: number | null | undefined, body: unknown, number: string): void {
    if (sequence) this.#taken.set(sequence, { hash: hashOf(body), number });
  }

  /** Does something when all before it is done. */
  next<T>(work: (policy: Policy) => Promise<T>): Promise<T> {
    const next = this.#last.then(() => work(this.#policy));
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** A pass over data; with gradients they wait for the step. */
  pass(input: LossInput, withGradients: boolean): Promise<Passed> {
    return this.next(async (policy) => {
      const { low, high, imitation } = clipOf(input);
      const sequences = input.data.map((one, i) => sequenceOf(one, i));
      const scores = await policy.score(sequences.map((tokens) => ({ tokens })));
      const trajectories = input.data.map((one, i) =>
        trajectoryOf(one, sequences[i] ?? [], imitation ? scores[i] : undefined),
      );
      if (withGradients) {
        if (this.#pending && (this.#pending.low !== low || this.#pending.high !== high))
          throw new HttpProblem(400, 'Passes before one optim_step must have the same loss');
        this.#pending ??= { trajectories: [], low, high };
        this.#pending.trajectories.push(...trajectories);
      }
      const outputs = trajectories.map((one, i) =>
        outputOf(one, scores[i] ?? new Float32Array(), { low, high }),
      );
      return {
        loss_fn_output_type: 'ArrayRecord',
        loss_fn_outputs: outputs,
        metrics: {
          'loss:sum': outputs.reduce(
            (sum, { elementwise_loss }) => sum + elementwise_loss.data.reduce((a, b) => a + b, 0),
            0,
          ),
        },
      };
    });
  }

  step({ learning_rate, beta1, beta2, weight_decay, grad_clip_norm }: AdamParams): Promise<Outcome> {
    return this.next(async (policy) => {
      const pending = this.#pending;
      if (!pending)
        throw new HttpProblem(400, 'optim_step before any forward_backward: there are no gradients');
      this.#pending = undefined;
      const learnt = pending.trajectories.filter(({ mask }) => Array.from(mask).some((one) => one !== 0));
      if (learnt.length === 0) throw new HttpProblem(400, 'no token has a weight other than 0');
      const tokens = learnt.reduce(
        (sum, { mask }) => sum + Array.from(mask).filter((one) => one !== 0).length,
        0,
      );
      const report = await policy.update(
        // The policy takes means, and the API's losses are sums.
        learnt.map((one) => ({ ...one, advantages: Float32Array.from(one.advantages, (a) => a * tokens) })),
        {
          objective: { kind: 'clipped', low: pending.low, high: pending.high },
          mean: 'tokens',
          learningRate: learning_rate,
          betas: [beta1, beta2],
          weightDecay: weight_decay,
          maxGradientNorm: grad_clip_norm > 0 ? grad_clip_norm : Number.POSITIVE_INFINITY,
        },
      );
      this.steps += 1;
      return {
        value: { metrics: { 'spade/grad_norm': report.gradientNorm, 'spade/updates': report.updates } },
      };
    });
  }

  close(): Promise<void> {
    return this.#policy.close();
  }
}

const hashOf = (body: unknown): string => createHash('sha256').update(JSON.stringify(body)).digest('hex');

function clipOf({ loss_fn, loss_fn_config }: LossInput): { low: number; high: number; imitation: boolean } {
  const config = loss_fn_config ?? {};
  if (loss_fn !== 'ppo' && Object.keys(config).length > 0)
    throw new HttpProblem(422, `loss_fn='${loss_fn}' does not accept loss_fn_config keys`);
  if (loss_fn === 'ppo') {
    const { clip_low_threshold: low = 0.8, clip_high_threshold: high = 1.2 } = config;
    if (!(low >= 0 && low <= 1 && high >= 1)) throw new HttpProblem(422, 'thresholds must be around 1');
    return { low: 1 - low, high: high - 1, imitation: false };
  }
  if (loss_fn === 'importance_sampling') return { low: 1, high: UNCLIPPED, imitation: false };
  // At ρ = 1 the gradient of ρ is that of log π.
  if (loss_fn === 'cross_entropy') return { low: 1, high: UNCLIPPED, imitation: true };
  throw new HttpProblem(400, `Loss function '${loss_fn}' is not supported by this engine`);
}

/** The whole sequence: what goes in, and the last target. */
function sequenceOf({ model_input, loss_fn_inputs }: LossInput['data'][number], index: number): number[] {
  const tokens = model_input.chunks.flatMap((chunk) => chunk.tokens);
  const targets = loss_fn_inputs.target_tokens?.data ?? [];
  if (targets.length !== tokens.length || tokens.length === 0)
    throw new HttpProblem(
      422,
      `datum ${index}: target_tokens must be as many as the tokens, and at least one`,
    );
  for (const [t, token] of tokens.slice(1).entries())
    if (token !== targets[t])
      throw new HttpProblem(422, `datum ${index}: targets must be the tokens that follow`);
  return [...tokens, targets.at(-1) ?? 0];
}

function trajectoryOf(
  { loss_fn_inputs }: LossInput['data'][number],
  tokens: readonly number[],
  present: Float32Array | undefined,
): Trajectory {
  const list = (name: string, otherwise: number): readonly number[] => {
    const given = loss_fn_inputs[name]?.data;
    if (given && given.length !== tokens.length - 1)
      throw new HttpProblem(422, `${name} must be as long as target_tokens`);
    return [0, ...(given?.map((value) => value ?? Number.NaN) ?? tokens.slice(1).map(() => otherwise))];
  };
  const weights = list('weights', 1);
  const advantages = present ? weights.map(() => 1) : list('advantages', 0);
  return {
    tokens,
    mask: weights.map((weight) => Number(weight !== 0)),
    advantages: advantages.map((advantage, t) => advantage * (weights[t] ?? 0)),
    oldLogProbabilities: present ?? list('logprobs', 0),
  };
}

function outputOf(
  { mask, advantages, oldLogProbabilities: old }: Trajectory,
  scores: Float32Array,
  { low, high }: { readonly low: number; readonly high: number },
) {
  const losses: number[] = [];
  for (let t = 1; t < scores.length; t += 1) {
    const ratio = Math.exp((scores[t] ?? 0) - (old[t] ?? 0));
    const [advantage, clipped] = [advantages[t] ?? 0, Math.min(Math.max(ratio, 1 - low), 1 + high)];
    losses.push(mask[t] ? -Math.min(ratio * advantage, clipped * advantage) : 0);
  }
  const tensor = (data: number[]) => ({ data, dtype: 'float32', shape: [data.length] });
  return { elementwise_loss: tensor(losses), logprobs: tensor([...scores.subarray(1)]) };
}

/** A policy's failure in HTTP's words. */
export const problemOf = (error: unknown): HttpProblem => {
  if (error instanceof HttpProblem) return error;
  if (error instanceof PolicyFailure)
    return new HttpProblem(error.kind === 'request' ? 400 : 500, error.message);
  return new HttpProblem(500, error instanceof Error ? error.message : String(error));
};
