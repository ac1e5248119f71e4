/** What an image says about itself: written by the build, parsed by the pool, handed to its children. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { FILES, HASH_SEEDS } from './image.ts';

/** A snapshot's layout, and the addresses inside that the engine uses (inside/engine.ts). */
export const snapshotMeta = z.object({
  runs: z.array(z.number().int()),
  stackPointer: z.number().int(),
  dispatch: z.number().int(),
  seed: z.number().int(),
  scratch: z.number().int(),
});
export type SnapshotMeta = z.infer<typeof snapshotMeta>;

export const imageMeta = z.object({
  /** SHA-256 of all that the image was made from. */
  key: z.string(),
  /** Pyodide's version. */
  pyodide: z.string(),
  /** By hash seed. */
  snapshots: z.array(snapshotMeta).length(HASH_SEEDS.length),
});
export type ImageMeta = z.infer<typeof imageMeta>;

/** @throws when the folder holds no complete image. */
export function readMeta(folder: string): ImageMeta {
  try {
    return imageMeta.parse(JSON.parse(readFileSync(join(folder, FILES.meta), 'utf8')));
  } catch (error) {
    throw new Error(`${folder} is no image of the sandbox. Remove it, and it is built anew.`, {
      cause: error,
    });
  }
}

/** The installed Pyodide. */
export function pyodidePackage(): { folder: string; version: string } {
  const manifest = createRequire(import.meta.url).resolve('pyodide/package.json');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8')));
  return { folder: dirname(manifest), version };
}
