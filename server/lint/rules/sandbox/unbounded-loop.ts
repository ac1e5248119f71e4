import { truthOf } from '../../../analysis/flow.ts';
import type { LintRule } from '../../rule.ts';
import { isRejection } from './rejection-loop.ts';
import { hasExit, isStuck } from './stuck-loop.ts';

const ENDLESS =
  'Nothing leaves this loop: no break, return or exception. The call never comes back, and the rollout is lost. Give it an end.';
const REJECTS =
  'This loop draws until the draw is fit, however long that takes: for some seed it takes very long, or no draw is fit, and the call hangs. Draw at most a fixed number of times, or build what you want directly.';
const stuckAt = (test: string): string =>
  `Nothing in this loop changes \`${test}\`: once entered, it never ends, and the rollout is lost. Change what the condition asks for, or use if.`;

/** A loop that nothing ends, or that ends only when luck will have it. */
export const unboundedLoop: LintRule = {
  code: 'SP211',
  check(context) {
    const { facts } = context;
    for (const loop of facts.nodes('While')) {
      const endless = truthOf(loop.test) === true;
      const stuck = endless ? !hasExit(loop) : isStuck(loop, facts);
      if ((!stuck && !isRejection(loop, facts)) || !facts.isPlayed(loop)) continue;
      const test = context.text.slice(loop.test.start, loop.test.end);
      context.report(
        { start: loop.start, end: loop.test.end },
        stuck ? (endless ? ENDLESS : stuckAt(test)) : REJECTS,
      );
    }
  },
};
