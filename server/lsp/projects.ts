/** `[tool.spade]` of each folder, with the editor's settings over it. A bad file is told once, and does no other harm. */
import { dirname, join, relative } from 'node:path';
import type { Diagnostic } from 'vscode-languageserver';
import type { Config } from '../contract/config.ts';
import { readSource } from '../workspace/files/source.ts';
import { type Settings, SettingsFinder, settingsOf } from '../workspace/settings.ts';
import { UsageError } from '../workspace/usage-error.ts';
import { pathOf, uriOf } from './uri.ts';

const SOURCE = 'spade';

/** Settings that cannot be read: in which file, and the whole message. */
export interface BadSettings {
  readonly problem: string;
}

export class Projects {
  readonly #tell: (uri: string, diagnostics: Diagnostic[]) => void;
  readonly #overrides: () => Config;
  readonly #roots: () => readonly string[];
  readonly #bad = new Map<string, BadSettings>();
  readonly #told = new Set<string>();
  #finder: SettingsFinder;
  /** Counts changes: what rests on older settings is stale. */
  revision = 0;

  /** @param roots the workspace's folders. @param tell shows diagnostics of a settings file. */
  constructor(options: {
    readonly overrides: () => Config;
    readonly roots: () => readonly string[];
    readonly tell: (uri: string, diagnostics: Diagnostic[]) => void;
  }) {
    this.#overrides = options.overrides;
    this.#roots = options.roots;
    this.#tell = options.tell;
    this.#finder = this.#newFinder();
  }

  /** The settings of a document; those without a file have the first folder's. */
  of(uri: string): Settings | BadSettings {
    const path = pathOf(uri);
    const folder = path === undefined ? this.#roots()[0] : dirname(path);
    if (folder === undefined) return settingsOf({}, this.#overrides(), undefined);
    const known = this.#bad.get(folder);
    if (known) return known;
    try {
      return this.#finder.of(folder);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const bad = { problem: error.message };
      this.#bad.set(folder, bad);
      this.#show(folder, error.message);
      return bad;
    }
  }

  /** The settings as far as they can be read: rules that only read are not held up by a bad file. */
  lenient(uri: string): Settings {
    const found = this.of(uri);
    return 'problem' in found ? settingsOf({}, this.#overrides(), undefined) : found;
  }

  /** Everything is read anew. */
  reset(): void {
    this.revision += 1;
    this.#bad.clear();
    this.#finder = this.#newFinder();
    for (const uri of this.#told) this.#tell(uri, []);
    this.#told.clear();
  }

  #newFinder(): SettingsFinder {
    return new SettingsFinder(this.#overrides(), '/');
  }

  /** The message begins with the file, which stands in the folder or above it. */
  #show(folder: string, message: string): void {
    for (let at = folder; ; at = dirname(at)) {
      const file = join(at, 'pyproject.toml');
      const shown = relative('/', file);
      if (message.startsWith(shown)) {
        const uri = uriOf(file);
        this.#told.add(uri);
        this.#tell(
          uri,
          message.split('\n').map((line) => diagnosticOf(file, line.slice(shown.length).replace(/^: /, ''))),
        );
        return;
      }
      if (dirname(at) === at) return;
    }
  }
}

/** At the place that the message names, else at the key, else at the table. */
function diagnosticOf(file: string, message: string): Diagnostic {
  const place = /^:(\d+):(\d+): /.exec(message);
  const said = place ? message.slice(place[0].length) : message;
  const read = readSource(file, file);
  const lines = 'text' in read ? read.text.split('\n') : [];
  const key = /^\[tool\.spade\] ([\w.-]+)/.exec(message)?.[1]?.split('.').at(-1);
  const table = lines.findIndex((line) => line.trim().startsWith('[tool.spade'));
  const line = place ? Number(place[1]) - 1 : Math.max(0, key ? keyLine(lines, table, key) : table);
  const character = place ? Number(place[2]) - 1 : 0;
  return {
    range: {
      start: { line, character },
      end: { line, character: lines[line]?.trimEnd().length ?? character + 1 },
    },
    severity: 1,
    source: SOURCE,
    message: said,
  };
}

function keyLine(lines: readonly string[], table: number, key: string): number {
  const found = lines.findIndex((line, index) => index > table && line.includes(key));
  return found < 0 ? table : found;
}
