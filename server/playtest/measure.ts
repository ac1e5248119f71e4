/** The numbers that one playtest gives beside the verdict. */
import type { Measures } from '../protocol/finding.ts';
import type { Lab } from './lab.ts';
import { BudgetSpent, NotLoadable, SandboxFault } from './session.ts';

/** Measures of whatever experiments could be run within the budget. */
export async function measure(lab: Lab): Promise<Measures> {
  const episodes = (await attempt(lab.episodes())) ?? [];
  const random = await attempt(lab.random());
  const solutions = await attempt(lab.solutions());
  const search = await attempt(lab.search());
  const [opening] = (await attempt(lab.openings())) ?? [];
  const traces = await attempt(lab.session.traces());
  const turns = episodes.flatMap(({ episode }) => episode.turns);
  const rewards = new Set(
    turns.flatMap(({ reward }) => (reward !== undefined && Number.isFinite(reward) ? [reward] : [])),
  );
  const won = [
    ...(solutions ?? [])
      .filter((solved) => solved.wins)
      .map((solved) => solved.episode?.turns.length ?? Number.POSITIVE_INFINITY),
    ...(search?.wins ?? []).map((win) => win.actions.length),
  ];
  return {
    episodes: lab.session.spent.episodes,
    steps: lab.session.spent.steps,
    shortestWin: won.length > 0 ? Math.min(...won) : null,
    randomWins: random
      ? { wins: random.wins, plays: random.plays, low: random.low, high: random.high }
      : null,
    solutionWins: solutions
      ? { wins: solutions.filter((solved) => solved.wins).length, plays: solutions.length }
      : null,
    rewardLevels: [...rewards].sort((a, b) => a - b).slice(0, 50),
    maxTurns: opening?.constructed?.maxTurns ?? null,
    depth: Math.max(0, ...episodes.map(({ episode }) => episode.turns.length)),
    statesSeen: search?.states ?? 0,
    linesReached: [...(traces?.lines ?? [])].sort((a, b) => a - b),
    stepTicks: percentile(lab.session.stepTicks, 0.95),
    memory: lab.session.memory,
  };
}

async function attempt<T>(experiment: Promise<T>): Promise<T | undefined> {
  try {
    return await experiment;
  } catch (problem) {
    if (problem instanceof BudgetSpent || problem instanceof SandboxFault || problem instanceof NotLoadable)
      return undefined;
    throw problem;
  }
}

/** The value below which `share` of the samples lie; 0 for none. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
