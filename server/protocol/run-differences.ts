/** Configurations of runs side by side, and the request that gives a configuration again. */
import { type PresetName, presetName, type RunConfig, type RunRequest } from './run-config.ts';
import { PRESETS } from './run-presets.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A leaf of a configuration by its key, such as `play.group`; lists are leaves. */
export function leavesOf(value: unknown, key = ''): [key: string, value: unknown][] {
  if (!isTable(value)) return [[key, value]];
  return Object.entries(value).flatMap(([name, below]) =>
    leavesOf(below, key === '' ? name : `${key}.${name}`),
  );
}

export interface Difference {
  readonly key: string;
  /** `undefined`: it is not there. */
  readonly left: unknown;
  readonly right: unknown;
}

/** In the order of the configuration. */
export function differencesOf(left: unknown, right: unknown): Difference[] {
  const [mine, theirs] = [new Map(leavesOf(left)), new Map(leavesOf(right))];
  return [...new Set([...mine.keys(), ...theirs.keys()])]
    .filter((key) => !same(mine.get(key), theirs.get(key)))
    .map((key) => ({ key, left: mine.get(key), right: theirs.get(key) }));
}

/** Values by key as the tables that a request carries. */
export function overridesFrom(
  values: Iterable<readonly [key: string, value: unknown]>,
): Record<string, Json> {
  const all: Record<string, Json> = {};
  for (const [key, value] of values) {
    const path = key.split('.');
    const last = path.pop() ?? '';
    let table: Record<string, Json> = all;
    for (const name of path) {
      const below = table[name];
      const next: Record<string, Json> = isTable(below) ? { ...below } : {};
      table[name] = next;
      table = next;
    }
    table[last] = asJson(value);
  }
  return all;
}

/** The request with the fewest settings of its own that resolves to this configuration. */
export function requestFor(config: RunConfig): Required<Pick<RunRequest, 'preset' | 'overrides'>> {
  const candidates = presetName.options.map((preset) => ({ preset, values: valuesBeside(preset, config) }));
  const best = candidates.reduce((a, b) => (b.values.length < a.values.length ? b : a));
  return { preset: best.preset, overrides: overridesFrom(best.values) };
}

/** What differs from a preset. An engine of another kind is given whole, since it replaces the preset's. */
function valuesBeside(preset: PresetName, config: RunConfig): [key: string, value: unknown][] {
  const base = PRESETS[preset];
  const { engine, ...rest } = config;
  const { engine: known, ...usual } = base;
  // A table that is gone differs in its keys too, of which its `null` says all.
  const differing = differencesOf(usual, rest)
    .filter(({ right }) => right !== undefined)
    .map(({ key, right }): [string, unknown] => [key, right]);
  if (same(engine, known)) return differing;
  const partly = known?.kind === engine.kind;
  const leaves = partly
    ? differencesOf(known, engine).map(({ key, right }) => [key, right] as const)
    : leavesOf(engine);
  return [...differing, ...leaves.map(([key, value]): [string, unknown] => [`engine.${key}`, value])];
}

function asJson(value: unknown): Json {
  if (value === undefined) return null;
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (Array.isArray(value)) return value.map(asJson);
  if (!isTable(value)) throw new Error('a configuration holds nothing but JSON');
  return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, asJson(below)]));
}
