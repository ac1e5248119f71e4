/**
 * Builds an image: strips Pyodide's binary and glue, starts CPython in an isolate, imports the standard library's
 * common modules, executes the driver, and takes a snapshot for each hash seed.
 *
 * Must run in a process of its own with `--no-node-snapshot` (see scripts/build-image.ts); needs esbuild.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import ivm from 'isolated-vm';
import { stripGlue } from './glue.ts';
import { FILES, findImage, HASH_SEEDS, imagesFolder, inputKey, snapshotFile } from './image.ts';
import { ENGINE_EXPORTS } from './inside/emscripten.ts';
import { imageMeta, pyodidePackage } from './meta.ts';
import { captureSnapshot, compileLibrary, compileModules } from './stage.ts';
import { importedFunctions, PAGE, rewrite } from './wasm.ts';

/** 256 MB: what CPython may use before it raises MemoryError. */
const MAXIMUM_PAGES = 4_096;

/** Pages above the snapshot that a fresh interpreter has without growing. */
const HEADROOM_PAGES = 16;

/** Builds the image for the present sources unless there is one. Returns its folder. */
export async function buildImage(): Promise<string> {
  const existing = findImage();
  if (existing) return existing;
  const key = inputKey();
  const pyodide = pyodidePackage();
  const original = readFileSync(join(pyodide.folder, 'pyodide.asm.wasm'));
  const glue = await stripGlue(
    readFileSync(join(pyodide.folder, 'pyodide.asm.mjs'), 'utf8'),
    importedFunctions(original),
  );
  const program = `${glue.code}\n${await engineScript()}`;
  const exports = new Set([...glue.exports, ...ENGINE_EXPORTS]);
  const binary = rewrite(original, { exports, memory: { maximumPages: MAXIMUM_PAGES } });

  const sources = readFileSync(join(pyodide.folder, 'python_stdlib.zip'));
  const library = await cachedLibrary(pyodide.version, () =>
    compileLibrary({ program, binary, library: sources }),
  );
  const stage = { program, binary, library };
  const modules = await compileModules(stage);
  const captured = [];
  for (const hashSeed of HASH_SEEDS) captured.push(await captureSnapshot(stage, modules, hashSeed));

  const lastPage = Math.max(...captured.map(({ meta }) => Math.max(...meta.runs)));
  const minimumPages = Math.ceil((lastPage * 4_096) / PAGE) + HEADROOM_PAGES;
  const running = rewrite(binary, { memory: { minimumPages, maximumPages: MAXIMUM_PAGES }, dropData: true });

  mkdirSync(imagesFolder, { recursive: true });
  const work = join(imagesFolder, `.${key}-${process.pid}`);
  mkdirSync(work);
  const write = (name: string, data: string | Uint8Array) => writeFileSync(join(work, name), data);
  write(FILES.program, program);
  write(FILES.cache, codeCache(program));
  write(FILES.binary, running);
  write(FILES.library, library);
  captured.forEach(({ pages }, hashSeed) => {
    write(snapshotFile(hashSeed), pages);
  });
  write('NOTICE', notice(pyodide.version));
  const meta = imageMeta.parse({
    key,
    pyodide: pyodide.version,
    snapshots: captured.map(({ meta }) => meta),
  });
  write(FILES.meta, JSON.stringify(meta));
  return publish(work, join(imagesFolder, key));
}

/** The compiled library depends on few of an image's inputs, so it is kept beside the images. */
async function cachedLibrary(version: string, compile: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const program = readFileSync(join(import.meta.dirname, 'python/library.py'));
  const key = createHash('sha256').update(version).update(program).digest('hex').slice(0, 24);
  const file = join(imagesFolder, `.library-${key}.zip`);
  if (existsSync(file)) return readFileSync(file);
  const library = await compile();
  mkdirSync(imagesFolder, { recursive: true });
  const temporary = `${file}-${process.pid}`;
  writeFileSync(temporary, library);
  renameSync(temporary, file);
  return library;
}

/** Renames the finished folder into place. Whoever comes second finds the same image and drops its own. */
export function publish(work: string, folder: string): string {
  try {
    renameSync(work, folder);
  } catch (error) {
    rmSync(work, { recursive: true, force: true });
    if (!existsSync(join(folder, FILES.meta))) throw error;
  }
  return folder;
}

async function engineScript(): Promise<string> {
  const result = await bundle({
    entryPoints: [join(import.meta.dirname, 'inside/engine.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'neutral',
    target: 'es2024',
  });
  const [output] = result.outputFiles;
  if (!output) throw new Error('The engine could not be bundled.');
  return output.text;
}

function codeCache(program: string): Uint8Array {
  const isolate = new ivm.Isolate();
  const script = isolate.compileScriptSync(program, { filename: FILES.program, produceCachedData: true });
  const cache: unknown = (script as { cachedData?: ivm.ExternalCopy<ArrayBuffer> }).cachedData?.copy();
  isolate.dispose();
  if (!(cache instanceof ArrayBuffer)) throw new Error('V8 gave no code cache.');
  return new Uint8Array(cache);
}

function notice(version: string): string {
  return `The files program.js, run.wasm, library.zip and snapshot-*.bin are made from Pyodide ${version}
(https://github.com/pyodide/pyodide, npm package "pyodide"), which is distributed under the Mozilla Public License,
version 2.0: https://www.mozilla.org/en-US/MPL/2.0/. Pyodide contains CPython (Python Software Foundation License).
They were made, without changes by hand, by server/sandbox/build.ts of Spade Studio: unused exports and bindings
are removed, the memory's limits are set, and the initial memory is replaced by a snapshot.
`;
}
