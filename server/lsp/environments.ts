/** The environments of the workspace: found when first asked for, kept up to date from then on. */
import { dirname, relative, sep } from 'node:path';
import type { Profile } from '../contract/profile.ts';
import type { WorkspaceEnvironment } from '../protocol/language.ts';
import type { ManifestEntry } from '../protocol/manifest.ts';
import { entriesOf } from '../workspace/files/listing.ts';
import { readPool } from '../workspace/files/pool-manifest.ts';
import { UsageError } from '../workspace/usage-error.ts';
import type { Checks } from './checks.ts';
import type { Projects } from './projects.ts';
import { Breath } from './schedule.ts';
import type { Session } from './session.ts';
import type { Snapshot } from './snapshot.ts';
import { pathOf, sameUri, uriOf } from './uri.ts';

/** What the source alone tells of an environment. */
type Described = Omit<WorkspaceEnvironment, 'check'>;

export interface EnvironmentsOptions {
  readonly session: Session;
  readonly projects: Projects;
  readonly checks: Checks;
  /** Tells a problem with a manifest. */
  readonly warn: (message: string) => void;
}

export class Environments {
  readonly #options: EnvironmentsOptions;
  readonly #found = new Map<string, Described>();
  readonly #manifests = new Map<string, ManifestEntry>();
  #scan: Promise<void> | undefined;
  #stopped = false;

  constructor(options: EnvironmentsOptions) {
    this.#options = options;
  }

  /** Whether somebody has asked, so that changes are worth telling. */
  get wanted(): boolean {
    return this.#scan !== undefined;
  }

  /** All of the workspace, by path. The first call looks for them. */
  async all(): Promise<string[]> {
    this.#scan ??= this.#look();
    await this.#scan;
    return [...this.#found.keys()].sort();
  }

  /** The environment as the editor is told; `undefined` when the document is none. */
  tell(uri: string): WorkspaceEnvironment | undefined {
    const snapshot = this.#options.session.read(uri);
    if ('fault' in snapshot) return undefined;
    // What is not open is watched, so that it need not be parsed again.
    const known = snapshot.version === null ? this.#found.get(uri) : undefined;
    const described = known ?? this.#describe(snapshot);
    if (!described) return undefined;
    this.#options.checks.recall(snapshot);
    const check = this.#options.checks.lastCheck(snapshot);
    return check ? { ...described, check } : described;
  }

  /** Looks at one file again. @returns whether it is, or was, an environment. */
  refresh(uri: string): 'changed' | 'removed' | 'none' {
    const key = sameUri(uri);
    const snapshot = this.#options.session.read(uri);
    const described = 'fault' in snapshot ? undefined : this.#describe(snapshot);
    if (described) {
      if (this.#isInside(uri)) this.#found.set(key, { ...described, uri: key });
      return 'changed';
    }
    return this.#found.delete(key) ? 'removed' : 'none';
  }

  /** Manifests or folders have changed: the next question looks at everything again. */
  reset(): void {
    this.#scan = undefined;
    this.#found.clear();
  }

  stop(): void {
    this.#stopped = true;
  }

  #isInside(uri: string): boolean {
    const path = pathOf(uri);
    return path !== undefined && this.#folderOf(path) !== undefined;
  }

  #folderOf(path: string): string | undefined {
    return this.#options.session.folders.find((folder) =>
      path.startsWith(folder.endsWith(sep) ? folder : folder + sep),
    );
  }

  #describe(snapshot: Snapshot): Described | undefined {
    if (!snapshot.isEnvironment) return undefined;
    const { environment } = snapshot.facts;
    if (!environment) return undefined;
    const { uri, document, facts } = snapshot;
    const path = pathOf(uri);
    const root = path === undefined ? undefined : this.#folderOf(path);
    const entry = this.#manifests.get(sameUri(uri));
    const folder =
      path === undefined || root === undefined ? '' : relative(root, dirname(path)).replaceAll('\\', '/');
    return {
      uri,
      className: environment.name,
      profile: this.#profileOf(uri, environment.profile, entry),
      line: document.lineStarts.length === 0 ? 1 : facts.range(environment.cls.node).start.line,
      folder,
      ...(entry?.skill ? { skill: entry.skill } : {}),
    };
  }

  #profileOf(uri: string, own: Profile, entry: ManifestEntry | undefined): Profile {
    const { profile } = this.#options.projects.lenient(uri).playtest;
    return profile === 'auto' ? (entry?.profile ?? own) : profile;
  }

  async #look(): Promise<void> {
    const { session } = this.#options;
    const breath = new Breath();
    const seen = new Set<string>();
    this.#manifests.clear();
    for (const folder of session.folders) {
      for await (const { absolute, fault } of entriesOf([
        { kind: 'folder', path: folder, absolute: folder },
      ])) {
        if (this.#stopped) return;
        if (absolute === undefined || fault !== undefined) continue;
        await this.#readManifests(dirname(absolute), folder, seen);
        await breath.take();
        const snapshot = session.read(uriOf(absolute));
        const described = 'fault' in snapshot ? undefined : this.#describe(snapshot);
        if (described) this.#found.set(described.uri, described);
      }
    }
  }

  /** Those of a folder and of all above it in the workspace, each once. */
  async #readManifests(from: string, root: string, seen: Set<string>): Promise<void> {
    for (let folder = from; !seen.has(folder); folder = dirname(folder)) {
      seen.add(folder);
      try {
        const pool = await readPool(folder, folder);
        for (const { absolute, manifest, fault } of pool?.entries ?? [])
          if (absolute !== undefined && manifest && fault === undefined)
            this.#manifests.set(uriOf(absolute), manifest);
        if (pool) this.#options.session.list(this.#manifests.keys());
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        this.#options.warn(error.message);
      }
      if (folder === root) break;
    }
  }
}
