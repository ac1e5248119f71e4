/**
 * What an engine does, found out on a model of its own that is thrown away: the capability card. Nothing is believed
 * that can be measured with a few tokens. Gradients are compared by their length, which most engines tell with the
 * optimiser's step; steps have a learning rate of 0, so that the weights stay what they are.
 */
import type { EngineCard, Reduction } from '../../../server/protocol/engine-card.ts';
import { Refusal } from './client.ts';
import type { AdamParams, RemoteModel } from './model.ts';
import { scoringInputOf } from './objective.ts';
import type { TinkerSession } from './session.ts';
import type { LossInput } from './wire.ts';

const STILL: AdamParams = {
  learning_rate: 0,
  beta1: 0.9,
  beta2: 0.95,
  eps: 1e-8,
  weight_decay: 0,
  grad_clip_norm: 0,
};
/** Relative: engines compute in 16 bits. */
const ALIKE = 0.05;
/** Nats: so far may a sample's log-probability be from the learner's for the same token. */
const SAME = 0.1;
const COOL = 0.4;

/** Replies that the engine wrote, with their prompt: what follows is computed on. */
interface Probe {
  readonly tokens: readonly number[];
  readonly start: number;
  readonly logProbabilities: Float32Array;
  readonly stopped: boolean;
}

/** @param prompt of the model's own language. @throws PolicyFailure where not even this goes. */
export async function probe(
  session: TinkerSession,
  prompt: readonly number[],
  stop: readonly number[],
  signal?: AbortSignal,
): Promise<EngineCard> {
  const started = Date.now();
  const model = await session.createModel(signal);
  let other: RemoteModel | undefined;
  try {
    const from = await model.sampler({ signal });
    const ask = async (temperature: number, maxTokens: number, seed: number): Promise<Probe> => {
      const settings = { temperature, maxTokens, stop };
      const { tokens, logProbabilities, stopReason } = await model.sample(from, prompt, settings, seed, {
        signal,
      });
      const stopped = stopReason === 'stop';
      return { tokens: [...prompt, ...tokens], start: prompt.length, logProbabilities, stopped };
    };
    const [short, long, cool] = await Promise.all([ask(1, 6, 1), ask(1, 12, 2), ask(COOL, 12, 3)]);
    const scores = await scoresOf(session, model, [short, long, cool], signal);
    const drift = Math.max(...[short, long].flatMap((one, i) => differences(one, scores[i])));
    const logProbabilities = semantics(cool, scores[2], drift);
    const gradients = new Gradients(model, short, long, signal);
    const losses = await gradients.losses();
    const measured = losses.includes('ppo') ? await gradients.measure() : UNPROVEN;
    const path = await model.save(`probe-${session.settings.run}-${session.settings.attempt}-${Date.now()}`);
    other = await session.createModel(signal);
    const checkpoints = await other.load(path).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal) return false;
        throw error;
      },
    );
    return {
      url: session.client.transport.url,
      model: session.settings.model,
      serves: [...session.serves],
      wire: session.binary ? 'protobuf' : 'json',
      losses,
      ...measured,
      logProbabilities,
      drift,
      checkpoints,
      stopIncluded: stopIncluded([short, long, cool], stop),
      limits: { context: session.context, loraRank: session.settings.loraRank },
      took: Date.now() - started,
    };
  } finally {
    await Promise.all([model.unload(), other?.unload()]);
  }
}

function stopIncluded(probes: readonly Probe[], stop: readonly number[]): EngineCard['stopIncluded'] {
  const stopped = probes.filter((one) => one.stopped);
  if (stopped.length === 0) return 'unproven';
  return stopped.every(({ tokens }) => stop.includes(tokens.at(-1) ?? -1)) ? 'yes' : 'no';
}

