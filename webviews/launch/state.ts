/** What the form says: a preset and what differs from it. Checked as a whole at every change, as the trainer will. */
import { z } from 'zod';
import {
  type PresetName,
  presetName,
  type RunConfig,
  type RunRequest,
} from '../../server/protocol/run-config.ts';
import { leavesOf, overridesFrom } from '../../server/protocol/run-differences.ts';
import { PRESETS, resolveConfig } from '../../server/protocol/run-presets.ts';
import { ENGINES, type FieldSpec } from './fields.ts';

/** What is kept while the page is hidden. */
export const kept = z.object({
  preset: presetName,
  name: z.string(),
  values: z.array(z.tuple([z.string(), z.unknown()])),
});
export type Kept = z.infer<typeof kept>;

export interface Problem {
  /** `undefined`: it is about more than one field. */
  readonly key: string | undefined;
  readonly message: string;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export class FormState {
  name: string;
  #preset: PresetName;
  readonly #values: Map<string, unknown>;

  constructor({ preset, name, values }: Kept) {
    this.#preset = preset;
    this.name = name;
    this.#values = new Map(values);
  }

  static of({ preset, name = '', overrides = {} }: RunRequest): FormState {
    const given = leavesOf(overrides).filter(([key]) => key !== '');
    return new FormState({ preset, name, values: given });
  }

  get preset(): PresetName {
    return this.#preset;
  }

  /** What was set stays as far as it differs from the other preset. */
  set preset(preset: PresetName) {
    this.#preset = preset;
    for (const [key, value] of [...this.#values]) this.set(key, value);
  }

  /** What the preset says. */
  usual(key: string): unknown {
    return key
      .split('.')
      .reduce<unknown>(
        (value, part) => (value !== null && typeof value === 'object' ? Reflect.get(value, part) : undefined),
        PRESETS[this.#preset],
      );
  }

  value(key: string): unknown {
    return this.#values.has(key) ? this.#values.get(key) : this.usual(key);
  }

  isChanged(key: string): boolean {
    return [...this.#values.keys()].some((one) => one === key || one.startsWith(`${key}.`));
  }

  set(key: string, value: unknown): void {
    if (same(value, this.usual(key))) this.#values.delete(key);
    else this.#values.set(key, value);
  }

  /** The table is there, or is not. */
  has(table: string): boolean {
    if (this.#values.get(table) === null) return false;
    const below = [...this.#values.keys()].some((key) => key.startsWith(`${table}.`));
    const usual = this.usual(table);
    return below || (usual !== null && usual !== undefined);
  }

  /** @param fields those of the table. */
  setTable(table: string, there: boolean, fields: readonly FieldSpec[]): void {
    this.#clear(table);
    if (there && !this.has(table))
      for (const { key, of } of fields) this.#values.set(key, of.kind === 'number' ? 1 : '');
    if (!there) this.set(table, null);
  }

  get engine(): string | undefined {
    const kind = this.value('engine.kind');
    return typeof kind === 'string' ? kind : undefined;
  }

  set engine(kind: string) {
    this.#clear('engine');
    if (same(this.usual('engine.kind'), kind)) return;
    this.#values.set('engine.kind', kind);
    for (const { key, usual } of ENGINES.get(kind) ?? []) if (usual !== null) this.#values.set(key, usual);
  }

  reset(): void {
    this.#values.clear();
  }

  get changes(): number {
    return this.#values.size;
  }

  get request(): RunRequest & { overrides: NonNullable<RunRequest['overrides']> } {
    const name = this.name.trim();
    return {
      preset: this.#preset,
      overrides: overridesFrom([...this.#values].filter(([, value]) => value !== undefined)),
      ...(name === '' ? {} : { name }),
    };
  }

  /** @param engines that the trainer has. */
  check(engines: readonly string[]): { readonly config?: RunConfig; readonly problems: readonly Problem[] } {
    const { preset, overrides = {}, name = '' } = this.request;
    const resolved = resolveConfig(preset, overrides);
    const problems = 'problems' in resolved ? resolved.problems.map(problemOf) : [];
    if (name.length > 80) problems.push({ key: 'name', message: 'A name has at most 80 characters.' });
    const { engine } = this;
    if (engine !== undefined && !engines.includes(engine))
      problems.push({
        key: 'engine.kind',
        message: `This trainer has no ${engine}; it trains with ${engines.join(', ') || 'nothing at all'}.`,
      });
    return { problems, ...('config' in resolved ? { config: resolved.config } : {}) };
  }

  get kept(): Kept {
    return { preset: this.#preset, name: this.name, values: [...this.#values] };
  }

  #clear(table: string): void {
    for (const key of [...this.#values.keys()])
      if (key === table || key.startsWith(`${table}.`)) this.#values.delete(key);
  }
}

/** `play.group: must be …` names its field. */
export function problemOf(text: string): Problem {
  const [, key, message] = /^([a-z][\w.]*): (.+)$/s.exec(text) ?? [];
  if (key === 'engine' && message)
    return { key: 'engine.kind', message: 'Choose where the model is served.' };
  return key && message ? { key, message } : { key: undefined, message: text };
}

/** What a field says, as a value; texts that are no value stay as they are, and are complained of. */
export function valueFrom({ of, optional }: FieldSpec, text: string): unknown {
  if (of.kind === 'truth') return text === 'true';
  if (of.kind === 'list')
    return text
      .split(/[\n,]/)
      .map((one) => one.trim())
      .filter((one) => one !== '');
  if (text.trim() === '') return optional ? null : '';
  if (of.kind !== 'number') return text.trim();
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

export function textFrom({ of, usual }: FieldSpec, value: unknown): string {
  const shown = value ?? usual;
  if (of.kind === 'list') return Array.isArray(shown) ? shown.join('\n') : '';
  return shown === null || shown === undefined ? '' : String(shown);
}
