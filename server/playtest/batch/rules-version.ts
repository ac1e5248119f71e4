/** A stamp of everything that a result depends on beside the source and the settings. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findImage, fromSource } from '../../sandbox/image.ts';
import { pyodidePackage } from '../../sandbox/meta.ts';

/** Folders under server/ whose code decides what is found. */
const FOLDERS = ['protocol', 'contract', 'analysis', 'lint', 'sandbox', 'playtest'];

let known: string | undefined;

/** 16 hexadecimal digits: of the sources, or in a bundle of the bundle and the image it was shipped with. */
export function rulesVersion(): string {
  known ??= (fromSource ? ofSources() : ofBundle()).slice(0, 16);
  return known;
}

function ofSources(): string {
  const root = join(import.meta.dirname, '../..');
  const hash = createHash('sha256').update(pyodidePackage().version);
  for (const folder of FOLDERS) {
    for (const file of codeOf(join(root, folder))) {
      hash.update(`\0${folder}/${file}\0`).update(readFileSync(join(root, folder, file)));
    }
  }
  return hash.digest('hex');
}

function codeOf(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
  return names
    .filter((name) => /\.(?:ts|py)$/.test(name) && !/\.test\.ts$|fixtures/.test(name))
    .map((name) => name.replaceAll('\\', '/'))
    .sort();
}

function ofBundle(): string {
  return createHash('sha256')
    .update(readFileSync(import.meta.filename))
    .update(basename(findImage() ?? ''))
    .digest('hex');
}