/** The first pass of all: engines of one age speak JSON, later ones protocol buffers and nothing else. */
async function scoresOf(
  session: TinkerSession,
  model: RemoteModel,
  probes: readonly Probe[],
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  const input = scoringInputOf(probes.map(({ tokens }) => tokens));
  const score = () => model.forward(input, { signal, once: true });
  try {
    return await score();
  } catch (error) {
    if (!(error instanceof Refusal) || ![404, 405, 415, 422].includes(error.status)) throw error;
    session.binary = true;
    return score().catch((second: unknown) => {
      session.binary = false;
      throw second instanceof Refusal ? error : second;
    });
  }
}

const differences = ({ start, logProbabilities }: Probe, scores: Float32Array | undefined): number[] =>
  Array.from(logProbabilities, (value, i) => Math.abs(value - (scores?.[start - 1 + i] ?? Number.NaN)));

function semantics(
  cool: Probe,
  scores: Float32Array | undefined,
  drift: number,
): EngineCard['logProbabilities'] {
  return Math.max(...differences(cool, scores)) <= Math.max(SAME, 2 * drift) ? 'at-one' : 'other';
}

type Measured = Pick<EngineCard, 'accumulates' | 'forwardIsPure' | 'reduction' | 'reductionIsMeasured'>;

/** The hosted service documents sums. */
const UNPROVEN: Measured = {
  accumulates: 'unproven',
  forwardIsPure: 'unproven',
  reduction: 'sum',
  reductionIsMeasured: false,
};

/** Lengths of gradients of a few inputs. */
class Gradients {
  readonly #model: RemoteModel;
  readonly #short: Probe;
  readonly #long: Probe;
  readonly #signal: AbortSignal | undefined;

