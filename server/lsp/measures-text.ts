/** The numbers of a playtest in Markdown, for hovers. */
import { count } from '../contract/visible.ts';
import type { Measures } from '../protocol/finding.ts';
import type { LastCheck } from '../protocol/language.ts';

export const VERDICTS = { sound: 'Sound', unsound: 'Unsound', undecided: 'Undecided' } as const;

export function measuresText({ verdict, stale, findings, undecided, measures }: LastCheck): string {
  const head = `**${VERDICTS[verdict]}**${stale ? ' (before your last changes)' : ''}: ${count(findings.length, 'finding')}, ${count(undecided.length, 'rule')} not decided`;
  return measures
    ? `${head}\n\n${rows(measures)
        .map((row) => `- ${row}`)
        .join('\n')}`
    : head;
}

function rows(measures: Measures): string[] {
  const { shortestWin, randomWins, solutionWins, rewardLevels, maxTurns, depth } = measures;
  return [
    `${count(measures.episodes, 'episode')}, ${count(measures.steps, 'step')}`,
    shortestWin === null ? 'no win was found' : `shortest win: ${count(shortestWin, 'action')}`,
    ...(randomWins
      ? [`random play wins ${percent(randomWins.wins, randomWins.plays)} (${interval(randomWins)})`]
      : []),
    ...(solutionWins
      ? [`\`solution()\` wins ${solutionWins.wins} of ${count(solutionWins.plays, 'play')}`]
      : []),
    `rewards seen: ${levelsText(rewardLevels)}`,
    `longest play: ${count(depth, 'turn')}${maxTurns === null ? '' : ` of at most ${maxTurns}`}`,
    `${count(measures.statesSeen, 'state')} seen`,
  ];
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? 'nothing' : `${((100 * part) / whole).toFixed(part > 0 && part / whole < 0.1 ? 1 : 0)} %`;

const interval = ({ low, high }: { readonly low: number; readonly high: number }): string =>
  `95 % interval ${(100 * low).toFixed(0)} to ${(100 * high).toFixed(0)} %`;

const LEVELS = 8;

export function levelsText(levels: readonly number[]): string {
  const shown = levels.slice(0, LEVELS).map((level) => String(Number(level.toFixed(4))));
  const more = levels.length - shown.length;
  return `${shown.join(', ') || 'none'}${more > 0 ? ` and ${more} more` : ''}`;
}

/** `random play wins 12 %, solution 6/6` */
export function winsText({ randomWins, solutionWins }: Measures): string | undefined {
  const parts = [
    ...(solutionWins ? [`solution wins ${solutionWins.wins}/${solutionWins.plays}`] : []),
    ...(randomWins ? [`random play ${percent(randomWins.wins, randomWins.plays)}`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
}
