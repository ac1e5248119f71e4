/** Reads a pool's manifest and finds its files. */
import { readFile, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { inline } from '../../contract/visible.ts';
import { type Manifest, manifest, type Provenance, provenance } from '../../protocol/manifest.ts';
import { fileProblem, UsageError } from '../usage-error.ts';
import type { Entry } from './listing.ts';

export const MANIFEST = 'manifest.json';
/** Bytes. A manifest of 100,000 environments has about a third of it. */
const LARGEST = 128 * 1024 * 1024;
const PROBLEMS_SHOWN = 8;

export interface Pool {
  /** Absolute. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly entries: readonly Entry[];
}

/**
 * The pool in a folder; `undefined` when the folder has no manifest, or one that is about something else.
 * @throws UsageError when it cannot be read, is no JSON, or has entries that are no good.
 */
export async function readPool(path: string, absolute: string): Promise<Pool | undefined> {
  const shown = join(path, MANIFEST);
  const raw = await readFile(join(absolute, MANIFEST)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new UsageError(fileProblem(shown, error));
  });
  if (raw === undefined) return undefined;
  if (raw.length > LARGEST) throw new UsageError(`${shown}: it is larger than ${LARGEST / 1024 / 1024} MB`);
  const value = parseJson(raw.toString('utf8'), shown);
  if (value === null || typeof value !== 'object' || !('environments' in value)) return undefined;
  const parsed = manifest.safeParse(value);
  if (!parsed.success) throw new UsageError(describe(shown, parsed.error.issues));
  return {
    folder: absolute,
    manifest: parsed.data,
    entries: await entriesOf(parsed.data, path, absolute, shown),
  };
}

function parseJson(text: string, shown: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new UsageError(
      `${shown}: it is not valid JSON: ${error instanceof Error ? inline(error.message) : ''}`,
    );
  }
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function describe(shown: string, issues: readonly Issue[]): string {
  const lines = issues
    .slice(0, PROBLEMS_SHOWN)
    .map(({ path, message }) => `${shown}: ${inline(path.map(String).join('.'))}: ${message}`);
  if (issues.length > PROBLEMS_SHOWN)
    lines.push(`${shown}: and ${issues.length - PROBLEMS_SHOWN} more of the kind`);
  return lines.join('\n');
}

/** A manifest is data from elsewhere: its paths must stay inside the pool, also through symbolic links. */
async function entriesOf(
  { environments }: Manifest,
  path: string,
  absolute: string,
  shown: string,
): Promise<Entry[]> {
  const root = await realpath(absolute);
  const entries: Entry[] = [];
  for (const [index, entry] of environments.entries()) {
    const inner = entry.path.replaceAll('\\', '/');
    if (isAbsolute(inner) || /^[A-Za-z]:/.test(inner) || inner.split('/').includes('..'))
      throw new UsageError(
        `${shown}: environments.${index}.path: "${inline(entry.path)}" does not stay inside the pool. Paths are relative to the manifest.`,
      );
    const file = join(absolute, inner);
    const real = await realpath(file).catch((error: unknown) => ({ fault: fileProblem(inner, error) }));
    const outside = typeof real === 'string' && relative(root, real).split(sep)[0] === '..';
    const fault =
      typeof real !== 'string'
        ? real.fault
        : outside
          ? `${inner}: it is a link that leads out of the pool`
          : undefined;
    entries.push({
      path: join(path, inner),
      absolute: file,
      named: true,
      manifest: entry,
      ...(fault === undefined ? {} : { fault }),
    });
  }
  return entries;
}

/** What a `.json` file beside a `.py` file tells of it; `undefined` when it tells nothing that we know. */
export async function readCompanion(file: string): Promise<Provenance | undefined> {
  const text = await readFile(file.replace(/\.py$/, '.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return provenance.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
