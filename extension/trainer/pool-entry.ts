/** A pool's manifest with one environment more. What other makers have written in it is kept as it stands. */
import { type ManifestEntry, manifest } from '../../server/protocol/manifest.ts';
import type { EnvironmentDetail } from '../../server/protocol/run-records.ts';
import { jsonOf } from './json.ts';

export interface Addition {
  /** The manifest as it is to be written. */
  readonly text: string;
  /** The environment's file, relative to the manifest. */
  readonly path: string;
}

export type Added = Addition | { readonly there: string } | { readonly problem: string };

/**
 * @param text the manifest as it is; `undefined`: the pool is new.
 * @param file what the environment's file is to be called; another number is put behind it where it is taken.
 * @param taken file names that the folder holds.
 * @returns `there`: the same source is in the pool already, under that path.
 */
export function withEnvironment(
  text: string | undefined,
  pool: string,
  detail: EnvironmentDetail,
  run: string,
  file: string,
  taken: ReadonlySet<string>,
): Added {
  const whole = text === undefined ? { name: pool, environments: [] } : jsonOf(text.replace(/^\ufeff/, ''));
  const read = manifest.safeParse(whole);
  if (!read.success || typeof whole !== 'object' || whole === null)
    return { problem: 'Its manifest.json cannot be read. `spade pool` says what is wrong with it.' };
  const same = read.data.environments.find(({ sha256 }) => sha256 === detail.hash);
  if (same) return { there: same.path };
  const used = new Set([...taken, ...read.data.environments.map((entry) => entry.path)]);
  const path = freeName(file, used);
  const kept = 'environments' in whole && Array.isArray(whole.environments) ? whole.environments : [];
  const entries = [...kept, entryOf(detail, run, path)];
  const indent = /\n([ \t]+)"/.exec(text ?? '')?.[1] ?? ' ';
  return { path, text: `${JSON.stringify({ ...whole, environments: entries }, null, indent)}\n` };
}

function entryOf(detail: EnvironmentDetail, run: string, path: string): ManifestEntry {
  const { profile, skill, step, document, hash, verdict, findings } = detail;
  return {
    path,
    profile,
    skill,
    source_run: run,
    step,
    ...(document === null ? {} : { document }),
    sha256: hash,
    verdict,
    findings: findings.length,
  };
}

/** `a.py`, else `a_2.py` and so on. */
export function freeName(file: string, used: ReadonlySet<string>): string {
  const base = file.replace(/\.py$/, '');
  for (let number = 1; ; number++) {
    const name = number === 1 ? file : `${base}_${number}.py`;
    if (!used.has(name)) return name;
  }
}
