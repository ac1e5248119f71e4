/** The pocket policy: a small transformer, trained and sampled in a thread of its own. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PolicyFailure } from '../failure.ts';
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
import type { CallName, Calls, FromThread } from './channel.ts';
import type { SaveOptions } from './checkpoint.ts';
import type { Origin } from './engine.ts';
import { ON_CPU, type RuntimeSettings } from './runtime.ts';

const THREAD = import.meta.url.endsWith('.ts')
  ? join(import.meta.dirname, 'worker.ts')
  : join(import.meta.dirname, 'pocket-worker.mjs');

interface Pending {
  readonly onSample: SampleOptions['onSample'];
  resolve(answer: Calls[CallName]['answer']): void;
  reject(failure: PolicyFailure): void;
}

export class PocketPolicy implements Policy {
  private readonly worker: Worker;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
  private ended: PolicyFailure | undefined;
  private limits: Capabilities | undefined;

  private constructor() {
    this.worker = new Worker(THREAD);
    this.worker.unref();
    this.worker.on('message', (message: FromThread) => this.receive(message));
    this.worker.on('error', (cause) =>
      this.end(
        new PolicyFailure('engine', `The policy's thread broke: ${describe(cause)}. Open it again.`, {
          cause,
        }),
      ),
    );
    this.worker.on('exit', () =>
      this.end(new PolicyFailure('engine', "The policy's thread ended. Open it again.")),
    );
  }

  /** @throws PolicyFailure `unavailable` or `checkpoint`. */
  static async open(origin: Origin, runtime: RuntimeSettings = ON_CPU): Promise<PocketPolicy> {
    const policy = new PocketPolicy();
    try {
      policy.limits = await policy.call('open', { origin, runtime });
      return policy;
    } catch (failure) {
      await policy.worker.terminate();
      throw failure;
    }
  }

  get capabilities(): Capabilities {
    if (!this.limits) throw new PolicyFailure('closed', 'The policy is not open.');
    return this.limits;
  }

  async sample(requests: readonly SampleRequest[], options: SampleOptions = {}): Promise<Sample[]> {
    checkSampling(requests, this.capabilities);
    if (requests.length === 0) return [];
    const plain = requests.map(({ prompt, settings, seed }) => ({
      prompt: Int32Array.from(prompt),
      settings: { ...settings, stop: [...settings.stop] },
      seed,
    }));
    return this.call('sample', { requests: plain }, options);
  }

  async score(sequences: readonly Sequence[], options: CallOptions = {}): Promise<Float32Array[]> {
    checkSequences(sequences, this.capabilities);
    return this.call('score', { sequences: sequences.map(plainSequence) }, options);
  }

  async update(
    trajectories: readonly Trajectory[],
    settings: UpdateSettings,
    options: CallOptions = {},
  ): Promise<UpdateReport> {
    checkUpdate(trajectories, settings, this.capabilities);
    return this.call('update', { trajectories: trajectories.map(plainTrajectory), settings }, options);
  }

  save(path: string, options?: SaveOptions): Promise<void> {
    return this.call('save', { path, options });
  }

  load(path: string): Promise<void> {
    return this.call('load', { path });
  }

  async close(): Promise<void> {
    if (this.ended) return;
    const exited = new Promise<void>((resolve) => this.worker.once('exit', () => resolve()));
    for (const id of this.pending.keys()) this.worker.postMessage({ call: 'cancel', id });
    this.end(new PolicyFailure('closed', 'The policy was closed.'));
    this.worker.ref();
    this.worker.postMessage({ call: 'close', id: 0 });
    await exited;
  }

  private call<Name extends CallName>(
    call: Name,
    ask: Calls[Name]['ask'],
    { signal, onSample }: SampleOptions = {},
  ): Promise<Calls[Name]['answer']> {
    if (this.ended) return Promise.reject(this.ended);
    if (signal?.aborted) return Promise.reject(new PolicyFailure('cancelled', 'The call was cancelled.'));
    this.lastId += 1;
    const id = this.lastId;
    const cancel = () => this.worker.postMessage({ call: 'cancel', id });
    const answer = new Promise<Calls[CallName]['answer']>((resolve, reject) => {
      this.pending.set(id, { onSample, resolve, reject });
    });
    this.worker.ref();
    signal?.addEventListener('abort', cancel, { once: true });
    this.worker.postMessage({ call, id, ...ask });
    return answer.finally(() => signal?.removeEventListener('abort', cancel)) as Promise<
      Calls[Name]['answer']
    >;
  }

  private receive(message: FromThread): void {
    const pending = this.pending.get(message.id);
    if (!pending) return;
    if ('sample' in message) {
      pending.onSample?.(message.sample, message.index);
      return;
    }
    this.pending.delete(message.id);
    if (this.pending.size === 0) this.worker.unref();
    if ('failure' in message)
      pending.reject(new PolicyFailure(message.failure.kind, message.failure.message));
    else pending.resolve(message.answer);
  }

  /** Nothing works any more; whoever waits is told why. */
  private end(failure: PolicyFailure): void {
    this.ended ??= failure;
    for (const { reject } of this.pending.values()) reject(this.ended);
    this.pending.clear();
  }
}

/** Only what a thread can be sent, whatever kind of arrays the caller uses. */
const plainSequence = ({ tokens, temperature = 1 }: Sequence): Sequence => ({
  tokens: Int32Array.from(tokens),
  temperature,
});

const plainTrajectory = (trajectory: Trajectory): Trajectory => ({
  ...plainSequence(trajectory),
  mask: Uint8Array.from(trajectory.mask, (one) => Number(one !== 0)),
  advantages: Float32Array.from(trajectory.advantages),
  oldLogProbabilities: Float32Array.from(trajectory.oldLogProbabilities),
  ...(trajectory.importanceWeights && { importanceWeights: Float32Array.from(trajectory.importanceWeights) }),
});

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
