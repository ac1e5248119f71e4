import { canRepeat } from '../../../analysis/repeats.ts';
import type { LintRule } from '../../rule.ts';
import { byReturn, goesOn, placeOf, waysOf } from './ways.ts';

/** Some path of step goes on without looking at the turn limit, and can be gone for ever. */
export const neverEnds: LintRule = {
  code: 'SP401',
  check(context) {
    const { facts } = context;
    const ways = waysOf(facts);
    const cls = facts.environment?.cls;
    if (!ways || !cls) return;
    const { endings, limit, step } = ways;
    // What keeps the end, or meets it by equality, is for the rule about that.
    const guarded = endings.some(({ after, time }) => after && time === 'late');
    const endless = endings.filter(
      (one) =>
        goesOn(one) &&
        !one.after &&
        (!one.tested || (one.time === 'late' && one.counted && !one.exact && !guarded)),
    );
    for (const one of byReturn(endless)) {
      if (!canRepeat(facts.document.tree, cls, step.node, one.node)) continue;
      const name = [...limit.limits][0] ?? 'max_turns';
      context.report(
        placeOf(one),
        limit.tested
          ? `This path goes on ${one.tested ? 'although time is up' : `before \`self.${name}\` is looked at`}, and an agent that repeats such an action is never stopped. Such rollouts never come back to the trainer; count the turn and test the limit before any path of step returns.`
          : `No path of step tests a turn limit, so an agent that repeats an action that comes here is never stopped. Such rollouts never come back to the trainer; count the turns and return truncated=True when they reach \`max_turns\`.`,
      );
    }
  },
};
