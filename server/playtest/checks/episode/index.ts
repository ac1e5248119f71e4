import type { Check } from '../../check.ts';
import { bothFlags } from './both-flags.ts';
import { exception } from './exception.ts';
import { farmableReward } from './farmable-reward.ts';
import { flatReward } from './flat-reward.ts';
import { infoNotPlain } from './info-not-plain.ts';
import { lastTurnWinLost } from './last-turn-win-lost.ts';
import { maxTurnsIgnored } from './max-turns-ignored.ts';
import { neverEnds } from './never-ends.ts';
import { neverTerminates } from './never-terminates.ts';
import { paysAfterEnd } from './pays-after-end.ts';
import { rewardAtTimeout } from './reward-at-timeout.ts';
import { rewardNotANumber } from './reward-not-a-number.ts';
import { rewardOutOfRange } from './reward-out-of-range.ts';
import { taskChangesInEpisode } from './task-changes-in-episode.ts';
import { truncationNotSticky } from './truncation-not-sticky.ts';

/** SP4: how episodes end, and what is paid on the way. */
export const episode: readonly Check[] = [
  neverEnds,
  neverTerminates,
  bothFlags,
  paysAfterEnd,
  truncationNotSticky,
  rewardNotANumber,
  rewardOutOfRange,
  rewardAtTimeout,
  lastTurnWinLost,
  farmableReward,
  infoNotPlain,
  exception,
  taskChangesInEpisode,
  flatReward,
  maxTurnsIgnored,
];
