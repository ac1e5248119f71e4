/**
 * A policy: one set of weights that samples, is updated, and is saved.
 *
 * One interface for every engine, from the pocket model in this process to a cluster. Texts become tokens outside it,
 * since each engine has its own tokens. Equations are numbered as in SPADE (arXiv 2608.19197).
 *
 * Every method rejects with a `PolicyFailure` and with nothing else.
 */

/** Token numbers, at least 0 and below the vocabulary's size. */
export type Tokens = ArrayLike<number>;

export interface SamplingSettings {
  /** Tokens at most in the reply, at least 1. */
  readonly maxTokens: number;
  /** What logits are divided by, above 0; 0 takes the likeliest token each time. */
  readonly temperature: number;
  /** Only the `topK` likeliest tokens; all when left out. */
  readonly topK?: number;
  /** Only the likeliest tokens whose probabilities together reach it, in (0, 1]; all when left out. */
  readonly topP?: number;
  /** Tokens after which the reply is over. The one that ended it is the reply's last token. */
  readonly stop: readonly number[];
}

export interface SampleRequest {
  /** At least one token. */
  readonly prompt: Tokens;
  readonly settings: SamplingSettings;
  /** The same seed, prompt and settings, in the same call, give the same reply. */
  readonly seed: number;
}

/** Why a reply is over: a stop token, as many tokens as were allowed, or no more room in the model's context. */
export type StopReason = 'stop' | 'length' | 'context';

export interface Sample {
  /** The reply, without its prompt; at least one token. */
  readonly tokens: Int32Array;
  /**
   * For each token of the reply, the natural logarithm of its probability under the settings' temperature over the
   * whole vocabulary: before `topK` and `topP`, and at temperature 1 when the temperature is 0.
   */
  readonly logProbabilities: Float32Array;
  readonly stopReason: StopReason;
}

export interface CallOptions {
  /** When it aborts the call rejects as `cancelled`, and the policy is as before the call. */
  readonly signal?: AbortSignal | undefined;
}

export interface SampleOptions extends CallOptions {
  /** Called with each reply as soon as it is over, with the index of its request. */
  readonly onSample?: ((sample: Sample, index: number) => void) | undefined;
}

export interface Sequence {
  /** A prompt and what followed; at least two tokens. */
  readonly tokens: Tokens;
  /** The temperature under which probabilities are taken, above 0; 1 when left out. */
  readonly temperature?: number;
}

/**
 * What one update learns from one sequence. Arrays are as long as `tokens`; the entry at t speaks of the token at t,
 * given those before it. Entries where the mask is 0 are not read; the mask is 0 at t = 0, which nothing precedes.
 */
export interface Trajectory extends Sequence {
  /** 1 for tokens that the policy wrote, 0 for all others. */
  readonly mask: ArrayLike<number>;
  /** A, of any sign: agent and designer compute theirs differently. */
  readonly advantages: ArrayLike<number>;
  /**
   * log π_old: the probabilities that the ratio ρ is taken against. Those of the sample for what the weights before
   * this update wrote; `score` for older trajectories, with importance weights for the difference.
   */
  readonly oldLogProbabilities: ArrayLike<number>;
  /** Truncated importance weights, at least 0 (`truncatedImportance`); 1 when left out. */
  readonly importanceWeights?: ArrayLike<number>;
}

/**
 * What is maximised.
 *
 * - `clipped`: equation (2), whose KL term is in the advantages (selfplay/reference.ts): the mean over tokens of
 *   w · min(ρA, clip(ρ, 1 − low, 1 + high)A), with ρ = π / π_old and w the importance weights.
 * - `imitation`: the mean over tokens of A · log π, which with A = 1 is ordinary training on text. The old
 *   log-probabilities are not read.
 */
export type Objective =
  | { readonly kind: 'clipped'; readonly low: number; readonly high: number }
  | { readonly kind: 'imitation' };

