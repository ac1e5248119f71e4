/**
 * SPADE's self-play (arXiv 2608.19197, Algorithm 1). In each rollout n of N:
 *
 *   design   every k rollouts the designer writes B environments, grounded in a document and in memory; what checks
 *            reject is tried again and kept; each accepted one gets a hint from who wrote it
 *   play     G plays of each environment without the hint, and G with it in the rollout that it was designed in
 *   score    agent      A = (r − mean) / std within the environment's G plays
 *            designer   r_D = 0.6 · plateau(w) + 0.4 · min(1, max(0, regret) / 0.15), w over all k rollouts,
 *                       regret (eq. 3) at the first; A = r_D − mean within the skill
 *   update   −mean min(ρA, clip(ρ, 0.8, 1.28) A) (eq. 2) over both roles, whose weights are the same; designs come k
 *            rollouts late, with truncated importance weights, scaled so that both roles weigh alike
 *
 * Where we differ, on purpose:
 * - a play in which the environment failed has no return; it trains nobody, and costs the designer `faultPenalty`
 *   where one is set. The reference pays −1 to the agent.
 * - an environment is played only when checks call it sound. The reference plays what it can load.
 * - all plays of a group begin from one seed, another in each rollout, and the hinted plays from the same.
 * - what checks rejected may be paid as well (`reward.rejected`), so that a small policy learns to write what runs.
 * - groups in which all returns are equal are left out of the update rather than trained on with zeros.
 */
import { z } from 'zod';
import type { RunConfig } from '../../server/protocol/run-config.ts';
import type { Corpus } from '../curriculum/corpus.ts';
import { Memory, record } from '../curriculum/memory.ts';
import { seedOf, streamOf } from '../curriculum/random.ts';
import { activeSkills, isRegeneration } from '../curriculum/rotation.ts';
import { window } from '../curriculum/sliding-window.ts';
import { type Job, type JobContext, type JobEnd, JobFailure } from '../daemon/job.ts';
import type { Policy, Trajectory } from '../policy/policy.ts';
import { groupAdvantages } from './advantages.ts';
import type { Checker } from './checking.ts';
import { designSet, environmentsOf } from './designing.ts';
import {
  noResults,
  type SkillDesign,
  skillDesign,
  type TrainingEnvironment,
  trainingEnvironment,
} from './environment.ts';
import { evaluate } from './evaluation.ts';
import { agentTrajectories, designerTrajectories, type Group, type Judged, learn } from './learning.ts';
import {
  designMeasures,
  judgedMeasures,
  type Numbers,
  playMeasures,
  type Seen,
  updateMeasures,
} from './measures.ts';
import { recordOf, returnOf } from './outcomes.ts';
import { type Played, type Players, playAll, type Seat } from './playing.ts';
import { drawFromPool, moveWindows, type PoolEnvironment, type Windows } from './pool.ts';
import { heldNear, type Reference } from './reference.ts';
import { newest, rehearsals } from './rehearsal.ts';
import { designerReward, meanReturn, nextPotential, type Potential, regret, winRate } from './rewards.ts';
import { warnings } from './warnings.ts';

/** What a checkpoint holds beside the policy. */
const state = z.strictObject({
  environments: z.array(trainingEnvironment),
  rejected: z.array(skillDesign),
  rehearsed: z.array(skillDesign).default([]),
  memory: z.array(record),
  potentials: z.record(z.string(), z.strictObject({ slow: z.number(), fast: z.number() })),
  windows: z.record(z.string(), window),
});

/** What the loop works with; whoever makes it closes it. */
export interface Parts extends Omit<Players, 'signal'> {
  /** What learns: the weights that `player` plays with. `null`: nothing is learnt, and checkpoints hold no weights. */
  readonly policy: Policy | null;
  /** What the KL term holds it near; needed where `update.kl` is above 0. */
  readonly reference?: Reference;
  readonly checker: Checker;
  readonly corpus: Corpus | undefined;
  /** For curricula that design nothing: what is played instead. */
  readonly fixed?: readonly PoolEnvironment[];
  /** What nothing is trained on. */
  readonly heldOut?: readonly PoolEnvironment[];
}

interface Place extends Seat {
  readonly environment: TrainingEnvironment;
}

export class SelfPlay implements Job {
  readonly #config: RunConfig;
  readonly #parts: Parts;
  #environments: TrainingEnvironment[] = [];
  /** Of the present set, where rejections are paid. */
  #rejected: SkillDesign[] = [];
  /** The newest of every skill, where they are rehearsed. */
  #rehearsed: readonly SkillDesign[] = [];
  #memory: Memory;
  #potentials = new Map<string, Potential>();
  #windows: Windows = {};

  constructor(config: RunConfig, parts: Parts) {
    this.#config = config;
    this.#parts = parts;
    this.#memory = new Memory(config.curriculum.memory);
  }

  async run(context: JobContext): Promise<JobEnd> {
    const first = await this.#resume(context);
    for (let rollout = first; rollout < this.#config.rollouts; rollout += 1) {
      await this.#rollout(rollout, context);
      if (context.pausing) return 'paused';
    }
    return 'finished';
  }

