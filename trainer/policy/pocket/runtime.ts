/** ONNX Runtime: whether it is there, on which processor it runs, and how sessions are set up. */
import type * as Runtime from 'onnxruntime-node';
import { PolicyFailure } from '../failure.ts';
import { add } from './graph/arithmetic.ts';
import { Graph } from './graph/graph.ts';

export const PROVIDERS = ['cpu', 'webgpu', 'cuda'] as const;
/** What executes the graphs. */
export type Provider = (typeof PROVIDERS)[number];

export interface RuntimeSettings {
  readonly provider: Provider;
  /** Threads of the CPU provider. */
  readonly threads: number;
}

export const ON_CPU: RuntimeSettings = { provider: 'cpu', threads: 2 };

export type Session = Runtime.InferenceSession;
export type Tensor = Runtime.Tensor;
export type Feeds = Record<string, Tensor>;

const WITHOUT: Readonly<Record<Provider, string>> = {
  cpu: 'Reinstall onnxruntime-node for this platform (npm ci).',
  webgpu: "It needs a graphics driver that Dawn accepts (Vulkan, Metal or Direct3D 12). Use 'cpu' otherwise.",
  cuda:
    'The npm package does not carry the CUDA provider: put libonnxruntime_providers_cuda and _shared of the same ' +
    "version, and CUDA's own libraries, beside the package's binary, or use 'cpu'.",
};

/** Sessions on one provider, and tensors for them. */
export class OnnxRuntime {
  readonly settings: RuntimeSettings;
  private readonly library: typeof Runtime;

  private constructor(library: typeof Runtime, settings: RuntimeSettings) {
    this.library = library;
    this.settings = settings;
  }

  /** @throws PolicyFailure `unavailable` when the library or the provider is not there. */
  static async open(settings: RuntimeSettings): Promise<OnnxRuntime> {
    let library: typeof Runtime;
    try {
      library = await import('onnxruntime-node');
    } catch (cause) {
      throw new PolicyFailure(
        'unavailable',
        `onnxruntime-node has no binary that runs here (${process.platform} ${process.arch}). ${WITHOUT.cpu}`,
        { cause },
      );
    }
    const runtime = new OnnxRuntime(library, settings);
    // Only a session shows whether there is such a processor, so that it is told now and not at the first call.
    if (settings.provider !== 'cpu') await (await runtime.session(nothing())).release();
    return runtime;
  }

  /** Graphs must be built `portable` for this provider. */
  get portable(): boolean {
    return this.settings.provider !== 'cpu';
  }

  /** @throws PolicyFailure `unavailable` when the provider cannot run the graph. */
  async session(graph: Uint8Array): Promise<Session> {
    const { provider, threads } = this.settings;
    try {
      return await this.library.InferenceSession.create(graph, {
        executionProviders: provider === 'cpu' ? ['cpu'] : [provider, 'cpu'],
        intraOpNumThreads: threads,
        interOpNumThreads: 1,
        // No slower without, and sessions of many sizes then share one heap instead of each keeping its largest.
        enableMemPattern: false,
        enableCpuMemArena: false,
        logSeverityLevel: 3,
        // Threads that wait busily slow each other down when a neighbour wants the processor too.
        extra: { session: { intra_op: { allow_spinning: '0' } } },
      });
    } catch (cause) {
      if (provider === 'cpu') throw cause;
      throw absent(provider, cause);
    }
  }

  /** A tensor over these numbers, which are not copied: the session reads them when it runs. */
  floats(values: Float32Array, shape: readonly number[]): Tensor {
    return new this.library.Tensor('float32', values, shape);
  }

  int32(values: Int32Array, shape: readonly number[]): Tensor {
    return new this.library.Tensor('int32', values, shape);
  }

  int64(values: BigInt64Array, shape: readonly number[]): Tensor {
    return new this.library.Tensor('int64', values, shape);
  }
}

/** The smallest graph that a provider may refuse. */
function nothing(): Uint8Array {
  const graph = new Graph();
  const x = graph.input('x', [1]);
  graph.output('y', add(graph, x, x));
  return graph.encode();
}

function absent(provider: Provider, cause: unknown): PolicyFailure {
  const reason = cause instanceof Error ? ` (${cause.message})` : '';
  return new PolicyFailure(
    'unavailable',
    `The provider '${provider}' cannot be used on this machine${reason}. ${WITHOUT[provider]}`,
    { cause },
  );
}

/** The numbers of a float32 output. @throws when there is no such output. */
export function floatsOf(outputs: Readonly<Record<string, Tensor>>, name: string): Float32Array {
  const data = outputs[name]?.data;
  if (!(data instanceof Float32Array)) throw new Error(`The graph gave no numbers named '${name}'.`);
  return data;
}