export const SPADE_OBJECTIVE: Objective = { kind: 'clipped', low: 0.2, high: 0.28 };
export const IMITATION: Objective = { kind: 'imitation' };

export interface UpdateSettings {
  readonly objective: Objective;
  /**
   * What the mean is over. `tokens`: every masked token counts the same. `trajectories`: every trajectory counts the
   * same, its tokens sharing that.
   */
  readonly mean: 'tokens' | 'trajectories';
  /** Adam's step size, at least 0. */
  readonly learningRate: number;
  /** Decay rates of Adam's two averages, in [0, 1). */
  readonly betas: readonly [number, number];
  /** Decoupled: weights lose learningRate · weightDecay of themselves at each update. */
  readonly weightDecay: number;
  /** Gradients longer than this (Euclidean) are scaled down to it; `Infinity` leaves them. */
  readonly maxGradientNorm: number;
}

/** Table 5, apart from the learning rate, which goes with the model's size. */
export const SPADE_UPDATE: Omit<UpdateSettings, 'learningRate'> = {
  objective: SPADE_OBJECTIVE,
  mean: 'tokens',
  betas: [0.9, 0.98],
  weightDecay: 0.1,
  maxGradientNorm: 1,
};

export interface UpdateReport {
  /** Minus the objective, before the update. */
  readonly loss: number;
  /** Masked tokens. */
  readonly tokens: number;
  /** Mean of −log π over masked tokens, in nats: an estimate of the policy's entropy where it wrote them itself. */
  readonly surprise: number;
  /** Mean of ρ over masked tokens; 1 for imitation, as are the next two 0. */
  readonly meanRatio: number;
  /** Mean of (ρ − 1) − log ρ over masked tokens: an estimate of KL(π_old ‖ π) that is never negative. */
  readonly divergence: number;
  /** Share of masked tokens to which the clip gave no gradient. */
  readonly clippedShare: number;
  /** Euclidean, before it was limited. */
  readonly gradientNorm: number;
  /** How many updates these weights have seen, this one included. */
  readonly updates: number;
}

export interface Capabilities {
  /** For people and logs, as `pocket on cpu`. */
  readonly engine: string;
  readonly vocabulary: number;
  /** Tokens at most of prompt and reply together. */
  readonly context: number;
  /** `update` works; where it does not, it rejects as `request`. */
  readonly trains: boolean;
  /** The same calls from the same state give the same bits. */
  readonly deterministic: boolean;
}

export interface Policy {
  readonly capabilities: Capabilities;

  /** One reply for each request, in their order. */
  sample(requests: readonly SampleRequest[], options?: SampleOptions): Promise<Sample[]>;

  /** log π of each token given those before it, one array for each sequence, as long as its tokens; 0 at index 0. */
  score(sequences: readonly Sequence[], options?: CallOptions): Promise<Float32Array[]>;

  /** One optimiser step over all trajectories, of which at least one has a masked token. */
  update(
    trajectories: readonly Trajectory[],
    settings: UpdateSettings,
    options?: CallOptions,
  ): Promise<UpdateReport>;

  /** Writes weights and optimiser state; when it resolves they are on disk, whole. @param path a folder. */
  save(path: string): Promise<void>;

  /** Replaces weights and optimiser state by saved ones. @param path a folder that `save` wrote. */
  load(path: string): Promise<void>;

  /** Ends what runs, and frees what the engine holds. May be called again. */
  close(): Promise<void>;
}

/**
 * Truncated importance weights min(exp(log π_now − log π_then), cap), which correct for trajectories that older
 * weights sampled: as the designer's are, whose update waits for its window of rollouts.
 * @param now log-probabilities under the weights that are about to be updated (`score`).
 * @param then those of the sample.
 */
export function truncatedImportance(
  now: ArrayLike<number>,
  then: ArrayLike<number>,
  cap: number,
): Float32Array {
  return Float32Array.from({ length: now.length }, (_, t) =>
    Math.min(Math.exp((now[t] ?? 0) - (then[t] ?? 0)), cap),
  );
}
