/** Environments of a pool in the place of designed ones, for the comparisons: drawn at random, or by a sliding window. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readPool } from '../../server/workspace/files/pool-manifest.ts';
import { sampleOf, streamOf } from '../curriculum/random.ts';
import { afterPlay, drawLevel, FIRST_WINDOW, type Window } from '../curriculum/sliding-window.ts';
import { JobFailure } from '../daemon/job.ts';
import { hashOf } from '../store/environments.ts';
import type { Checker } from './checking.ts';
import { noResults, type TrainingEnvironment } from './environment.ts';
import { isWin, type Return } from './rewards.ts';

export interface PoolEnvironment extends Omit<TrainingEnvironment, 'slot' | 'design' | 'results' | 'hint'> {
  /** From 0. */
  readonly level: number;
}

/**
 * The sound environments of a pool, by path; others are not trained on.
 * @throws JobFailure when the folder is no pool, or holds none that is sound.
 */
export async function loadPool(
  folder: string,
  checker: Checker,
  signal: AbortSignal,
  log: (message: string) => void,
): Promise<PoolEnvironment[]> {
  const pool = await readPool(folder, resolve(folder)).catch((error: unknown) => {
    throw new JobFailure(error instanceof Error ? error.message : String(error));
  });
  if (!pool)
    throw new JobFailure(`${folder} holds no pool: it has no manifest.json that lists environments.`);
  const loaded = await Promise.all(
    pool.entries.map(async (entry): Promise<PoolEnvironment | undefined> => {
      if (entry.fault !== undefined || entry.absolute === undefined) return undefined;
      const source = await readFile(entry.absolute, 'utf8');
      const { report, reasons } = await checker.check(source, signal);
      if (reasons.length > 0 || report.className === null) return undefined;
      const { skill, level } = entry.manifest ?? {};
      return {
        source,
        hash: hashOf(source),
        className: report.className,
        skill: skill ?? '',
        level: level ?? 0,
      };
    }),
  );
  const sound = loaded.filter((one) => one !== undefined);
  if (sound.length === 0)
    throw new JobFailure(
      `${folder}: none of its ${loaded.length} environments is sound. Run \`spade check ${folder}\` to see why.`,
    );
  log(`${sound.length} of the pool's ${loaded.length} environments are sound and are played`);
  return sound;
}

/** Windows by skill, kept in checkpoints. */
export type Windows = Readonly<Record<string, Window>>;

/** Draws `count` environments; with `windows`, by their levels. The same for the same seed and rollout. */
export function drawFromPool(
  pool: readonly PoolEnvironment[],
  count: number,
  seed: number,
  rollout: number,
  windows?: Windows,
): TrainingEnvironment[] {
  const random = streamOf(seed, 'pool', rollout);
  const drawn = windows
    ? Array.from({ length: count }, () => {
        const skills = [...new Set(pool.map(({ skill }) => skill))];
        const skill = skills[Math.floor(random() * skills.length)] ?? '';
        const wanted = drawLevel(windows[skill] ?? FIRST_WINDOW, random);
        return sampleOf(
          nearest(
            pool.filter((one) => one.skill === skill),
            wanted,
          ),
          1,
          random,
        );
      }).flat()
    : sampleOf(pool, count, random);
  const unique = [...new Map(drawn.map((one) => [one.hash, one])).values()];
  return unique.map(({ level: _, ...one }, slot) => ({
    ...one,
    slot,
    hint: null,
    design: null,
    results: noResults(),
  }));
}

/** Those of the level, or of the nearest one that the pool has. */
function nearest(pool: readonly PoolEnvironment[], wanted: number): PoolEnvironment[] {
  const distance = Math.min(...pool.map(({ level }) => Math.abs(level - wanted)));
  return pool.filter(({ level }) => Math.abs(level - wanted) === distance);
}

/** The windows after plays of one environment; faults move nothing. */
export function moveWindows(
  windows: Windows,
  pool: readonly PoolEnvironment[],
  hash: string,
  returns: readonly Return[],
): Windows {
  const environment = pool.find((one) => one.hash === hash);
  if (!environment) return windows;
  const { skill, level } = environment;
  const top = Math.max(...pool.filter((one) => one.skill === skill).map((one) => one.level));
  const moved = returns
    .filter((one) => one !== null)
    .reduce((window, one) => afterPlay(window, level, isWin(one), top), windows[skill] ?? FIRST_WINDOW);
  return { ...windows, [skill]: moved };
}
