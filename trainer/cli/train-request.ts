/** What `spade train` is given: a preset's name, or a file that holds a request. */
import { nearest } from '../../server/contract/nearest.ts';
import { inline } from '../../server/contract/visible.ts';
import { type PresetName, presetName, type RunConfig, runRequest } from '../../server/protocol/run-config.ts';
import { mergedOverrides, resolveConfig } from '../../server/protocol/run-presets.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import { overridesOf } from './overrides.ts';
import { readText } from './reach.ts';

export interface TrainRequest {
  readonly preset: PresetName;
  readonly name: string;
  readonly overrides: Record<string, unknown>;
  /** What they come to. */
  readonly config: RunConfig;
}

/**
 * @param given a preset, or the path of a JSON file: `{"preset": "pocket", "name": "…", "overrides": {…}}`.
 * @param settings `KEY=VALUE`; they outweigh those of the file.
 * @throws UsageError
 */
export function trainRequest(
  given: string,
  settings: readonly string[],
  name: string | undefined,
  cwd: string,
): TrainRequest {
  const known = presetName.safeParse(given);
  const request = known.success ? { preset: known.data, overrides: {} } : fromFile(given, cwd);
  const overrides = mergedOverrides(request.overrides, overridesOf(settings));
  const resolved = resolveConfig(request.preset, overrides);
  if ('problems' in resolved)
    throw new UsageError(`${inline(given)} is no configuration of a run:\n${list(resolved.problems)}`);
  return {
    preset: request.preset,
    name: name ?? ('name' in request && request.name !== undefined ? request.name : request.preset),
    overrides,
    config: resolved.config,
  };
}

function fromFile(given: string, cwd: string) {
  if (!/[./\\]/.test(given)) {
    const meant = nearest(given, presetName.options);
    throw new UsageError(
      `There is no preset "${given}"; there are ${presetName.options.join(', ')}.${meant ? ` Did you mean ${meant}?` : ''} A file's name ends in .json.`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(readText(given, cwd));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `${inline(given)} is no JSON: ${error instanceof Error ? inline(error.message) : ''}`,
    );
  }
  const parsed = runRequest.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `${inline(given)} is no request of a run, such as {"preset": "pocket", "overrides": {"rollouts": 12}}:\n${list(
      parsed.error.issues.map(
        ({ path, message }) => `${path.length > 0 ? `${path.join('.')}: ` : ''}${message}`,
      ),
    )}`,
  );
}

const list = (problems: readonly string[]): string =>
  problems.map((problem) => `  ${inline(problem)}`).join('\n');
