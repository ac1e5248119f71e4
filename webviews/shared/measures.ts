/** Measures of a step by their names, in words. */

export interface Measure {
  readonly name: string;
  readonly label: string;
  readonly says: string;
  /** In [0, 1], shown in per cent. */
  readonly share?: boolean;
}

const measure = (name: string, label: string, says: string, share = false): Measure => ({
  name,
  label,
  says,
  share,
});

export const MEASURES: readonly Measure[] = [
  measure('win-rate', 'Win rate', 'Plays without the hint that earned the full reward.', true),
  measure('return', 'Return', 'Mean return of plays without the hint: what the agent is paid.'),
  measure('regret', 'Regret', 'Mean return with the hint minus mean return without: what there is to learn.'),
  measure('hinted-return', 'Return with hint', 'Mean return of plays with the hint.'),
  measure('learnable-share', 'Learnable share', 'Environments that were won in 20 to 80 % of plays.', true),
  measure('designer-reward', 'Designer’s reward', 'What designs were paid when their window was over.'),
  measure('held-out-win-rate', 'Held-out win rate', 'On environments that are never trained on.', true),
  measure('held-out-return', 'Held-out return', 'On environments that are never trained on.'),
  measure('evaluated-win-rate', 'Evaluated win rate', 'What `spade eval` has measured on a pool.', true),
  measure(
    'question-average',
    'Questions, average',
    'Share of right answers that `spade eval` has found.',
    true,
  ),
  measure(
    'question-pass',
    'Questions, pass',
    'Questions of which one answer was right, by `spade eval`.',
    true,
  ),
  measure('fault-share', 'Faults', 'Plays in which the environment failed. They are no reward.', true),
  measure('accepted-share', 'Accepted', 'Tries that the checks called sound.', true),
  measure('sound-at-first', 'Sound at first', 'First tries that the checks called sound.', true),
  measure('vendi', 'Diversity', 'How many different programs the set amounts to (Vendi score).'),
  measure('vendi-share', 'Diversity, share', 'The Vendi score as a share of the programs in the set.', true),
  measure('program-lines', 'Lines', 'Lines of an accepted program.'),
  measure('reward-levels', 'Reward levels', 'Different rewards that play showed.'),
  measure('interaction-depth', 'Depth', 'Turns of the longest play that checking found.'),
  measure('loss', 'Loss', 'Of the update.'),
  measure('divergence', 'Divergence', 'From the policy that sampled (KL).'),
  measure('clipped-share', 'Clipped', 'Tokens whose ratio the update clipped.', true),
  measure('gradient-norm', 'Gradient norm', 'Before clipping.'),
];

export const MEASURE_NAMES: readonly string[] = MEASURES.map(({ name }) => name);

export const measureOf = (name: string): Measure =>
  MEASURES.find((one) => one.name === name) ?? measure(name, name, '');

export function valueText({ share }: Measure, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (share) return `${(100 * value).toFixed(0)} %`;
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}

/** With its sign. */
export function changeText({ share }: Measure, change: number): string {
  const sign = change < 0 ? '−' : '+';
  const size = Math.abs(change);
  return share ? `${sign}${(100 * size).toFixed(1)} points` : `${sign}${size.toFixed(size >= 100 ? 0 : 2)}`;
}
