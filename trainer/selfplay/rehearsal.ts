/**
 * Designs that an update goes over again with nothing to gain, so that the KL term acts on both roles at any time: plays
 * and designs share their weights, and updates from plays alone would cost a policy its way to write.
 */
import { type Random, sampleOf } from '../curriculum/random.ts';
import type { Policy, Trajectory } from '../policy/policy.ts';
import type { SkillDesign, Written } from './environment.ts';

/** The newest designs of every skill. @param designs a new set; skills that are not among them keep what they had. */
export function newest(before: readonly SkillDesign[], designs: readonly SkillDesign[]): SkillDesign[] {
  const skills = new Set(designs.map(({ skill }) => skill));
  return [...before.filter(({ skill }) => !skills.has(skill)), ...designs];
}

/**
 * Some designs without advantages.
 * @param judged those that the update learns from anyway; their skills are left out.
 * @param most of both together.
 * @throws PolicyFailure
 */
export function rehearsals(
  designs: readonly SkillDesign[],
  judged: readonly { readonly skill: string }[],
  most: number,
  random: Random,
  policy: Policy,
  signal: AbortSignal,
): Promise<Trajectory[]> {
  const skills = new Set(judged.map(({ skill }) => skill));
  const others = designs.filter(({ skill }) => !skills.has(skill)).map(({ design }) => design);
  return rewritten(sampleOf(others, Math.max(0, most - judged.length), random), policy, signal);
}

/**
 * Designs as the policy would write them now, without advantages: the ratio's π_old is the present policy. How far that
 * has come since they were written is what importance weights are for.
 */
export async function rewritten(
  designs: readonly Written[],
  policy: Policy,
  signal: AbortSignal,
): Promise<Trajectory[]> {
  const sequences = designs.map(({ tokens, temperature }) => ({ tokens, temperature }));
  const now = designs.length > 0 ? await policy.score(sequences, { signal }) : [];
  return designs.map(({ tokens, start, temperature }, i) => ({
    tokens,
    temperature,
    mask: new Uint8Array(tokens.length).fill(1, start),
    advantages: new Float32Array(tokens.length),
    oldLogProbabilities: now[i] ?? new Float32Array(tokens.length),
  }));
}
