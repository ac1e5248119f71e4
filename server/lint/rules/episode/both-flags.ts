import { isTrue } from '../../../analysis/worth.ts';
import type { LintRule } from '../../rule.ts';
import { byReturn, placeOf, waysOf } from './ways.ts';

/** `terminated` and `truncated` both true. */
export const bothFlags: LintRule = {
  code: 'SP403',
  check(context) {
    const ways = waysOf(context.facts);
    const both = ways?.endings.filter(
      ({ terminated, truncated, after }) =>
        !after && (isTrue(terminated) || terminated === 'free') && isTrue(truncated),
    );
    for (const one of byReturn(both ?? [])) {
      const timed = one.terminated === 'late' && one.truncated === 'late';
      context.report(
        placeOf(one),
        `${timed ? 'When time is up, this' : one.time === 'late' ? 'On the last allowed turn this' : 'This'} returns terminated and truncated both True. Trainers differ in which they read first, so the same rollout has a return here and none there; set ${timed ? 'truncated only when the limit ends the episode' : 'one of the two'}.`,
      );
    }
  },
};
