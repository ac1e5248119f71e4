import type { LintRule } from '../../rule.ts';
import { bothFlags } from './both-flags.ts';
import { farmableReward } from './farmable-reward.ts';
import { infoNotPlain } from './info-not-plain.ts';
import { maxTurnsIgnored } from './max-turns-ignored.ts';
import { neverEnds } from './never-ends.ts';
import { neverTerminates } from './never-terminates.ts';
import { rewardAtTimeout } from './reward-at-timeout.ts';
import { rewardNotANumber } from './reward-not-a-number.ts';
import { rewardOutOfRange } from './reward-out-of-range.ts';
import { taskChangesInEpisode } from './task-changes-in-episode.ts';
import { truncationNotSticky } from './truncation-not-sticky.ts';

/** SP4: episodes end, and pay for what was done. */
export const episode: readonly LintRule[] = [
  neverEnds,
  neverTerminates,
  bothFlags,
  truncationNotSticky,
  rewardNotANumber,
  rewardOutOfRange,
  rewardAtTimeout,
  farmableReward,
  infoNotPlain,
  taskChangesInEpisode,
  maxTurnsIgnored,
];
