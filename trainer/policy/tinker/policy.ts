/**
 * Weights on a Tinker-compatible engine, as a `Policy`.
 *
 * Temperature. An engine learns at temperature 1 and nowhere else, and most give a sample's log-probabilities at 1
 * whatever it was sampled with. So this policy's log-probabilities are all of temperature 1: those of a sample (scored
 * anew where the engine gives others), and those of `score` and `update`. At other temperatures ρ begins at 1 as it
 * should, and what is learnt is biased by the tokens that sampling left out; that is refused unless it was allowed.
 *
 * Updates. One step is one `forward_backward` and one `optim_step`; several passes only where the probe has proven that
 * their gradients add up. When an update breaks off after it was sent, nobody knows what the weights are: the policy is
 * over, and whoever goes on opens another one and loads the last checkpoint, so that nothing is applied twice.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { EngineCard } from '../../../server/protocol/engine-card.ts';
import { asFailure, PolicyFailure } from '../failure.ts';
import type {
  CallOptions,
  Capabilities,
  Policy,
  Sample,
  SampleOptions,
  SampleRequest,
  Sequence,
  Trajectory,
  UpdateReport,
  UpdateSettings,
} from '../policy.ts';
import { checkSampling, checkSequences, checkUpdate } from '../requests.ts';
import { Limiter } from './limiter.ts';
import type { RemoteModel } from './model.ts';
import { learning, lossInputOf, scoringInputOf } from './objective.ts';
import { probe } from './probe.ts';
import { gradientNorm, reportOf } from './report.ts';
import { FILE, savedIn } from './saved.ts';
import { type SessionSettings, TinkerSession } from './session.ts';
import type { LossInput } from './wire.ts';

export interface TinkerSettings extends SessionSettings {
  /** Tokens at most of prompt and reply, as the model's files say; the engine may allow fewer. */
  readonly context: number;
  /** A few tokens of the model's language, for the probe. */
  readonly probePrompt: readonly number[];
  readonly stop: readonly number[];
  /** Sample at other temperatures than the 1 that is learnt at. */
  readonly anyTemperature: boolean;
}

/** Calls of `asample` at once: to begin with, and at most. */
const CALLS = { first: 16, most: 128 };
/** Tokens of one pass, where several are allowed: bodies of tens of megabytes break proxies. */
const PASS_TOKENS = 262_144;

/** Folders of checkpoints are written under another name, and put in place when they are whole. */
const PART = /\.part$/;

export class TinkerPolicy implements Policy {
  readonly card: EngineCard;
  readonly capabilities: Capabilities;
  readonly #session: TinkerSession;
  readonly #settings: TinkerSettings;
  readonly #limiter = new Limiter(CALLS.first, CALLS.most);
  #model: RemoteModel | undefined;
  /** As it was in the beginning. */
  #first: RemoteModel | undefined;
  /** What is sampled from; none when the weights have changed since. */
  #sampler: Promise<string> | undefined;
  #updates = 0;
  #saves = 0;
  #ended: PolicyFailure | undefined;

  private constructor(session: TinkerSession, settings: TinkerSettings, card: EngineCard) {
    this.#session = session;
    this.#settings = settings;
    this.card = card;
    this.capabilities = {
      engine: `${settings.model} on ${session.client.transport.url}`,
      vocabulary: settings.vocabulary,
      context: Math.min(settings.context, card.limits.context ?? settings.context),
      trains: true,
      deterministic: false,
    };
  }

  /**
   * Connects and finds out what the engine does. The model is made when it is first needed, or by `load`.
   * @throws PolicyFailure
   */
  static async open(settings: TinkerSettings, { signal }: CallOptions = {}): Promise<TinkerPolicy> {
    const session = await TinkerSession.open(settings, signal);
    try {
      return new TinkerPolicy(
        session,
        settings,
        await probe(session, settings.probePrompt, settings.stop, signal),
      );
    } catch (error) {
      session.close();
      throw signal?.aborted ? cancelled() : asFailure(error);
    }
  }

  /** Frees the models of an earlier process of this run. @returns their names */
  unloadOrphans(): Promise<string[]> {
    return this.#session.unloadOrphans();
  }

