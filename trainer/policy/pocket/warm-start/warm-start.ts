/** The warm start: a pocket policy imitates programs, plays and hints until self-play can begin. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxPool } from '../../../../server/sandbox/pool.ts';
import { IMITATION, SPADE_UPDATE, type UpdateReport } from '../../policy.ts';
import type { ModelConfig } from '../config.ts';
import { PocketPolicy } from '../pocket.ts';
import { lessonsOf, type Mixture } from './lessons.ts';

export interface Stage {
  readonly steps: number;
  readonly mixture: Mixture;
  /** The largest learning rate. */
  readonly learningRate: number;
}

export interface WarmStart {
  readonly config: ModelConfig;
  /** Of the weights at the start. */
  readonly seed: number;
  /** One after the other; checkpoints count their steps through. */
  readonly stages: readonly Stage[];
  /** Steps between checkpoints. */
  readonly saveEvery: number;
  /** Where checkpoints lie; one that is there is continued. */
  readonly folder: string;
  readonly onStep?: (step: number, report: UpdateReport) => void;
  readonly signal?: AbortSignal;
}

/** Rises over the first steps, holds, and falls to a twentieth over the last 40 %. */
export function learningRateAt(step: number, { steps, learningRate }: Stage): number {
  const rising = Math.min(1, (step + 1) / Math.min(50, steps));
  const left = (steps - step) / (0.4 * steps);
  return learningRate * rising * Math.max(0.05, Math.min(1, left));
}

/**
 * Trains to the last step, from the newest checkpoint in the folder. The same settings give the same bits, however
 * often it was interrupted.
 * @returns the policy, which the caller closes.
 * @throws PolicyFailure, also when the signal aborts; steps since the last checkpoint are then lost.
 */
export async function warmStart(settings: WarmStart, pool: SandboxPool): Promise<PocketPolicy> {
  const { folder, stages, saveEvery, config, seed, onStep, signal } = settings;
  const steps = stages.reduce((sum, stage) => sum + stage.steps, 0);
  const done = await newestStep(folder);
  const policy = await PocketPolicy.open(
    done > 0 ? { checkpoint: join(folder, nameOf(done)) } : { config, seed },
  );
  try {
    let next = lessonsAt(done, stages, pool);
    for (let step = done; step < steps; step++) {
      const lessons = await next;
      const learning = policy.update(
        lessons,
        {
          ...SPADE_UPDATE,
          objective: IMITATION,
          weightDecay: 0.01,
          learningRate: rateAt(step, stages),
        },
        { signal },
      );
      // The next batch is made while this one is learnt.
      if (step + 1 < steps) next = lessonsAt(step + 1, stages, pool);
      const [report] = await Promise.all([learning, next]);
      onStep?.(step + 1, report);
      if ((step + 1) % saveEvery === 0 || step + 1 === steps) {
        await policy.save(join(folder, nameOf(step + 1)));
        await removeBefore(folder, step + 1);
      }
    }
    return policy;
  } catch (error) {
    await policy.close();
    throw error;
  }
}

/** The stage of a step, and the step's place in it; past the end the last one. */
function stageAt(step: number, stages: readonly Stage[]): { readonly stage: Stage; readonly at: number } {
  let at = step;
  for (const stage of stages) {
    if (at < stage.steps || stage === stages.at(-1)) return { stage, at };
    at -= stage.steps;
  }
  throw new Error('A warm start needs a stage.');
}

function rateAt(step: number, stages: readonly Stage[]): number {
  const { stage, at } = stageAt(step, stages);
  return learningRateAt(at, stage);
}

const lessonsAt = (step: number, stages: readonly Stage[], pool: SandboxPool) =>
  lessonsOf(step, stageAt(step, stages).stage.mixture, pool);

const nameOf = (step: number): string => `step-${String(step).padStart(6, '0')}`;

/** The steps of the checkpoints in the folder. */
async function stepsIn(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => {
    const [, step] = /^step-(\d{6})$/.exec(name) ?? [];
    return step === undefined ? [] : [Number(step)];
  });
}

const newestStep = async (folder: string): Promise<number> => Math.max(0, ...(await stepsIn(folder)));

/** Removes all checkpoints but the newest two, of which one is whole whatever happens. */
async function removeBefore(folder: string, step: number): Promise<void> {
  const older = (await stepsIn(folder)).filter((one) => one < step).sort((a, b) => a - b);
  for (const one of older.slice(0, -1)) await rm(join(folder, nameOf(one)), { recursive: true });
}
