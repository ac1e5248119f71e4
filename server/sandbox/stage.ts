/** The interpreters that the image build runs: one that compiles the library, and one that a snapshot is taken of. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ivm from 'isolated-vm';
import { z } from 'zod';
import { PYTHON_MODULES, pythonFolder } from './image.ts';
import { type SnapshotMeta, snapshotMeta } from './meta.ts';

/** Megabytes of JavaScript heap: ample, since nothing hostile runs here. */
const HEAP_LIMIT = 1_024;

const OWN_PYTHON = join(import.meta.dirname, 'python');

export interface Stage {
  /** The isolate's script. */
  readonly program: string;
  /** The interpreter with its data segments. */
  readonly binary: Uint8Array;
  /** The archive that the standard library is imported from. */
  readonly library: Uint8Array;
}

/** The standard library as an archive of compiled modules. Takes some ten seconds. */
export function compileLibrary(stage: Stage): Promise<Uint8Array> {
  return produce(stage, ownPython('library.py'), 'library');
}

/** Our own Python modules as boot.py wants them: ASCII. */
export async function compileModules(stage: Stage): Promise<string> {
  const sources = PYTHON_MODULES.map(([name, file]) => [
    name,
    file,
    readFileSync(join(pythonFolder, file), 'utf8'),
  ]);
  const given = `SOURCES = __import__("json").loads(${JSON.stringify(asciiJson(sources))})\n`;
  return Buffer.from(await produce(stage, given + ownPython('modules.py'), 'codes')).toString('latin1');
}

/** Memory of an interpreter that is ready for its first environment. @param modules what `compileModules` gave. */
export async function captureSnapshot(
  stage: Stage,
  modules: string,
  hashSeed: number,
): Promise<{ pages: Uint8Array; meta: SnapshotMeta }> {
  const program = `CODES = ${JSON.stringify(modules)}\n${ownPython('boot.py')}`;
  const result = await evaluate(stage, 'return engine.snapshot({ ...$0, hashSeed: $1 }, $2)', [
    hashSeed,
    program,
  ]);
  const { pages } = z.object({ pages: z.instanceof(ArrayBuffer) }).parse(result);
  return { pages: new Uint8Array(pages), meta: snapshotMeta.parse(result) };
}

/** The bytes that a Python program leaves in a global. */
async function produce(stage: Stage, program: string, name: string): Promise<Uint8Array> {
  const result = await evaluate(stage, 'return engine.produce({ ...$0, hashSeed: 0 }, $1, $2)', [
    program,
    name,
  ]);
  return new Uint8Array(z.instanceof(ArrayBuffer).parse(result));
}

const ownPython = (name: string) => readFileSync(join(OWN_PYTHON, name), 'utf8');

async function evaluate(
  { program, binary, library }: Stage,
  code: string,
  values: readonly unknown[],
): Promise<unknown> {
  const isolate = new ivm.Isolate({ memoryLimit: HEAP_LIMIT });
  try {
    const context = await isolate.createContext();
    await context.eval(program);
    const options = { binary: plainBuffer(binary), library: plainBuffer(library), resume: false };
    return await context.evalClosure(code, [options, ...values], {
      arguments: { copy: true },
      result: { copy: true, promise: true },
    });
  } finally {
    isolate.dispose();
  }
}

function plainBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

/** JSON that is also a valid Python string literal once quoted again. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
