/** What the user's paths stand for: files, folders, pools and the standard input. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { ManifestEntry } from '../../protocol/manifest.ts';
import { fileProblem, UsageError } from '../usage-error.ts';
import { MANIFEST, type Pool, readPool } from './pool-manifest.ts';

/** A file that may hold an environment. */
export interface Entry {
  /** As the user would write it. */
  readonly path: string;
  /** `undefined`: the standard input. */
  readonly absolute: string | undefined;
  /** Named by the user or a manifest: taken whatever it holds. */
  readonly named: boolean;
  readonly manifest?: ManifestEntry;
  /** It cannot even be opened: why. */
  readonly fault?: string;
}

/** A path of the command line, looked at once before anything starts. */
export type Root =
  | { readonly kind: 'file'; readonly path: string; readonly absolute: string }
  | { readonly kind: 'folder'; readonly path: string; readonly absolute: string }
  | { readonly kind: 'stdin' }
  | { readonly kind: 'pool'; readonly pool: Pool };

const SKIPPED = new Set(['node_modules', '__pycache__']);

/** Files and folders of these names are not looked at unless they are named. */
export const isSkipped = (name: string): boolean => name.startsWith('.') || SKIPPED.has(name);

/** @throws UsageError for a path that does not exist or is of no use, and for a bad manifest. */
export async function rootsOf(paths: readonly string[], cwd: string): Promise<Root[]> {
  if (paths.filter((path) => path === '-').length > 1)
    throw new UsageError('The standard input can be read once only.');
  return Promise.all(paths.map((path) => rootOf(path, cwd)));
}

async function rootOf(path: string, cwd: string): Promise<Root> {
  if (path === '-') return { kind: 'stdin' };
  const absolute = resolve(cwd, path);
  const found = await stat(absolute).catch((error: unknown) => {
    throw new UsageError(fileProblem(path, error));
  });
  if (found.isDirectory()) {
    const pool = await readPool(path, absolute);
    return pool ? { kind: 'pool', pool } : { kind: 'folder', path, absolute };
  }
  if (!found.isFile()) throw new UsageError(`${path}: it is neither a file nor a folder`);
  if (basename(path) === MANIFEST) {
    const pool = await readPool(join(path, '..'), join(absolute, '..'));
    if (pool) return { kind: 'pool', pool };
    throw new UsageError(`${path}: it lists no "environments", so it is no pool's manifest`);
  }
  if (!path.endsWith('.py'))
    throw new UsageError(
      `${path}: it is no Python file. Give .py files, folders, pools with a ${MANIFEST}, or - for the standard input.`,
    );
  return { kind: 'file', path, absolute };
}

/** Everything below the roots, each file once, folders by name. */
export async function* entriesOf(roots: readonly Root[], signal?: AbortSignal): AsyncGenerator<Entry> {
  const seen = new Set<string>();
  for (const root of roots) {
    for await (const entry of belowRoot(root)) {
      if (signal?.aborted) return;
      if (entry.absolute !== undefined) {
        if (seen.has(entry.absolute)) continue;
        seen.add(entry.absolute);
      }
      yield entry;
    }
  }
}

async function* belowRoot(root: Root): AsyncGenerator<Entry> {
  if (root.kind === 'stdin') yield { path: '-', absolute: undefined, named: true };
  else if (root.kind === 'file') yield { path: root.path, absolute: root.absolute, named: true };
  else if (root.kind === 'folder') yield* below(root.path, root.absolute);
  else yield* root.pool.entries;
}

/** Python files of a folder and its folders. Symbolic links to folders are not followed: they may lead in a circle. */
async function* below(path: string, absolute: string): AsyncGenerator<Entry> {
  const items = await readdir(absolute, { withFileTypes: true }).catch((error: unknown) =>
    fileProblem(path, error),
  );
  if (typeof items === 'string') {
    yield { path, absolute, named: true, fault: items };
    return;
  }
  items.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const item of items) {
    if (isSkipped(item.name)) continue;
    const inner = join(path, item.name);
    if (item.isDirectory()) yield* below(inner, join(absolute, item.name));
    else if (item.name.endsWith('.py') && (item.isFile() || item.isSymbolicLink()))
      yield { path: inner, absolute: join(absolute, item.name), named: false };
  }
}