  constructor(model: RemoteModel, short: Probe, long: Probe, signal: AbortSignal | undefined) {
    [this.#model, this.#short, this.#long, this.#signal] = [model, short, long, signal];
  }

  /** Those of the losses of interest that the engine computes. */
  async losses(): Promise<string[]> {
    const found: string[] = ['cross_entropy'];
    for (const loss of ['importance_sampling', 'ppo', 'cispo']) {
      try {
        const { data } = this.#input(this.#term(this.#short, 1));
        await this.#norm([{ data, loss_fn: loss }]);
        found.push(loss);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }
    return found;
  }

  async measure(): Promise<Measured> {
    const short = this.#input(this.#term(this.#short, 1));
    const long = this.#input(this.#term(this.#long, 1));
    const alone = await this.#norm([short]);
    if (alone === undefined || alone === 0) return UNPROVEN;
    // The whole of a sequence is masked here, and one token of it there; only that token has an advantage.
    const [one, all] = [this.#term(this.#short, 1, 'first'), this.#term(this.#short, 1, 'first', 'all')];
    const idle = this.#term(this.#long, 0);
    const norms = [
      await this.#norm([this.#input(one)]),
      await this.#norm([this.#input(all)]),
      await this.#norm([this.#input(all, idle)]),
    ] as const;
    const reduction = reductionOf(norms, tokensOf(this.#short), tokensOf(this.#long));
    const after = await this.#norm([short], scoringInputOf([this.#long.tokens]));
    const together = await this.#norm([this.#input(this.#term(this.#short, 1), this.#term(this.#long, 1))]);
    const apart = await this.#norm([short, long]);
    const last = await this.#norm([long]);
    return {
      forwardIsPure: after !== undefined && alike(after, alone) ? 'yes' : 'no',
      accumulates: accumulation(apart, together, last),
      reduction: reduction ?? 'sum',
      reductionIsMeasured: reduction !== undefined,
    };
  }

  /** @param before passed without gradients first. */
  async #norm(inputs: readonly LossInput[], before?: LossInput): Promise<number | undefined> {
    if (before) await this.#model.forward(before, { signal: this.#signal });
    const { metrics } = await this.#model.train(inputs, STILL, 0, { signal: this.#signal });
    const name = Object.keys(metrics).find((key) => /(^|[./:])(grad_norm|gradient_norm)/.test(key));
    return name === undefined ? undefined : (metrics[name] ?? undefined);
  }

  #input(...data: LossInput['data']): LossInput {
    return { data, loss_fn: 'ppo', loss_fn_config: { clip_low_threshold: 0.5, clip_high_threshold: 1.5 } };
  }

  /** A reply as one datum: all of it or its first token with an advantage, all of it or that token masked. */
  #term(
    { tokens, start, logProbabilities }: Probe,
    advantage: number,
    what: 'first' | 'all' = 'all',
    weighed: 'first' | 'all' = what,
  ): LossInput['data'][number] {
    const within = (t: number, part: 'first' | 'all') =>
      t >= start - 1 && (part === 'all' || t === start - 1);
    const row = (at: (t: number) => number) => ({ data: tokens.slice(1).map((_, t) => at(t)) });
    return {
      model_input: { chunks: [{ type: 'encoded_text', tokens: tokens.slice(0, -1) }] },
      loss_fn_inputs: {
        target_tokens: { data: tokens.slice(1) },
        weights: row((t) => Number(within(t, weighed))),
        advantages: row((t) => (within(t, what) ? advantage : 0)),
        logprobs: row((t) => logProbabilities[t - start + 1] ?? 0),
      },
    };
  }
}

const tokensOf = ({ logProbabilities }: Probe): number => logProbabilities.length;

const alike = (one: number, other: number): boolean => Math.abs(one - other) <= ALIKE * Math.max(one, other);

function accumulation(
  apart: number | undefined,
  together: number | undefined,
  last: number | undefined,
): EngineCard['accumulates'] {
  if (apart === undefined || together === undefined || last === undefined) return 'unproven';
  if (alike(together, last)) return 'unproven';
  return alike(apart, together) ? 'yes' : 'no';
}

/**
 * @param norms of one token's gradient: masked alone; with all n tokens of its sequence masked; the same beside a
 * sequence of m masked tokens without advantages.
 */
export function reductionOf(
  [one, all, beside]: readonly [number | undefined, number | undefined, number | undefined],
  n: number,
  m: number,
): Reduction | undefined {
  if (!one || all === undefined || beside === undefined || n < 2) return undefined;
  const shares: Readonly<Record<Reduction, readonly [number, number]>> = {
    sum: [1, 1],
    'batch-mean': [1, 1 / 2],
    'sequence-mean': [1 / n, 1 / (2 * n)],
    'token-mean': [1 / n, 1 / (n + m)],
  };
  const fits = (Object.keys(shares) as Reduction[]).filter(
    (name) => alike(all / one, shares[name][0]) && alike(beside / one, shares[name][1]),
  );
  return fits.length === 1 ? fits[0] : undefined;
}

/** Why a run cannot learn on this engine; `undefined`: it can. */
export function lacking(
  card: EngineCard,
  temperatures: readonly number[],
  anyTemperature: boolean,
): string | undefined {
  if (!card.losses.includes('ppo'))
    return `The engine does not compute the clipped loss (ppo), which self-play learns with; it computes ${card.losses.join(', ')}.`;
  if (card.forwardIsPure === 'no')
    return 'The engine leaves a gradient behind when it is asked for log-probabilities alone: every update would learn something that nobody meant.';
  if (card.stopIncluded === 'no')
    return 'SP904: the engine leaves out the token that stops a reply, so that it could not be learnt where to stop.';
  if (!card.checkpoints)
    return 'The engine loads no checkpoint that it has saved: a run could not go on after an interruption.';
  if (card.drift > 1)
    return `SP905: the engine's sampler and learner differ by ${card.drift.toFixed(2)} nats on the same token. Do they have the same weights?`;
  const other = temperatures.find((temperature) => temperature !== 1);
  if (other !== undefined && !anyTemperature)
    return `The engine learns at temperature 1 and the run samples at ${other}: what is learnt would not be what was sampled. Set play.temperature and design.temperature to 1, or engine.offTemperature to allow, as the paper's own code does.`;
  return undefined;
}
