/** What a rollout came to, in numbers: of each environment, of each skill, of all. */
import type { EpisodeHeader } from '../../server/protocol/run-records.ts';
import type { Numbers } from '../selfplay/measures.ts';
import { isWin } from '../selfplay/rewards.ts';
import { difference, type Estimate, mean, rate } from './intervals.ts';
import { nameOf, type Subject } from './subject.ts';

/** Faults count nowhere but among themselves. `undefined` where no play tells anything. */
export interface Score {
  readonly plays: number;
  readonly faults: number;
  readonly winRate: Estimate | undefined;
  readonly meanReturn: Estimate | undefined;
  readonly hinted: { readonly plays: number; readonly winRate: Estimate | undefined } | undefined;
  /** Mean return with the hint minus that without (SPADE, eq. 3), over environments that have both. */
  readonly regret: Estimate | undefined;
}

export interface EnvironmentScore extends Score {
  readonly path: string;
  readonly name: string;
  readonly skill: string;
  readonly verdict: string;
}

export interface RollOutSummary {
  readonly environments: readonly EnvironmentScore[];
  readonly skills: readonly (Score & { readonly skill: string })[];
  readonly all: Score;
}

export function summarise(
  subjects: readonly Subject[],
  episodes: ReadonlyMap<string, readonly EpisodeHeader[]>,
): RollOutSummary {
  const of = ({ hash }: Subject) => episodes.get(hash) ?? [];
  const skills = Map.groupBy(subjects, ({ skill }) => skill);
  skills.delete('');
  return {
    environments: subjects.map((subject) => ({
      path: subject.path,
      name: nameOf(subject),
      skill: subject.skill,
      verdict: subject.report.verdict,
      ...score([of(subject)]),
    })),
    skills: [...skills].map(([skill, members]) => ({ skill, ...score(members.map(of)) })),
    all: score(subjects.map(of)),
  };
}

/** @param groups the plays of one environment each. */
function score(groups: readonly (readonly EpisodeHeader[])[]): Score {
  const all = groups.flat();
  const [plain, hinted] = [all.filter((one) => !one.hinted), all.filter((one) => one.hinted)];
  const both = groups.filter((group) => group.some((one) => one.hinted)).flat();
  return {
    plays: plain.length,
    faults: all.filter(({ outcome }) => outcome === 'fault').length,
    winRate: wins(plain),
    meanReturn: returns(plain),
    hinted: hinted.length === 0 ? undefined : { plays: hinted.length, winRate: wins(hinted) },
    regret: regretOf(both),
  };
}

const known = (episodes: readonly EpisodeHeader[]): number[] =>
  episodes.flatMap((one) => (one.return === null ? [] : [one.return]));

const wins = (episodes: readonly EpisodeHeader[]): Estimate | undefined => {
  const values = known(episodes);
  return rate(values.filter(isWin).length, values.length);
};

const returns = (episodes: readonly EpisodeHeader[]): Estimate | undefined =>
  mean(known(episodes), boundsOf(episodes));

/** Returns lie in [-1, 1]; where none is below 0, the interval need not reach there. */
const boundsOf = (episodes: readonly EpisodeHeader[]): readonly [number, number] =>
  known(episodes).some((one) => one < 0) ? [-1, 1] : [0, 1];

function regretOf(episodes: readonly EpisodeHeader[]): Estimate | undefined {
  const bounds = boundsOf(episodes);
  const side = (hinted: boolean) => mean(known(episodes.filter((one) => one.hinted === hinted)), bounds);
  const [without, helped] = [side(false), side(true)];
  return without && helped && difference(helped, without);
}

/** As a run's views know them. */
export function metricsOf({ all, skills }: RollOutSummary): Numbers[] {
  const of = (score: Score, skill: string | null): Numbers[] => {
    const values = {
      'win-rate': score.winRate?.value,
      return: score.meanReturn?.value,
      'hinted-win-rate': score.hinted?.winRate?.value,
      regret: score.regret?.value,
      'fault-share':
        score.plays === 0 ? undefined : score.faults / (score.plays + (score.hinted?.plays ?? 0)),
    };
    return Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, skill, value }],
    );
  };
  return [...of(all, null), ...skills.flatMap((one) => of(one, one.skill))];
}
