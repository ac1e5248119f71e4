import type { Facts } from '../../../analysis/facts.ts';
import type { Expression } from '../../../analysis/python/syntax.ts';
import type { LintRule } from '../../rule.ts';
import { waysOf } from './ways.ts';

const TOLERANCE = 1e-6;

/** A reward that lies outside the declared range. */
export const rewardOutOfRange: LintRule = {
  code: 'SP407',
  check(context) {
    const { facts, settings } = context;
    const ways = waysOf(facts);
    if (!ways) return;
    const [low, high] = declared(facts) ?? settings.rewardRange;
    const outside = new Map<Expression, number>();
    const look = (reward: number, at: Expression | undefined): void => {
      if (at && Number.isFinite(reward) && (reward < low - TOLERANCE || reward > high + TOLERANCE))
        outside.set(at, reward);
    };
    for (const { parts } of facts.returns(ways.step)) {
      const reward = parts?.length === 5 ? parts[1] : undefined;
      for (const value of reward?.values ?? [])
        if (value.kind === 'num') look(value.value, value.node ?? reward?.expression);
    }
    const told = new Set(outside.values());
    for (const { reward, rewardAt } of ways.endings)
      if (typeof reward === 'number' && !told.has(reward)) look(reward, rewardAt);
    for (const [at, reward] of [...outside].sort(([a], [b]) => a.start - b.start))
      context.report(
        at,
        `This pays ${shown(reward)}, outside the range from ${shown(low)} to ${shown(high)}. Returns are clipped and compared between environments, so such a reward is cut or weighs too much; scale it, or declare \`reward_range = (low, high)\` in the class.`,
      );
  },
};

const shown = (value: number): string => String(Number(value.toFixed(6)));

/** The range that the class declares as `reward_range`. */
function declared(facts: Facts): readonly [number, number] | undefined {
  const { environment, attributes } = facts;
  const source =
    environment?.cls.constants.get('reward_range') ??
    attributes?.byName.get('reward_range')?.writes[0]?.value;
  const value = source && facts.evaluate(source);
  if (value?.kind !== 'tuple' && value?.kind !== 'list') return undefined;
  const [low, high] = value.items;
  return low?.kind === 'num' && high?.kind === 'num' ? [low.value, high.value] : undefined;
}
