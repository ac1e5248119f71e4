/** A policy that answers from a script and learns nothing: for tests of what drives policies. */
import { PolicyFailure } from './failure.ts';
import { masked } from './objective.ts';
import type {
  CallOptions,
  Capabilities,
  Policy,
  Sample,
  SampleOptions,
  SampleRequest,
  Sequence,
  Tokens,
  Trajectory,
  UpdateReport,
  UpdateSettings,
} from './policy.ts';
import { checkSampling, checkSequences, checkUpdate } from './requests.ts';

export interface Script {
  /**
   * The whole reply to a prompt. What goes beyond a stop token, `maxTokens` or the context is cut off.
   * @param sampled how many replies were asked for before.
   */
  readonly reply: (prompt: Tokens, seed: number, sampled: number) => Tokens;
  /** log π of the token at t; -1 for each when left out. */
  readonly logProbability?: (tokens: Tokens, t: number) => number;
  readonly vocabulary?: number;
  readonly context?: number;
}

/** What a scripted policy was told to learn. */
export interface SeenUpdate {
  readonly trajectories: readonly Trajectory[];
  readonly settings: UpdateSettings;
}

export class ScriptedPolicy implements Policy {
  readonly capabilities: Capabilities;
  /** Every update, in order. */
  readonly updates: SeenUpdate[] = [];
  /** How many updates had been seen when a path was saved. */
  readonly saved = new Map<string, number>();
  private readonly script: Script;
  private sampled = 0;
  private learnt = 0;
  private closed = false;

  constructor(script: Script) {
    this.script = script;
    this.capabilities = {
      engine: 'scripted',
      vocabulary: script.vocabulary ?? 272,
      context: script.context ?? 1024,
      trains: true,
      deterministic: true,
    };
  }

  async sample(
    requests: readonly SampleRequest[],
    { signal, onSample }: SampleOptions = {},
  ): Promise<Sample[]> {
    this.check(signal);
    checkSampling(requests, this.capabilities);
    return requests.map((request, index) => {
      const sample = this.answer(request);
      onSample?.(sample, index);
      return sample;
    });
  }

  async score(sequences: readonly Sequence[], { signal }: CallOptions = {}): Promise<Float32Array[]> {
    this.check(signal);
    checkSequences(sequences, this.capabilities);
    return sequences.map(({ tokens }) =>
      Float32Array.from({ length: tokens.length }, (_, t) => (t === 0 ? 0 : this.logProbability(tokens, t))),
    );
  }

  async update(
    trajectories: readonly Trajectory[],
    settings: UpdateSettings,
    { signal }: CallOptions = {},
  ): Promise<UpdateReport> {
    this.check(signal);
    checkUpdate(trajectories, settings, this.capabilities);
    this.updates.push({ trajectories, settings });
    this.learnt += 1;
    return {
      loss: 0,
      tokens: trajectories.reduce((sum, { mask }) => sum + masked(mask), 0),
      surprise: 1,
      meanRatio: 1,
      divergence: 0,
      clippedShare: 0,
      gradientNorm: 0,
      updates: this.learnt,
    };
  }

  async save(path: string): Promise<void> {
    this.check();
    this.saved.set(path, this.learnt);
  }

  async load(path: string): Promise<void> {
    this.check();
    const learnt = this.saved.get(path);
    if (learnt === undefined)
      throw new PolicyFailure('checkpoint', `Nothing was saved as '${path}'. Save it first.`);
    this.learnt = learnt;
  }

  async close(): Promise<void> {
    this.closed = true;
  }

  private answer({ prompt, settings, seed }: SampleRequest): Sample {
    const reply = Array.from(this.script.reply(prompt, seed, this.sampled));
    this.sampled += 1;
    const room = Math.min(settings.maxTokens, this.capabilities.context - prompt.length);
    const stop = reply.findIndex((token) => settings.stop.includes(token));
    const stopped = stop >= 0 && stop < room;
    const tokens = Int32Array.from(reply.slice(0, stopped ? stop + 1 : room));
    if (tokens.length === 0 || (!stopped && tokens.length < room))
      throw new PolicyFailure('engine', `The script's reply is over before a stop token: [${reply}].`);
    const whole = [...Array.from(prompt), ...tokens];
    return {
      tokens,
      logProbabilities: Float32Array.from(tokens, (_, t) => this.logProbability(whole, prompt.length + t)),
      stopReason: stopped ? 'stop' : room === settings.maxTokens ? 'length' : 'context',
    };
  }

  private logProbability(tokens: Tokens, t: number): number {
    return this.script.logProbability?.(tokens, t) ?? -1;
  }

  private check(signal?: AbortSignal): void {
    if (this.closed) throw new PolicyFailure('closed', 'The policy was closed.');
    if (signal?.aborted) throw new PolicyFailure('cancelled', 'The call was cancelled.');
  }
}