  /** The weights before anything was learnt: a further model, which is made when it is first asked and never trained. */
  reference(): Pick<Policy, 'score'> {
    return {
      score: (sequences, { signal } = {}) => {
        checkSequences(sequences, this.capabilities);
        if (sequences.length === 0) return Promise.resolve([]);
        return this.#calling(signal, async () => {
          this.#first ??= await this.#session.createModel(signal);
          return this.#score(
            sequences.map(({ tokens }) => tokens),
            signal,
            this.#first,
          );
        });
      },
    };
  }

  async sample(
    requests: readonly SampleRequest[],
    { signal, onSample }: SampleOptions = {},
  ): Promise<Sample[]> {
    checkSampling(requests, this.capabilities);
    for (const { settings } of requests) this.#checkTemperature(settings.temperature);
    if (requests.length === 0) return [];
    // When one fails the others are of no use, and are not waited for.
    const failed = new AbortController();
    const either = AbortSignal.any([failed.signal, ...(signal ? [signal] : [])]);
    return this.#calling(signal, async () => {
      const from = await this.#current(either);
      const all = requests.map((request, index) =>
        this.#limiter.run(async () => {
          either.throwIfAborted();
          const sample = await this.#one(from, request, either);
          onSample?.(sample, index);
          return sample;
        }),
      );
      return await Promise.all(all).catch((error: unknown) => {
        failed.abort();
        throw error;
      });
    });
  }

  async score(sequences: readonly Sequence[], { signal }: CallOptions = {}): Promise<Float32Array[]> {
    checkSequences(sequences, this.capabilities);
    for (const { temperature = 1 } of sequences) this.#checkTemperature(temperature);
    if (sequences.length === 0) return [];
    return this.#calling(signal, () =>
      this.#score(
        sequences.map(({ tokens }) => tokens),
        signal,
      ),
    );
  }

  async update(
    trajectories: readonly Trajectory[],
    settings: UpdateSettings,
    { signal }: CallOptions = {},
  ): Promise<UpdateReport> {
    checkUpdate(trajectories, settings, this.capabilities);
    for (const { temperature = 1 } of trajectories) this.#checkTemperature(temperature);
    const learnt = learning(trajectories);
    let sent = false;
    try {
      return await this.#calling(signal, async () => {
        const model = await this.#ready(signal);
        const known =
          settings.objective.kind === 'clipped' ? learnt : await this.#withPresent(learnt, signal);
        const inputs = this.#passes(known, settings);
        const [beta1, beta2] = settings.betas;
        const adam = {
          learning_rate: settings.learningRate,
          beta1,
          beta2,
          eps: 1e-12,
          weight_decay: settings.weightDecay,
          grad_clip_norm: Number.isFinite(settings.maxGradientNorm) ? settings.maxGradientNorm : 0,
        };
        signal?.throwIfAborted();
        sent = true;
        this.#sampler = undefined;
        const { logProbabilities, metrics } = await model.train(inputs, adam, this.#updates, { signal });
        this.#updates += 1;
        const report = reportOf(known, logProbabilities, settings, this.#updates, gradientNorm(metrics));
        if (!Number.isFinite(report.loss))
          throw new PolicyFailure(
            'diverged',
            `The update's loss is ${report.loss}. The engine has applied it; go on from the last checkpoint with a lower learning rate.`,
          );
        return report;
      });
    } catch (error) {
      if (sent) this.#ended = overAfter(asFailure(error));
      throw error;
    }
  }

  async save(path: string): Promise<void> {
    await this.#calling(undefined, async () => {
      const { run, attempt, model, loraRank } = this.#settings;
      this.#saves += 1;
      const name = `spade-${run}-${attempt}-${this.#updates}-${this.#saves}`
        .replace(/[^a-zA-Z0-9_-]/g, '-')
        .slice(-255);
      const kept = await (await this.#ready()).save(name);
      const { url } = this.#session.client.transport;
      const content = { format: 1, url, model, loraRank, path: kept, updates: this.#updates };
      await mkdir(path, { recursive: true });
      await writeFile(join(path, FILE), `${JSON.stringify(content, null, 2)}\n`);
      this.#settings.journal?.saved(kept, path.replace(PART, ''));
      await this.#deleteDropped(resolve(path.replace(PART, '')));
    });
  }

  /** The run keeps only some checkpoints; the engine need not keep the others. */
  async #deleteDropped(newest: string): Promise<void> {
    for (const [path, folder] of this.#settings.journal?.checkpoints() ?? [])
      if (folder !== newest && !existsSync(folder)) await this.#session.delete(path);
  }

  async load(path: string): Promise<void> {
    await this.#calling(undefined, async () => {
      const kept = await savedIn(path);
      const { model, loraRank } = this.#settings;
      if (kept.model !== model || kept.loraRank !== loraRank)
        throw new PolicyFailure(
          'checkpoint',
          `'${path}' is of ${kept.model} with rank ${kept.loraRank}, and this policy is ${model} with rank ${loraRank}.`,
        );
      const before = this.#model;
      this.#sampler = undefined;
      // Weights are loaded into a model that nothing was done with yet.
      const next = await this.#session.createModel();
      await next.load(kept.path);
      this.#model = next;
      this.#updates = kept.updates;
      await before?.unload();
    });
  }

  async close(): Promise<void> {
    const first = this.#ended?.kind !== 'closed';
    this.#ended = new PolicyFailure('closed', 'The policy was closed.');
    if (!first) return;
    await Promise.all([this.#model?.unload(), this.#first?.unload()]);
    this.#session.close();
  }

  async #one(from: string, { prompt, settings, seed }: SampleRequest, signal: AbortSignal): Promise<Sample> {
    const room = Math.min(settings.maxTokens, this.capabilities.context - prompt.length);
    const model = await this.#ready(signal);
    const asked = Array.from(prompt);
    const { tokens, logProbabilities, stopReason } = await model.sample(
      from,
      asked,
      { ...settings, maxTokens: room },
      seed,
      {
        signal,
        onBusy: () => this.#limiter.tooMuch(),
      },
    );
    const last = tokens.at(-1) ?? -1;
    if (stopReason === 'stop' && !settings.stop.includes(last))
      throw new PolicyFailure(
        'engine',
        'SP904: the engine leaves out the token that stopped a reply, so that it could not be learnt. Is the stop token the model’s own?',
      );
    const rescored = settings.temperature !== 1 && this.card.logProbabilities !== 'at-one';
    return {
      tokens: Int32Array.from(tokens),
      logProbabilities: rescored
        ? ((await this.#score([[...asked, ...tokens]], signal))[0] ?? logProbabilities).subarray(asked.length)
        : logProbabilities,
      stopReason: stopReason === 'stop' ? 'stop' : room < settings.maxTokens ? 'context' : 'length',
    };
  }

  async #score(
    sequences: readonly ArrayLike<number>[],
    signal?: AbortSignal,
    model?: RemoteModel,
  ): Promise<Float32Array[]> {
    const scores = await (model ?? (await this.#ready(signal))).forward(scoringInputOf(sequences), {
      signal,
    });
    return scores.map((score) => Float32Array.of(0, ...score));
  }

  async #withPresent(trajectories: readonly Trajectory[], signal?: AbortSignal): Promise<Trajectory[]> {
    const now = await this.#score(
      trajectories.map(({ tokens }) => tokens),
      signal,
    );
    return trajectories.map((one, i) => ({ ...one, oldLogProbabilities: now[i] ?? [] }));
  }

  /** One pass, or several where gradients were proven to add up. All are weighed as one. */
  #passes(trajectories: readonly Trajectory[], settings: UpdateSettings): LossInput[] {
    const whole = lossInputOf(trajectories, settings, this.card.reduction);
    if (this.card.accumulates !== 'yes') return [whole];
    const passes: LossInput[] = [];
    let [data, tokens]: [LossInput['data'], number] = [[], 0];
    for (const [i, one] of whole.data.entries()) {
      const length = trajectories[i]?.tokens.length ?? 0;
      if (data.length > 0 && tokens + length > PASS_TOKENS) {
        passes.push({ ...whole, data });
        [data, tokens] = [[], 0];
      }
      data.push(one);
      tokens += length;
    }
    return [...passes, { ...whole, data }];
  }

  #current(signal?: AbortSignal): Promise<string> {
    this.#sampler ??= this.#ready(signal).then((model) => model.sampler({ signal }));
    const sampler = this.#sampler;
    sampler.catch(() => {
      if (this.#sampler === sampler) this.#sampler = undefined;
    });
    return sampler;
  }

  async #ready(signal?: AbortSignal): Promise<RemoteModel> {
    this.#session.check();
    this.#model ??= await this.#session.createModel(signal);
    return this.#model;
  }

  #checkTemperature(temperature: number): void {
    if (temperature !== 1 && !this.#settings.anyTemperature)
      throw new PolicyFailure(
        'request',
        `The temperature is ${temperature}; the engine learns at 1. Set it to 1, or engine.offTemperature to allow.`,
      );
  }

  async #calling<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    if (this.#ended) throw this.#ended;
    if (signal?.aborted) throw cancelled();
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted) throw cancelled();
      throw asFailure(error);
    }
  }
}

const cancelled = (): PolicyFailure => new PolicyFailure('cancelled', 'The call was cancelled.');

const overAfter = ({ message }: PolicyFailure): PolicyFailure =>
  new PolicyFailure(
    'engine',
    `An update broke off after it was sent, so that nobody knows what the weights are (${message}). Open the policy again and load its last checkpoint.`,
  );
