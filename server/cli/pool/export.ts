/** Writes a pool: copies of the chosen environments and a manifest that tells where they came from. */
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative } from 'node:path';
import { type Provenance, type WrittenManifest, writtenManifest } from '../../protocol/manifest.ts';
import { MANIFEST } from '../../workspace/files/pool-manifest.ts';
import { fileProblem, UsageError } from '../../workspace/usage-error.ts';
import type { Passed } from '../checking.ts';
import type { ToldEnvironment } from '../report/told.ts';

const FOLDER = 'environments';

export interface ExportOptions {
  readonly folder: string;
  /** As the user wrote it. */
  readonly shown: string;
  /** Paths of files outside a manifest are kept relative to this folder. */
  readonly root: string;
  readonly name: string;
  readonly licence: string | undefined;
  readonly rules: string;
}

export class PoolExport {
  readonly #options: ExportOptions;
  readonly #entries: WrittenManifest['environments'] = [];

  /** @throws UsageError when the folder holds anything or cannot be made. */
  constructor(options: ExportOptions) {
    this.#options = options;
    const { folder, shown } = options;
    this.#try(() => {
      if (existsSync(folder) && readdirSync(folder).length > 0)
        throw new UsageError(`${shown}: the folder for the export is not empty. Give a new one.`);
      mkdirSync(folder, { recursive: true });
    });
  }

  get size(): number {
    return this.#entries.length;
  }

  /** Copies one environment, byte for byte. */
  add(passed: Passed, told: ToldEnvironment, raw: Uint8Array, provenance: Provenance | undefined): void {
    const path = this.#pathOf(passed);
    const file = join(this.#options.folder, path);
    this.#try(() => {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, raw);
    });
    const { skill, source_run, model_scale, recipe, step, document } = provenance ?? {};
    this.#entries.push({
      path,
      profile: told.report.profile,
      ...(skill ? { skill } : {}),
      ...(source_run === undefined || source_run === null ? {} : { source_run }),
      ...(model_scale === undefined || model_scale === null ? {} : { model_scale }),
      ...(recipe ? { recipe } : {}),
      ...(step === undefined || step === null ? {} : { step }),
      ...(document ? { document } : {}),
      sha256: told.sha256,
      verdict: told.report.verdict,
      findings: told.report.findings.length,
    });
  }

  /** Writes the manifest: without it the folder is no pool, so an export that broke off is not taken for one. */
  finish(): void {
    const { name, licence, rules, folder } = this.#options;
    const content = writtenManifest.parse({
      name,
      ...(licence ? { licence } : {}),
      rules,
      environments: this.#entries,
    });
    this.#try(() => {
      const temporary = join(folder, `${MANIFEST}.part`);
      writeFileSync(temporary, `${JSON.stringify(content, null, 1)}\n`);
      renameSync(temporary, join(folder, MANIFEST));
    });
  }

  #pathOf({ manifest, absolute }: Passed): string {
    const inside =
      manifest?.path ??
      (absolute === undefined
        ? 'environment.py'
        : relative(this.#options.root, absolute) || basename(absolute));
    const path = posix.normalize(inside.replaceAll('\\', '/'));
    return path.startsWith(`${FOLDER}/`) ? path : `${FOLDER}/${path}`;
  }

  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`The export cannot be written. ${fileProblem(this.#options.shown, error)}`);
    }
  }
}
