import type { Ending } from '../../../analysis/endings.ts';
import type { Facts } from '../../../analysis/facts.ts';
import type { Expression, Node } from '../../../analysis/python/syntax.ts';
import { canRepeat } from '../../../analysis/repeats.ts';
import type { LintRule } from '../../rule.ts';
import { goesOn, waysOf } from './ways.ts';

/** Repetition collects reward without progress. */
export const farmableReward: LintRule = {
  code: 'SP410',
  check(context) {
    const { facts } = context;
    const ways = waysOf(facts);
    const cls = facts.environment?.cls;
    if (!ways || !cls) return;
    const paid = ways.endings.filter(
      (one) =>
        goesOn(one) && !one.after && one.time !== 'late' && typeof one.reward === 'number' && one.reward > 0,
    );
    const seen = new Set<Node>();
    for (const ending of paid) {
      for (const { at, through, conditions } of sources(ending, facts)) {
        if (seen.has(at)) continue;
        seen.add(at);
        if (!canRepeat(facts.document.tree, cls, ways.step.node, ending.node, through, conditions)) continue;
        context.report(
          at,
          `An action that comes here is paid ${context.text.slice(at.start, at.end)}, and repeating it is paid again, since nothing on the way changes what it depends on. Repetition earns more than progress, so that is what an agent learns; pay each step of progress once, by the best that was reached so far.`,
        );
      }
    }
  },
};

interface Source {
  readonly at: Expression;
  /** The assignment that the way must come by. */
  readonly through: Node | undefined;
  readonly conditions: readonly Expression[];
}

/** Where the positive reward of an ending comes from. */
function sources(ending: Ending, facts: Facts): readonly Source[] {
  const { rewardAt } = ending;
  if (!rewardAt) return [];
  if (rewardAt.kind !== 'Name') return positive(rewardAt, undefined, []);
  return facts.definitions(rewardAt).flatMap(({ kind, value, node }) => {
    const op = node.parent?.kind === 'AugAssign' ? node.parent.op : '+';
    return (kind === 'assign' || (kind === 'augment' && op === '+')) && value
      ? positive(value, value, [])
      : [];
  });
}

function positive(
  node: Expression,
  through: Node | undefined,
  conditions: readonly Expression[],
): readonly Source[] {
  if (node.kind === 'Num') return node.value > 0 ? [{ at: node, through, conditions }] : [];
  if (node.kind !== 'IfExp') return [];
  const inside = [...conditions, node.test];
  return [...positive(node.body, through, inside), ...positive(node.orelse, through, inside)];
}
