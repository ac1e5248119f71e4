/** Updates and scores: sequences in batches through the training graph, gradients added up, then one step of Adam. */
import { PolicyFailure } from '../failure.ts';
import { TokenStatistics, termScales } from '../objective.ts';
import type { Objective, Sequence, Trajectory, UpdateReport, UpdateSettings } from '../policy.ts';
import { adamStep, norm } from './adam.ts';
import { type Batch, planBatches } from './batches.ts';
import { type Feeds, floatsOf, type OnnxRuntime, type Session } from './runtime.ts';
import { SessionCache } from './sessions.ts';
import { scoringGraph, trainingGraph } from './training-graph.ts';
import { viewsOf, type Weights } from './weights.ts';

/** Positions computed at once: enough that matrix products dominate, few enough for a laptop's memory. */
const BATCH_POSITIONS = 4096;

const GRADIENT = 'gradient of ';

/** Called between batches; throws when the work is no longer wanted. */
export type Checkpoint = () => void | Promise<void>;

export class Trainer {
  private readonly runtime: OnnxRuntime;
  private readonly weights: Weights;
  private readonly sessions: SessionCache;
  private readonly inputs: Feeds;
  /** Gradients of one batch, where the runtime writes them, and their sum over all batches. */
  private readonly partial: Float32Array;
  private readonly sum: Float32Array;
  private readonly gradients: Feeds;

  constructor(runtime: OnnxRuntime, weights: Weights) {
    const { config, parameters } = weights;
    this.runtime = runtime;
    this.weights = weights;
    this.sessions = new SessionCache(runtime);
    this.inputs = viewsOf(runtime, config, parameters);
    this.partial = new Float32Array(parameters.length);
    this.sum = new Float32Array(parameters.length);
    this.gradients = viewsOf(runtime, config, this.partial, GRADIENT);
  }

  /** As `Policy.update`. @throws PolicyFailure `diverged`, and whatever `proceed` throws; weights are then as before. */
  async update(
    trajectories: readonly Trajectory[],
    settings: UpdateSettings,
    proceed: Checkpoint = () => {},
  ): Promise<UpdateReport> {
    const { objective } = settings;
    const scales = termScales(trajectories, settings.mean);
    const statistics = new TokenStatistics(objective);
    let loss = 0;
    this.sum.fill(0);
    for (const batch of this.plan(trajectories)) {
      await proceed();
      const session = await this.trainingSession(batch, objective);
      const feeds = this.feeds(batch, trajectories);
      feeds.scales = this.aligned(batch, scales);
      if (objective.kind === 'clipped')
        feeds.old = this.aligned(
          batch,
          trajectories.map((one) => one.oldLogProbabilities),
          scales,
        );
      const outputs = await session.run(feeds, { loss: null, 'log-probabilities': null, ...this.gradients });
      loss += floatsOf(outputs, 'loss')[0] ?? Number.NaN;
      addInto(this.sum, this.partial);
      const now = floatsOf(outputs, 'log-probabilities');
      for (const [row, index] of batch.members.entries()) {
        const { mask, oldLogProbabilities: old } = trajectories[index] ?? missing();
        for (let t = 1; t < mask.length; t++)
          if (mask[t])
            statistics.add(
              now[row * batch.length + t - 1] ?? Number.NaN,
              old[t] ?? 0,
              scales[index]?.[t] ?? 0,
            );
      }
    }
    const gradientNorm = norm(this.sum);
    if (!Number.isFinite(loss) || !Number.isFinite(gradientNorm))
      throw new PolicyFailure(
        'diverged',
        `The update was refused: its loss is ${loss} and its gradient's length ${gradientNorm}. ` +
          'Lower the learning rate, or look for extreme advantages or old log-probabilities.',
      );
    await proceed();
    adamStep(this.weights.parameters, this.sum, gradientNorm, this.weights.adam, settings);
    return { loss, gradientNorm, updates: this.weights.adam.updates, ...statistics.report() };
  }

  /** As `Policy.score`. */
  async score(sequences: readonly Sequence[], proceed: Checkpoint = () => {}): Promise<Float32Array[]> {
    const scores = sequences.map(({ tokens }) => new Float32Array(tokens.length));
    for (const batch of this.plan(sequences)) {
      await proceed();
      const session = await this.sessions.get(`score ${batch.rows} ${batch.length}`, () =>
        scoringGraph(this.weights.config, batch, this.runtime),
      );
      const now = floatsOf(await session.run(this.feeds(batch, sequences)), 'log-probabilities');
      for (const [row, index] of batch.members.entries()) {
        const scored = scores[index] ?? missing();
        const start = row * batch.length;
        scored.set(now.subarray(start, start + scored.length - 1), 1);
      }
    }
    return scores;
  }

  close(): Promise<void> {
    return this.sessions.close();
  }

  private plan(sequences: readonly Sequence[]): Batch[] {
    return planBatches(
      sequences.map(({ tokens }) => tokens.length - 1),
      BATCH_POSITIONS,
    );
  }

  private trainingSession(batch: Batch, objective: Objective): Promise<Session> {
    const loss = objective.kind === 'imitation' ? 'crossEntropy' : objective;
    const key = `train ${batch.rows} ${batch.length} ${JSON.stringify(loss)}`;
    return this.sessions.get(key, () => trainingGraph(this.weights.config, batch, loss, this.runtime));
  }

  private feeds(batch: Batch, sequences: readonly Sequence[]): Feeds {
    const count = batch.rows * batch.length;
    const tokens = new Int32Array(count);
    const targets = new Int32Array(count);
    const temperatures = new Float32Array(count).fill(1);
    for (const [row, index] of batch.members.entries()) {
      const { tokens: sequence, temperature = 1 } = sequences[index] ?? missing();
      const start = row * batch.length;
      for (let t = 1; t < sequence.length; t++) {
        tokens[start + t - 1] = sequence[t - 1] ?? 0;
        targets[start + t - 1] = sequence[t] ?? 0;
      }
      temperatures.fill(1 / temperature, start, start + batch.length);
    }
    return {
      ...this.inputs,
      tokens: this.runtime.int32(tokens, [count]),
      targets: this.runtime.int32(targets, [count]),
      temperatures: this.runtime.floats(temperatures, [count]),
    };
  }

  /** What speaks of the token at t goes to the position before it, which predicts that token. */
  private aligned(batch: Batch, arrays: readonly ArrayLike<number>[], where?: readonly Float32Array[]) {
    const count = batch.rows * batch.length;
    const values = new Float32Array(count);
    for (const [row, index] of batch.members.entries()) {
      const array = arrays[index] ?? missing();
      const counts = where?.[index];
      for (let t = 1; t < array.length; t++)
        if (counts?.[t] !== 0) values[row * batch.length + t - 1] = array[t] ?? 0;
    }
    return this.runtime.floats(values, [count]);
  }
}

function addInto(sum: Float32Array, more: Float32Array): void {
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (more[i] ?? 0);
}

function missing(): never {
  throw new Error('A batch names a sequence that is not there.');
}
