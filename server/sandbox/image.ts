/**
 * The sandbox's image: everything a child needs to have CPython running within milliseconds. Built from the
 * installed Pyodide by build.ts; this file finds it, tells whether it is stale, and reads it. Without zod, which
 * would be a fifth of a child's start.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ImageMeta, SnapshotMeta } from './meta.ts';

export const FILES = {
  /** The isolate's script: Pyodide's stripped glue, then the engine. */
  program: 'program.js',
  /** V8's code cache of the script. Another V8 rejects it, which costs only time. */
  cache: 'program.cache',
  /** The interpreter without data segments: memory comes from a snapshot. */
  binary: 'run.wasm',
  /** The standard library compiled, for what is not already imported. */
  library: 'library.zip',
  meta: 'meta.json',
} as const;

export const HASH_SEEDS = [0, 1] as const;
export const snapshotFile = (hashSeed: number) => `snapshot-${hashSeed}.bin`;

export interface Snapshot {
  readonly pages: ArrayBuffer;
  readonly meta: SnapshotMeta;
}

/** What is large is read anew for each isolate, which takes it over; a process keeps only what isolates share. */
export interface Image {
  readonly program: string;
  readonly cache: ArrayBuffer | undefined;
  readonly library: SharedArrayBuffer;
  binary(): ArrayBuffer;
  snapshot(hashSeed: 0 | 1): Snapshot;
}

const here = dirname(fileURLToPath(import.meta.url));

/** True when this runs from TypeScript sources, false in the bundle under dist/. */
export const fromSource = import.meta.url.endsWith('.ts');

/** Where images live, one folder an input key. */
export const imagesFolder = fromSource ? join(here, '../../dist/image') : join(here, 'image');

export const pythonFolder = join(here, '../contract/python');

/** The Python sources in the order in which they are executed, and the module that each becomes. */
export const PYTHON_MODULES: readonly (readonly [name: string, file: string])[] = [
  ['tool_use_base_env', 'tool_use.py'],
  ['math_verify', 'math_verify.py'],
  ['spade_driver', 'driver.py'],
];

const BUILDERS = [
  ...['build.ts', 'glue.ts', 'meta.ts', 'stage.ts', 'wasm.ts'],
  ...['python/boot.py', 'python/library.py', 'python/modules.py'],
];

/** A hash of all inputs of the build. Sources only. */
export function inputKey(): string {
  const hash = createHash('sha256');
  hash.update(readFileSync(createRequire(import.meta.url).resolve('pyodide/package.json')));
  const inside = readdirSync(join(here, 'inside'))
    .filter((name) => !name.endsWith('.test.ts'))
    .sort();
  const files = [
    ...BUILDERS.map((name) => join(here, name)),
    ...inside.map((name) => join(here, 'inside', name)),
    ...PYTHON_MODULES.map(([, file]) => join(pythonFolder, file)),
  ];
  for (const file of files) hash.update(`\0${file.slice(here.length)}\0`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 24);
}

/** The folder of a complete image that fits the sources (in the bundle: of the image shipped with it). */
export function findImage(): string | undefined {
  if (fromSource) {
    const folder = join(imagesFolder, inputKey());
    return existsSync(join(folder, FILES.meta)) ? folder : undefined;
  }
  if (!existsSync(imagesFolder)) return undefined;
  const age = (folder: string) => statSync(folder).mtimeMs;
  return readdirSync(imagesFolder)
    .map((name) => join(imagesFolder, name))
    .filter((folder) => existsSync(join(folder, FILES.meta)))
    .sort((a, b) => age(b) - age(a))[0];
}

/** @throws when a file is missing. */
export function readImage(folder: string, meta: ImageMeta): Image {
  const file = (name: string) => join(folder, name);
  const plain = (size: number) => new ArrayBuffer(size);
  return {
    program: readFileSync(file(FILES.program), 'utf8'),
    cache: existsSync(file(FILES.cache)) ? read(file(FILES.cache), plain) : undefined,
    library: read(file(FILES.library), (size) => new SharedArrayBuffer(size)),
    binary: () => read(file(FILES.binary), plain),
    snapshot(hashSeed) {
      const described = meta.snapshots[hashSeed];
      if (!described) throw new Error(`The image has no snapshot for hash seed ${hashSeed}.`);
      return { pages: read(file(snapshotFile(hashSeed)), plain), meta: described };
    },
  };
}

/** A file's content in a buffer of its own. */
function read<T extends ArrayBufferLike>(path: string, allocate: (size: number) => T): T {
  const descriptor = openSync(path, 'r');
  try {
    const buffer = allocate(fstatSync(descriptor).size);
    let done = 0;
    while (done < buffer.byteLength) {
      const count = readSync(descriptor, new Uint8Array(buffer, done));
      if (count === 0) throw new Error(`${path} ended early.`);
      done += count;
    }
    return buffer;
  } finally {
    closeSync(descriptor);
  }
}