  async #rollout(rollout: number, context: JobContext): Promise<void> {
    const config = this.#config;
    const { policy } = this.#parts;
    const before = await this.#evaluate(rollout, context);
    const designing = isRegeneration(rollout, config.design.every);
    const designed = designing ? await this.#design(rollout, context) : [];

    const groups = await this.#play(rollout, designing, context);

    const judged = isRegeneration(rollout + 1, config.design.every) ? this.#judge(rollout) : [];
    const trajectories = policy
      ? await this.#trajectories(rollout, groups, judged, policy, context.signal)
      : [];

    context.intend(rollout, { trajectories: trajectories.length });
    const reports = policy ? await learn(trajectories, policy, config, rollout, context.signal) : [];
    for (const warning of warnings(groups, designing, reports[0])) context.log('warning', warning);

    const after = rollout + 1 === config.rollouts ? await this.#evaluate(config.rollouts, context) : [];
    await policy?.save(context.checkpoint(rollout));
    const seen: Seen[] = [...groups].map(([environment, { returns }]) => ({ environment, returns }));
    context.commit({
      step: rollout,
      metrics: [
        ...before,
        ...after.map((one) => ({ ...one, name: `${one.name}-after` })),
        ...designed,
        ...playMeasures(seen),
        ...judgedMeasures(judged),
        ...(policy ? updateMeasures(reports, trajectories.length) : []),
      ],
      state: this.#state(),
      detail: { updates: reports.at(-1)?.updates ?? null },
    });
  }

  async #trajectories(
    rollout: number,
    groups: ReadonlyMap<TrainingEnvironment, Group<Place>>,
    judged: readonly Judged[],
    policy: Policy,
    signal: AbortSignal,
  ): Promise<readonly Trajectory[]> {
    const agents = agentTrajectories([...groups.values()], this.#config.play.temperature);
    const learning = this.#config.curriculum.designer === 'learning' ? judged : [];
    const designers = await designerTrajectories(learning, agents.length, policy, this.#config, signal);
    const { reference } = this.#parts;
    if (!reference) return [...agents, ...designers];
    const { seed, update } = this.#config;
    const random = streamOf(seed, 'rehearsal', rollout);
    const rehearsed = await rehearsals(this.#rehearsed, learning, update.rehearsals, random, policy, signal);
    return heldNear([...agents, ...designers, ...rehearsed], reference, update.kl, signal);
  }

  /** Of the policy as it is when that many rollouts have been learnt from; the last time with the name's `-after`. */
  async #evaluate(rollouts: number, { signal }: JobContext): Promise<Numbers[]> {
    const { evaluation } = this.#config;
    const { heldOut } = this.#parts;
    if (!evaluation || !heldOut) return [];
    if (rollouts % evaluation.every !== 0 && rollouts !== this.#config.rollouts) return [];
    return evaluate(heldOut, evaluation.plays, this.#config, { ...this.#parts, signal });
  }

  /** A new set takes the old one's place. */
  async #design(rollout: number, context: JobContext) {
    const config = this.#config;
    const { skills, activeSkills: active, every, perSkill } = config.design;
    if (this.#parts.fixed) {
      const windows = config.curriculum.kind === 'sliding-window' ? this.#windows : undefined;
      this.#environments = drawFromPool(this.#parts.fixed, active * perSkill, config.seed, rollout, windows);
      return [];
    }
    const candidates = await designSet(activeSkills(skills, active, rollout / every), rollout, {
      ...this.#parts,
      config,
      memory: this.#memory,
      signal: context.signal,
    });
    for (const { stored } of candidates) context.environment(rollout, stored);
    const before = this.#environments;
    this.#environments = environmentsOf(candidates);
    if (config.update.rehearsals > 0)
      this.#rehearsed = newest(
        this.#rehearsed,
        this.#environments.flatMap(({ skill, design }) => (design ? [{ skill, design }] : [])),
      );
    this.#rejected =
      config.reward.rejected === null
        ? []
        : candidates
            .filter(({ accepted }) => !accepted)
            .flatMap(({ stored, design }) => (design ? [{ skill: stored.skill, design }] : []));
    if (this.#environments.length === 0) {
      const told = noneAccepted(candidates.flatMap(({ stored }) => stored.rejection ?? []));
      if (before.length === 0) throw new JobFailure(told);
      // What is played goes on being played, and what was rejected is learnt from. Nobody is paid twice.
      context.log('warning', `${told} The last set is kept.`);
      this.#environments = before.map((one) => ({
        ...one,
        design: null,
        results: noResults(),
      }));
    }
    context.log('info', `${this.#environments.length} of ${candidates.length} designs are played`);
    return designMeasures(candidates);
  }

  /** Plays all environments, and with their hints when they are new. */
  async #play(
    rollout: number,
    isNew: boolean,
    context: JobContext,
  ): Promise<Map<TrainingEnvironment, Group<Place>>> {
    const { play, profile } = this.#config;
    const seats = this.#environments.flatMap((environment) => {
      const plain = this.#seats(environment, rollout, false);
      return isNew && environment.hint !== null
        ? [...plain, ...this.#seats(environment, rollout, true)]
        : plain;
    });
    const plays = await playAll(seats, { ...play, profile }, { ...this.#parts, signal: context.signal });
    const groups = new Map<TrainingEnvironment, Group<Place>>();
    for (const environment of this.#environments) {
      const mine = plays.filter(({ seat }) => seat.environment === environment);
      const group = groupOf(mine.filter(({ seat }) => seat.hint === undefined));
      const hinted = groupOf(mine.filter(({ seat }) => seat.hint !== undefined));
      groups.set(environment, group);
      const { results } = environment;
      results.window.push(...group.returns);
      this.#windows = moveWindows(this.#windows, this.#parts.fixed ?? [], environment.hash, group.returns);
      if (isNew) {
        results.plain.push(...group.returns);
        results.hinted.push(...hinted.returns);
      }
      this.#keep(rollout, environment, group, hinted, context);
    }
    return groups;
  }

  #seats(environment: TrainingEnvironment, rollout: number, hinted: boolean): Place[] {
    const { seed, play } = this.#config;
    const { source, hash, hint } = environment;
    return Array.from({ length: play.group }, (_, i) => ({
      environment,
      source,
      seed: seedOf(seed, 'episode', rollout, hash) >>> 1,
      chance: seedOf(seed, 'agent', rollout, hash, Number(hinted), i),
      ...(hinted && hint !== null ? { hint } : {}),
    }));
  }

  #keep(
    rollout: number,
    { hash, skill }: TrainingEnvironment,
    group: Group<Place>,
    hinted: Group<Place>,
    context: JobContext,
  ): void {
    const advantages = groupAdvantages(group.returns);
    const facts = { environment: hash, skill };
    context.episodes(rollout, [
      ...group.plays.map((one, i) => recordOf(one, { ...facts, advantage: advantages[i] })),
      ...hinted.plays.map((one) => recordOf(one, facts)),
    ]);
  }

  /** The window is over: what each design earned. All go to memory; those that anything is known of are paid. */
  #judge(rollout: number): Judged[] {
    const { reward } = this.#config;
    const skills = Map.groupBy(this.#environments, ({ skill }) => skill);
    for (const [skill, members] of skills) {
      const mean = meanReturn(members.flatMap(({ results }) => results.window));
      if (mean !== undefined)
        this.#potentials.set(skill, nextPotential(this.#potentials.get(skill), mean, reward.potential));
    }
    const rejected = this.#rejected.map((one) => ({ ...one, reward: reward.rejected ?? 0 }));
    const played = this.#environments.flatMap(({ skill, className, source, design, results }) => {
      const rate = winRate(results.window);
      if (rate !== undefined)
        this.#memory.add({
          className,
          skill,
          source,
          winRate: rate,
          regret: regret(results) ?? null,
          rollout,
        });
      const paid = designerReward(results, reward, this.#potentials.get(skill));
      return design === null || paid === undefined ? [] : [{ skill, design, reward: paid }];
    });
    return [...played, ...rejected];
  }

  /** Takes up where the last commit left off, and returns the rollout to begin with. */
  async #resume({ start }: JobContext): Promise<number> {
    const { last } = start;
    if (!last) return 0;
    const kept = state.parse(last.state);
    const { policy } = this.#parts;
    if (policy) {
      if (last.folder === null) throw new JobFailure(`The checkpoint of step ${last.step} has no weights.`);
      await policy.load(last.folder);
    }
    this.#environments = kept.environments;
    this.#rejected = kept.rejected;
    this.#rehearsed = kept.rehearsed;
    this.#memory = new Memory(this.#config.curriculum.memory, kept.memory);
    this.#potentials = new Map(Object.entries(kept.potentials));
    this.#windows = kept.windows;
    return last.step + 1;
  }

  #state(): z.infer<typeof state> {
    return {
      environments: this.#environments,
      rejected: this.#rejected,
      rehearsed: [...this.#rehearsed],
      memory: [...this.#memory.records],
      potentials: Object.fromEntries(this.#potentials),
      windows: this.#windows,
    };
  }
}

const groupOf = (plays: readonly Played<Place>[]): Group<Place> => ({
  plays,
  returns: plays.map(({ episode }) => returnOf(episode)),
});

function noneAccepted(rejections: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const code of rejections.flatMap((text) => text.match(/\bSP\d{3}\b/)?.[0] ?? 'cut off'))
    counts.set(code, (counts.get(code) ?? 0) + 1);
  const common = [...counts].sort(([, a], [, b]) => b - a).slice(0, 4);
  return `None of ${rejections.length} designs passed the checks; most often: ${common.map(([code, n]) => `${code} (${n})`).join(', ')}. Look at the rejected ones; begin with a policy that can write environments, or allow more attempts.`;
}
