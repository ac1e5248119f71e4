/** What an environment's last check came to, in words. */
import type { LastCheck, WorkspaceEnvironment } from '../../server/protocol/language.ts';

export type State = 'sound' | 'unsound' | 'undecided' | 'unchecked';

export const STATES: readonly State[] = ['unsound', 'undecided', 'unchecked', 'sound'];

export const stateOf = ({ check }: Pick<WorkspaceEnvironment, 'check'>): State =>
  check?.verdict ?? 'unchecked';

export const TITLES: Readonly<Record<State, string>> = {
  sound: 'Sound',
  unsound: 'Unsound',
  undecided: 'Undecided',
  unchecked: 'Not checked',
};

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `2 errors, 1 warning`, `nothing found`, `not checked`. */
export function countsOf(check: LastCheck | undefined): string {
  if (!check) return 'not checked';
  const counts = (['error', 'warning'] as const).map((severity) => ({
    severity,
    count: check.findings.filter((finding) => finding.severity === severity).length,
  }));
  const told = counts.flatMap(({ severity, count }) => (count > 0 ? [plural(count, severity)] : []));
  const open = check.undecided.length;
  if (open > 0) told.push(`${open} undecided`);
  return `${told.join(', ') || 'nothing found'}${check.stale ? ' before the last change' : ''}`;
}

/** The numbers of the last playtest, a line each; none when nothing was played. */
export function measuresOf(check: LastCheck | undefined): string[] {
  const measures = check?.measures;
  if (!measures) return [];
  const { randomWins, solutionWins, shortestWin, rewardLevels } = measures;
  return [
    ...(solutionWins ? [`solution() wins ${solutionWins.wins} of ${solutionWins.plays} plays`] : []),
    ...(randomWins
      ? [
          `Random play wins ${randomWins.wins} of ${randomWins.plays} (95 % interval ${percent(randomWins.low)} to ${percent(randomWins.high)})`,
        ]
      : []),
    ...(shortestWin === null ? [] : [`Shortest win: ${plural(shortestWin, 'action')}`]),
    ...(rewardLevels.length > 0 ? [`Rewards seen: ${rewardLevels.map(short).join(', ')}`] : []),
    `${plural(measures.statesSeen, 'state')} in ${plural(measures.episodes, 'episode')} and ${plural(measures.steps, 'step')}`,
  ];
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;
const short = (value: number): string => String(Number(value.toFixed(3)));
