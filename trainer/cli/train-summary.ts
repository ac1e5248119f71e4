/** What a run changed: its first round of all skills beside its last one, in numbers and in words. */
import { findRule } from '../../server/contract/rules.ts';
import { count } from '../../server/contract/visible.ts';
import type { RunConfig } from '../../server/protocol/run-config.ts';
import type { EnvironmentHeader, Metric } from '../../server/protocol/run-records.ts';

export interface Change {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

export interface Summary {
  /** Shares of plays that were won: on environments that nothing is trained on, and on those in play. */
  readonly heldOut: Change;
  readonly winRate: Change;
  readonly regret: Change;
  readonly learnable: Change;
  /** Share of designs that passed the checks at the first try. */
  readonly sound: Change;
  /** Environments that the set amounts to (Vendi score), as a share of the environments in it. */
  readonly diversity: Change;
  readonly designerReward: Change;
  /** Rules that designs were rejected for, the most frequent first. */
  readonly rejections: readonly (readonly [rule: string, designs: number])[];
  readonly designs: number;
  readonly accepted: number;
}

/** Rollouts in which each skill has been at work once: skills differ too much to compare one with another. */
export const roundOf = ({ skills, activeSkills, every }: RunConfig['design']): number =>
  every * Math.ceil(skills.length / activeSkills);

/** @param round rollouts. @param metrics all of the run's. */
export function summarise(
  metrics: readonly Metric[],
  environments: readonly EnvironmentHeader[],
  round: number,
): Summary {
  const all = metrics.filter(({ skill }) => skill === null);
  const last = Math.max(0, ...all.map(({ step }) => step));
  // The last whole round: rounds follow each other, and a run may end within one.
  const start = Math.max(0, Math.floor((last + 1) / round) - 1) * round;
  const meanOf = (name: string, from: number, to: number): number | undefined => {
    const values = all.filter((one) => one.name === name && one.step >= from && one.step < to);
    if (values.length === 0) return undefined;
    return values.reduce((sum, { value }) => sum + value, 0) / values.length;
  };
  const change = (name: string): Change => ({
    before: meanOf(name, 0, round),
    after: start > 0 ? meanOf(name, start, start + round) : undefined,
  });
  const heldOut = all.filter(({ name }) => name === 'held-out-win-rate').sort((a, b) => a.step - b.step);
  const after = all.find(({ name }) => name === 'held-out-win-rate-after') ?? heldOut.at(-1);
  return {
    heldOut: { before: heldOut[0]?.value, after: after?.value },
    winRate: change('win-rate'),
    regret: change('regret'),
    learnable: change('learnable-share'),
    sound: change('sound-at-first'),
    diversity: change('vendi-share'),
    designerReward: change('designer-reward'),
    rejections: rejectionsBy(environments),
    designs: environments.length,
    accepted: environments.filter(({ accepted }) => accepted).length,
  };
}

function rejectionsBy(environments: readonly EnvironmentHeader[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { accepted, rules, rejection } of environments) {
    if (accepted) continue;
    // The rules that are named are those that forbid it; a design may have lesser findings beside them.
    const named = [...new Set(rejection?.match(/\bSP\d{3}\b/g) ?? [])];
    for (const rule of named.length > 0 ? named : rules.length > 0 ? rules.slice(0, 1) : ['cut off or twice'])
      counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

const SHOWN = 5;

const percent = (share: number | undefined): string =>
  share === undefined ? '–' : `${Math.round(100 * share)} %`;
const decimal = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(2));

export function summaryText(summary: Summary): string {
  const rows: [string, Change, (value: number | undefined) => string][] = [
    ['held-out environments won', summary.heldOut, percent],
    ['environments in play won', summary.winRate, percent],
    ['regret (gain by the hint)', summary.regret, decimal],
    ['learnable environments', summary.learnable, percent],
    ['designs sound at the first try', summary.sound, percent],
    ['diversity of a set (Vendi / size)', summary.diversity, percent],
    ['designer’s reward', summary.designerReward, decimal],
  ];
  const table = rows.map(
    ([name, { before, after }, say]) =>
      `  ${name.padEnd(34)}${say(before).padStart(8)}${say(after).padStart(8)}`,
  );
  const rejected = summary.designs - summary.accepted;
  const why = summary.rejections
    .slice(0, SHOWN)
    .map(([rule, designs]) => `  ${String(designs).padStart(4)}  ${rule} ${nameOf(rule)}`.trimEnd());
  return [
    `  ${''.padEnd(34)}${'before'.padStart(8)}${'after'.padStart(8)}`,
    ...table,
    '',
    `${count(summary.designs, 'design')}, ${rejected} rejected${why.length > 0 ? ', most often for' : ''}`,
    ...why,
    '',
  ].join('\n');
}

const nameOf = (rule: string): string => findRule(rule)?.name ?? '';
