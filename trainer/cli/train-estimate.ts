/** What a run will ask of its engine, at most: told before anything begins. */
import { count } from '../../server/contract/visible.ts';
import type { RunConfig } from '../../server/protocol/run-config.ts';

export interface Estimate {
  /** Sets of environments, and environments in all. */
  readonly sets: number;
  readonly environments: number;
  /** Programs written, when every slot takes all of its tries. */
  readonly mostDesigns: number;
  /** Without those that only measure. */
  readonly plays: number;
  /** Tokens sampled at most: every design, hint and reply as long as it may be. */
  readonly mostTokens: number;
  /** Optimiser steps at most, when no group is without variance. */
  readonly mostUpdates: number;
}

export function estimate(config: RunConfig): Estimate {
  const { rollouts, design, play, hint, curriculum, update } = config;
  const each = design.activeSkills * design.perSkill;
  const sets = Math.ceil(rollouts / design.every);
  const designs = curriculum.kind === 'adaptive' ? sets * each : 0;
  const hinted = designs * play.group;
  const plain = rollouts * each * play.group;
  const ofPlay = Math.min(play.context, play.maxTurns * play.maxTokens);
  const learnt = rollouts * each * play.group + (curriculum.designer === 'learning' ? designs : 0);
  return {
    sets,
    environments: designs === 0 ? each : designs,
    mostDesigns: designs * design.attempts,
    plays: plain + hinted,
    mostTokens:
      designs * design.attempts * design.maxTokens + designs * hint.maxTokens + (plain + hinted) * ofPlay,
    mostUpdates: Math.ceil(learnt / update.batch),
  };
}

export function estimateText(config: RunConfig): string {
  const { sets, environments, mostDesigns, plays, mostTokens, mostUpdates } = estimate(config);
  const { kind } = config.curriculum;
  const lines = [
    `${count(config.rollouts, 'rollout')} on the engine ${config.engine.kind}, seed ${config.seed}.`,
    kind === 'adaptive'
      ? `Designs: ${count(sets, 'set')} of environments, ${count(environments, 'environment')} in all; at most ${mostDesigns.toLocaleString('en')} programs are written for them.`
      : `Environments of the pool ${config.curriculum.pool}, ${environments} in each rollout (${kind}).`,
    `Plays: ${plays.toLocaleString('en')}.`,
    `Tokens sampled: at most ${mostTokens.toLocaleString('en')}.`,
    `Optimiser steps: at most ${mostUpdates.toLocaleString('en')}, of ${count(config.update.batch, 'trajectory', 'trajectories')} each.`,
  ];
  return `${lines.join('\n')}\n`;
}
