/** Settings of an environment: the nearest pyproject.toml with a `[tool.spade]` table, and the command line over it. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { type Config, type ConfigProblem, readConfig } from '../contract/config.ts';
import { policyOf, type RulePolicy } from '../contract/selection.ts';
import { inline } from '../contract/visible.ts';
import { DEFAULT_SETTINGS, type PlaytestSettings, TICKS_PER_SECOND } from '../playtest/settings.ts';
import { fileProblem, UsageError } from './usage-error.ts';

export interface Settings {
  readonly playtest: PlaytestSettings;
  readonly policy: RulePolicy;
  /** The file that they come from. */
  readonly file: string | undefined;
}

/** Finds settings by folder; every folder is looked at once. */
export class SettingsFinder {
  readonly #overrides: Config;
  readonly #cwd: string;
  readonly #byFolder = new Map<string, Settings>();
  readonly #files = new Set<string>();

  /** @param overrides what the command line says. */
  constructor(overrides: Config, cwd: string) {
    this.#overrides = overrides;
    this.#cwd = cwd;
  }

  /** Files that applied so far, relative to the working folder. */
  get files(): string[] {
    return [...this.#files];
  }

  /** The settings of files in this folder. @throws UsageError that names the file and the key. */
  of(folder: string): Settings {
    const known = this.#byFolder.get(folder);
    if (known) return known;
    const found = this.#look(folder);
    this.#byFolder.set(folder, found);
    return found;
  }

  #look(folder: string): Settings {
    const file = join(folder, 'pyproject.toml');
    const shown = relative(this.#cwd, file) || file;
    const table = existsSync(file) ? readTable(file, shown) : undefined;
    if (table !== undefined) {
      const read = readConfig(table);
      if ('problems' in read) throw new UsageError(describe(shown, read.problems));
      this.#files.add(shown);
      return settingsOf(read.config, this.#overrides, shown);
    }
    const above = dirname(folder);
    return above === folder ? settingsOf({}, this.#overrides, undefined) : this.of(above);
  }
}

/** `[tool.spade]`, `undefined` when the file has no such table. */
function readTable(path: string, shown: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(fileProblem(shown, error));
  }
  try {
    const { tool } = parse(text);
    return tool !== null && typeof tool === 'object' && 'spade' in tool ? tool.spade : undefined;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [message = ''] = error.message.split('\n');
    throw new UsageError(`${shown}:${error.line}:${error.column}: ${message}`);
  }
}

function describe(file: string, problems: readonly ConfigProblem[]): string {
  return problems
    .map(({ key, message }) => `${inline(file)}: [tool.spade]${key ? ` ${inline(key)}` : ''}: ${message}`)
    .join('\n');
}

export function settingsOf(config: Config, overrides: Config, file: string | undefined): Settings {
  const merged = { ...config, ...overrides };
  const budget = { ...config.budget, ...overrides.budget };
  const fallback = DEFAULT_SETTINGS;
  return {
    file,
    policy: policyOf({
      ...(merged.select ? { select: merged.select } : {}),
      ignore: [...(config.ignore ?? []), ...(overrides.ignore ?? [])],
      ...(merged.levels ? { levels: merged.levels } : {}),
    }),
    playtest: {
      profile: merged.profile ?? fallback.profile,
      seeds: merged.seeds ?? fallback.seeds,
      budget: {
        episodes: budget.episodes ?? fallback.budget.episodes,
        ticks:
          budget.seconds === undefined
            ? fallback.budget.ticks
            : Math.round(budget.seconds * TICKS_PER_SECOND),
      },
      compat: merged.compat ?? fallback.compat,
      allowedImports: merged['allowed-imports'] ?? fallback.allowedImports,
      rewardRange: merged['reward-range'] ?? fallback.rewardRange,
    },
  };
}
