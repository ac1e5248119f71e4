/** Waits for changes below the paths of a command line. */
import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isSkipped, type Root } from '../../workspace/files/listing.ts';
import { fileProblem, UsageError } from '../../workspace/usage-error.ts';

/** Milliseconds without a change before what has changed is looked at: editors save in several steps. */
const QUIET = 80;
/** Milliseconds after which it is looked at even while changes go on. */
const LONGEST = 1_000;

export class FolderWatch {
  readonly #watchers = new Map<string, FSWatcher>();
  #changed = 0;
  #last = 0;
  #wake: (() => void) | undefined;

  /**
   * Watches these folders, each without those in it, and no others. Call it before looking at what is in them.
   * @throws UsageError when the system allows no more watches.
   */
  watch(folders: ReadonlySet<string>): void {
    for (const [folder, watcher] of this.#watchers) if (!folders.has(folder)) this.#drop(folder, watcher);
    for (const folder of folders) if (!this.#watchers.has(folder)) this.#add(folder);
  }

  /** Resolves once something has changed since the last call and it has been quiet for a while; at once on abort. */
  async next(signal: AbortSignal): Promise<void> {
    const stop = () => this.#wake?.();
    signal.addEventListener('abort', stop);
    try {
      while (this.#changed === 0 && !signal.aborted) await this.#change();
      while (!signal.aborted) {
        const now = performance.now();
        const rest = Math.min(this.#last + QUIET, this.#changed + LONGEST) - now;
        if (rest <= 0) break;
        await new Promise((resolve) => setTimeout(resolve, rest));
      }
      this.#changed = 0;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  close(): void {
    for (const [folder, watcher] of this.#watchers) this.#drop(folder, watcher);
  }

  #add(folder: string): void {
    try {
      const watcher = watch(folder, () => this.#note());
      watcher.on('error', () => {
        this.#drop(folder, watcher);
        this.#note();
      });
      this.#watchers.set(folder, watcher);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      // Gone since it was listed: its parent will tell.
      if (code === 'ENOENT' || code === 'ENOTDIR') return;
      if (code === 'ENOSPC' || code === 'EMFILE')
        throw new UsageError(
          `The system does not let ${this.#watchers.size + 1} folders be watched. Give a smaller folder, or raise fs.inotify.max_user_watches.`,
        );
      throw new UsageError(`It cannot be watched. ${fileProblem(folder, error)}`);
    }
  }

  #drop(folder: string, watcher: FSWatcher): void {
    watcher.close();
    this.#watchers.delete(folder);
  }

  #note(): void {
    this.#last = performance.now();
    if (this.#changed === 0) this.#changed = this.#last;
    this.#wake?.();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
    });
  }
}

/** The folders in which a change can matter: those of the sources, and those whose settings may apply to them. */
export async function foldersOf(roots: readonly Root[], cwd: string): Promise<Set<string>> {
  const folders = new Set<string>();
  for (const root of roots) {
    if (root.kind === 'stdin') continue;
    if (root.kind === 'pool') {
      folders.add(root.pool.folder);
      for (const { absolute } of root.pool.entries)
        if (absolute !== undefined) folders.add(dirname(absolute));
    } else if (root.kind === 'file') folders.add(dirname(root.absolute));
    else await addBelow(root.absolute, folders);
  }
  for (const folder of [...folders])
    for (let above = folder; isInside(above, cwd); above = dirname(above)) {
      folders.add(above);
      if (above === cwd) break;
    }
  return folders;
}

function isInside(folder: string, outer: string): boolean {
  const path = relative(outer, folder);
  return path === '' || !(path.startsWith('..') || path === folder);
}

async function addBelow(folder: string, into: Set<string>): Promise<void> {
  into.add(folder);
  const items = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const item of items)
    if (item.isDirectory() && !isSkipped(item.name)) await addBelow(join(folder, item.name), into);
}
