/** A rollout's numbers for people. */
import { inline } from '../../server/contract/visible.ts';
import type { Estimate } from './intervals.ts';
import type { RollOutSummary, Score } from './summary.ts';

/** `0.62 [0.39, 0.81]` */
export const estimateText = (estimate: Estimate | undefined): string =>
  estimate
    ? `${estimate.value.toFixed(2)} [${estimate.low.toFixed(2)}, ${estimate.high.toFixed(2)}]`
    : 'unknown';

/** A table: environments, then skills where there are several, then all. */
export function summaryText({ environments, skills, all }: RollOutSummary): string {
  const hinted = all.hinted !== undefined;
  const row = (name: string, score: Score): string[] => [
    inline(name),
    String(score.plays),
    estimateText(score.winRate),
    ...(hinted ? [estimateText(score.hinted?.winRate), estimateText(score.regret)] : []),
    score.faults === 0 ? '' : `${score.faults} failed in the environment`,
  ];
  const head = ['', 'plays', 'win rate', ...(hinted ? ['with the hint', 'regret'] : []), ''];
  const rows = [
    head,
    ...environments.map((one) => row(one.path, one)),
    ...(skills.length > 1 ? [[], ...skills.map((one) => row(one.skill, one))] : []),
    ...(environments.length > 1 ? [[], row('All', all)] : []),
  ];
  return `${columns(rows)}\nRates with 95 % intervals.`;
}

/** Aligned at the left. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const cells of rows)
    for (const [i, cell] of cells.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  return rows
    .map((cells) =>
      cells
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
