import type { Ending } from '../../../analysis/endings.ts';
import type { Node } from '../../../analysis/python/syntax.ts';
import type { ReturnShape } from '../../../analysis/returns.ts';
import type { LintContext, LintRule } from '../../rule.ts';
import { goesOn, waysOf } from '../episode/ways.ts';

/** The agent is shown nothing and must act. */
export const emptyObservation: LintRule = {
  code: 'SP707',
  check(context) {
    const { facts } = context;
    const reset = facts.method('reset');
    const seen = new Set<Node>();
    for (const shape of reset ? facts.returns(reset) : [])
      if (shape.parts?.length === 2) look(context, shape, 'first observation', seen);
    const ways = waysOf(facts);
    if (!ways) return;
    const open = new Set<Ending['node'] | undefined>(
      ways.endings.filter((one) => goesOn(one) && !one.after).map(({ node }) => node),
    );
    for (const shape of facts.returns(ways.step))
      if (shape.parts?.length === 5 && open.has(shape.node)) look(context, shape, 'observation', seen);
  },
};

function look(context: LintContext, { parts, at }: ReturnShape, what: string, seen: Set<Node>): void {
  const part = parts?.[0];
  if (!part || part.values.length === 0) return;
  const empty = part.values.filter((value) => value.kind === 'str' && value.value.trim() === '');
  const place = empty[0]?.node ?? part.expression ?? at;
  if (empty.length === 0 || seen.has(place)) return;
  seen.add(place);
  const certain = empty.length === part.values.length;
  context.report(
    place,
    `The ${what} ${certain ? 'is' : 'can be'} empty here: the agent must act without having been told anything. Say what happened and what can be done on every path.`,
    certain ? {} : { severity: 'warning' },
  );
}
