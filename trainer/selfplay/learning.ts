/**
 * One step's update: agents' plays of this rollout and, when a window of k rollouts is over, the designs that they
 * played. Before anything is learnt, the rules SP901, SP902 and SP904 are enforced: what breaks them stops the run.
 */
import type { RunConfig } from '../../server/protocol/run-config.ts';
import { sampleOf, streamOf } from '../curriculum/random.ts';
import {
  type Policy,
  SPADE_UPDATE,
  type Trajectory,
  truncatedImportance,
  type UpdateReport,
  type UpdateSettings,
} from '../policy/policy.ts';
import { designerScale, groupAdvantages, skillAdvantages } from './advantages.ts';
import type { Written } from './environment.ts';
import type { Played, Seat } from './playing.ts';
import { rewritten } from './rehearsal.ts';
import type { Return } from './rewards.ts';

/** A rule of SP9 is broken: learning from this would teach something else than what was played. */
export class TrainingFault extends Error {
  override readonly name = 'TrainingFault';
}

/** Plays of one environment, from one seed, without the hint. */
export interface Group<S extends Seat = Seat> {
  readonly plays: readonly Played<S>[];
  readonly returns: readonly Return[];
}

/** A design whose window is over. */
export interface Judged {
  readonly skill: string;
  readonly design: Written;
  readonly reward: number;
}

/** @throws TrainingFault */
export function agentTrajectories(groups: readonly Group[], temperature: number): Trajectory[] {
  return groups.flatMap(({ plays, returns }) => {
    const openings = new Set(plays.map(({ episode }) => episode.observation));
    if (openings.size > 1)
      throw new TrainingFault('SP902: the plays of one group began with different observations.');
    const advantages = groupAdvantages(returns);
    return plays.flatMap((play, i) => {
      const advantage = advantages[i];
      // Faults teach nothing, and neither does a group in which all returns are equal.
      if (!advantage || play.replies.length === 0) return [];
      return [trajectoryOf(play, advantage, temperature)];
    });
  });
}

function trajectoryOf({ tokens, replies }: Played, advantage: number, temperature: number): Trajectory {
  const mask = new Uint8Array(tokens.length);
  const old = new Float32Array(tokens.length);
  for (const { start, sampled } of replies) {
    if (!sampled)
      throw new TrainingFault('SP904: a reply came without its tokens, so nothing can be learnt from it.');
    const { tokens: reply, logProbabilities } = sampled;
    if (reply.some((token, i) => tokens[start + i] !== token) || reply.length !== logProbabilities.length)
      throw new TrainingFault('SP904: the tokens to be trained are not those that were sampled.');
    mask.fill(1, start, start + reply.length);
    old.set(logProbabilities, start);
  }
  const advantages = new Float32Array(tokens.length).fill(advantage);
  return { tokens, temperature, mask, advantages, oldLogProbabilities: old };
}

/**
 * The designer's trajectories: advantages centred in the skill and scaled so that both roles weigh alike, importance
 * weights for the k rollouts since they were written.
 * @param agents how many trajectories the agents have in this update.
 */
export async function designerTrajectories(
  judged: readonly Judged[],
  agents: number,
  policy: Policy,
  { design: { every }, update }: Pick<RunConfig, 'design' | 'update'>,
  signal: AbortSignal,
): Promise<Trajectory[]> {
  if (judged.length === 0) return [];
  const scale = designerScale(agents, judged.length, every, update.designerScaleCap);
  const advantages = skillAdvantages(judged);
  const designs = judged.map(({ design }) => design);
  const present = await rewritten(designs, policy, signal);
  return present.map((trajectory, i) => {
    const { tokens, mask, oldLogProbabilities } = trajectory;
    const { start = 0, logProbabilities = [] } = designs[i] ?? {};
    const then = new Float32Array(tokens.length);
    then.set(logProbabilities, start);
    return {
      ...trajectory,
      advantages: new Float32Array(tokens.length).fill((advantages[i] ?? 0) * scale),
      importanceWeights: truncatedImportance(oldLogProbabilities, then, update.importanceCap).map((w, t) =>
        mask[t] ? w : 1,
      ),
    };
  });
}

/** Everything finite, and every list as long as its tokens. @throws TrainingFault */
export function checkFinite(trajectories: readonly Trajectory[]): void {
  for (const { tokens, mask, advantages, oldLogProbabilities } of trajectories) {
    const lengths = [mask.length, advantages.length, oldLogProbabilities.length];
    if (lengths.some((length) => length !== tokens.length))
      throw new TrainingFault('SP901: a trajectory has lists of different lengths.');
    for (let t = 0; t < tokens.length; t += 1) {
      if (!mask[t]) continue;
      if (!Number.isFinite(advantages[t]) || !Number.isFinite(oldLogProbabilities[t]))
        throw new TrainingFault('SP901: an advantage or a log-probability is no finite number.');
    }
  }
}

/** Optimiser steps of `batch` trajectories each, shuffled anew in each epoch. */
export async function learn(
  trajectories: readonly Trajectory[],
  policy: Policy,
  { seed, update }: Pick<RunConfig, 'seed' | 'update'>,
  rollout: number,
  signal: AbortSignal,
): Promise<UpdateReport[]> {
  checkFinite(trajectories);
  const random = streamOf(seed, 'shuffle', rollout);
  const settings: UpdateSettings = {
    ...SPADE_UPDATE,
    objective: { kind: 'clipped', low: update.clipLow, high: update.clipHigh },
    learningRate: update.learningRate,
    betas: [update.beta1, update.beta2],
    weightDecay: update.weightDecay,
  };
  const reports: UpdateReport[] = [];
  for (let epoch = 0; epoch < update.epochs; epoch += 1) {
    const shuffled = sampleOf(trajectories, trajectories.length, random);
    for (let at = 0; at < shuffled.length; at += update.batch)
      reports.push(await policy.update(shuffled.slice(at, at + update.batch), settings, { signal }));
  }
  return reports;
}
