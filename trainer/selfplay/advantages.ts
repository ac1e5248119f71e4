/** From rewards to advantages, one way for each role (SPADE, section 4.1), and the weights between the roles. */
import type { Return } from './rewards.ts';

/** Below it a group's returns are all the same, and there is nothing to learn from them. */
const FLAT = 1e-6;

/**
 * The agent's: (r − mean) / std within one environment's group, with the standard deviation of the group itself.
 * `null` for plays that do not count. A group in which all returns are equal teaches nothing: zeros.
 */
export function groupAdvantages(returns: readonly Return[]): (number | null)[] {
  const known = returns.filter((one) => one !== null);
  const mean = sum(known) / known.length;
  const deviation = Math.sqrt(sum(known.map((one) => (one - mean) ** 2)) / known.length);
  return returns.map((one) => {
    if (one === null) return null;
    return deviation < FLAT ? 0 : (one - mean) / deviation;
  });
}

/** One environment's reward, and the skill that it was designed for. */
export interface Paid {
  readonly skill: string;
  readonly reward: number;
}

/** The designer's: the reward minus the mean over the skill's environments, without division by a deviation. */
export function skillAdvantages(designs: readonly Paid[]): number[] {
  const groups = Map.groupBy(designs, ({ skill }) => skill);
  const means = new Map(
    [...groups].map(([skill, members]) => [skill, sum(members.map(({ reward }) => reward)) / members.length]),
  );
  return designs.map(({ skill, reward }) => reward - (means.get(skill) ?? 0));
}

/**
 * What the designer's advantages are multiplied by so that both roles weigh alike: agent trajectories for each of the
 * designer's, times the k rollouts that one design serves, at most `cap`; 1 when there are none.
 */
export function designerScale(agent: number, designer: number, rollouts: number, cap: number): number {
  return designer === 0 || agent === 0 ? 1 : Math.min((agent / designer) * rollouts, cap);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
