/** One V8 isolate with one CPython in it, as the child process sees it. */
import ivm from 'isolated-vm';
import type { Conditions, Limits } from '../protocol/sandbox.ts';
import { FILES, type Image } from './image.ts';

/** Megabytes of JavaScript heap for the glue and the texts that cross; linear memory does not count. */
const HEAP_LIMIT = 256;

/** Milliseconds for asking a stopped interpreter where it was. */
const INQUIRY = 250;

/** Hands a buffer over to an isolate without copying it. */
function transfer(buffer: ArrayBuffer): unknown {
  return new ivm.ExternalCopy(buffer, { transferOut: true }).copyInto({ release: true, transferIn: true });
}

/** How a batch ended: with the engine's report, or with the isolate itself. */
export type BatchEnd =
  | {
      report: string;
      /** False when the interpreter was stopped by force, fell over or ended itself. */
      whole: boolean;
      /** Bytes that linear memory has grown to. */
      size: number;
    }
  | { report?: never; size?: never; lost: 'memory' | 'error'; message: string };

type EngineFunction = ivm.Reference<(...values: never[]) => unknown>;

export class SandboxIsolate {
  private readonly isolate: ivm.Isolate;
  private readonly image: Image;
  private readonly calls: Readonly<Record<'fresh' | 'batch' | 'aftermath' | 'addSnapshot', EngineFunction>>;
  private readonly hashSeeds = new Set<number>();

  private constructor(isolate: ivm.Isolate, image: Image, engine: ivm.Reference<Record<string, unknown>>) {
    this.isolate = isolate;
    this.image = image;
    const call = (name: string) => engine.getSync(name, { reference: true }) as EngineFunction;
    this.calls = {
      fresh: call('fresh'),
      batch: call('batch'),
      aftermath: call('aftermath'),
      addSnapshot: call('addSnapshot'),
    };
  }

  /** @param onCatastrophe is called when V8 has lost the isolate: the process must end. */
  static async create(image: Image, onCatastrophe: (message: string) => void): Promise<SandboxIsolate> {
    const isolate = new ivm.Isolate({ memoryLimit: HEAP_LIMIT, onCatastrophicError: onCatastrophe });
    const context = await isolate.createContext();
    const script = await isolate.compileScript(image.program, {
      filename: FILES.program,
      ...(image.cache && { cachedData: new ivm.ExternalCopy(image.cache) }),
    });
    await script.run(context);
    await context.evalClosure(
      'return engine.resume({ binary: $0, library: $1, hashSeed: 0 })',
      [transfer(image.binary()), new ivm.ExternalCopy(image.library).copyInto()],
      { result: { promise: true } },
    );
    const engine = await context.global.get('engine', { reference: true });
    return new SandboxIsolate(isolate, image, engine as ivm.Reference<Record<string, unknown>>);
  }

  get isDisposed(): boolean {
    return this.isolate.isDisposed;
  }

  /** Makes a fresh interpreter in place. */
  async fresh({ hashSeed, entropy, clock }: Conditions): Promise<void> {
    if (!this.hashSeeds.has(hashSeed)) {
      const { pages, meta } = this.image.snapshot(hashSeed);
      await this.call('addSnapshot', [hashSeed, transfer(pages), new ivm.ExternalCopy(meta).copyInto()]);
      this.hashSeeds.add(hashSeed);
    }
    await this.call('fresh', [hashSeed, entropy, clock]);
  }

  /** @param commands ASCII JSON, one command a line. */
  async batch(commands: string, { ticks, milliseconds }: Limits): Promise<BatchEnd> {
    try {
      return ended(await this.call('batch', [commands, ticks], milliseconds));
    } catch (error) {
      if (this.isolate.isDisposed) return { lost: 'memory', message: String(error) };
      if (!(error instanceof Error && error.message === 'Script execution timed out.')) {
        return { lost: 'error', message: String(error) };
      }
    }
    try {
      return ended(await this.call('aftermath', [], INQUIRY));
    } catch (error) {
      return { lost: 'error', message: String(error) };
    }
  }

  dispose(): void {
    if (!this.isolate.isDisposed) this.isolate.dispose();
  }

  private call(name: keyof SandboxIsolate['calls'], values: unknown[], timeout?: number): Promise<unknown> {
    return this.calls[name].apply(
      undefined,
      values as never[],
      timeout === undefined ? {} : { timeout },
    ) as Promise<unknown>;
  }
}

/** Reads the start of the report's header: no more, because the rest is for the pool to parse. */
function ended(value: unknown): BatchEnd {
  const report = String(value);
  const [, size, whole] = /^\{"size":(\d+),"whole":(true|false)/.exec(report) ?? [];
  return { report, whole: whole === 'true', size: Number(size ?? 0) };
}
