/** The pocket policy without its thread: weights, and what samples from them and trains them. */
import { PolicyFailure } from '../failure.ts';
import type {
  Capabilities,
  Sample,
  SampleRequest,
  Sequence,
  Trajectory,
  UpdateReport,
  UpdateSettings,
} from '../policy.ts';
import { loadCheckpoint, type SaveOptions, saveCheckpoint } from './checkpoint.ts';
import type { ModelConfig } from './config.ts';
import { Decoder } from './decoder.ts';
import { OnnxRuntime, type RuntimeSettings } from './runtime.ts';
import { type SamplingOptions, sampleAll } from './sampling.ts';
import { type Checkpoint, Trainer } from './trainer.ts';
import { freshWeights, type Weights } from './weights.ts';

/** Where the weights come from. */
export type Origin =
  | { readonly config: ModelConfig; readonly seed: number }
  /** A checkpoint's folder. */
  | { readonly checkpoint: string };

export class PocketEngine {
  private readonly runtime: OnnxRuntime;
  private readonly weights: Weights;
  private readonly trainer: Trainer;
  private readonly decoder: Decoder;

  private constructor(runtime: OnnxRuntime, weights: Weights) {
    this.runtime = runtime;
    this.weights = weights;
    this.trainer = new Trainer(runtime, weights);
    this.decoder = new Decoder(runtime, weights);
  }

  /** @throws PolicyFailure `unavailable` or `checkpoint`. */
  static async open(origin: Origin, settings: RuntimeSettings): Promise<PocketEngine> {
    const runtime = await OnnxRuntime.open(settings);
    const weights =
      'checkpoint' in origin
        ? await loadCheckpoint(origin.checkpoint)
        : freshWeights(origin.config, origin.seed);
    return new PocketEngine(runtime, weights);
  }

  get capabilities(): Capabilities {
    const { provider } = this.runtime.settings;
    const { vocabulary, context } = this.weights.config;
    return {
      engine: `pocket on ${provider}`,
      vocabulary,
      context,
      trains: true,
      deterministic: provider === 'cpu',
    };
  }

  sample(
    requests: readonly SampleRequest[],
    options: Omit<SamplingOptions, 'context'> = {},
  ): Promise<Sample[]> {
    return sampleAll(this.decoder, requests, { ...options, context: this.weights.config.context });
  }

  score(sequences: readonly Sequence[], proceed?: Checkpoint): Promise<Float32Array[]> {
    return this.trainer.score(sequences, proceed);
  }

  update(
    trajectories: readonly Trajectory[],
    settings: UpdateSettings,
    proceed?: Checkpoint,
  ): Promise<UpdateReport> {
    return this.trainer.update(trajectories, settings, proceed);
  }

  save(path: string, options?: SaveOptions): Promise<void> {
    return saveCheckpoint(path, this.weights, options);
  }

  /** @throws PolicyFailure `checkpoint`; the weights are then as before. */
  async load(path: string): Promise<void> {
    const { config, parameters, adam } = await loadCheckpoint(path);
    if (JSON.stringify(config) !== JSON.stringify(this.weights.config))
      throw new PolicyFailure(
        'checkpoint',
        `'${path}' is of a model of other sizes (${describe(config)}) than this policy (${describe(this.weights.config)}). ` +
          'Open a policy from the checkpoint instead.',
      );
    this.weights.parameters.set(parameters);
    this.weights.adam.first.set(adam.first);
    this.weights.adam.second.set(adam.second);
    this.weights.adam.updates = adam.updates;
  }

  async close(): Promise<void> {
    await this.trainer.close();
    await this.decoder.close();
  }
}

const describe = ({ width, layers, heads, feedForward, context }: ModelConfig): string =>
  `width ${width}, ${layers} layers, ${heads} heads, feed-forward ${feedForward}, context ${context}`;
