import type { CriterionFacts } from '../../../analysis/criteria.ts';
import { insertion } from '../../edits.ts';
import type { Fixing, LintRule } from '../../rule.ts';

/** A criterion draws randomness, changes the state, or sees a loop variable's last value. */
export const criterionImpure: LintRule = {
  code: 'SP611',
  profile: 'tool_use',
  check(context) {
    for (const criterion of context.facts.criteria?.criteria ?? []) {
      const [entropy] = criterion.entropy;
      const [mutation] = criterion.mutations;
      const [late] = criterion.lateBound;
      const which = `Criterion ${criterion.index + 1}`;
      if (entropy) {
        context.report(
          entropy,
          `${which} draws randomness or time: asking it twice may give two answers, so plays with equal actions differ. Draw in reset and compare with what was drawn.`,
        );
      } else if (mutation) {
        context.report(
          mutation,
          `${which} changes the state when it is asked. Criteria are asked often and in any order; let the tools change the state, and the criterion read it.`,
        );
      } else if (late) {
        const fix = bound(criterion);
        context.report(
          late,
          `${which} uses the loop variable \`${late.id}\`, and all criteria of the loop see its last value: they all test the same. Bind it as a default, \`${late.id}=${late.id}\`.`,
          fix ? { fix } : {},
        );
      }
    }
  },
};

/** Each late-bound name becomes a default of the lambda. */
function bound({ node, lateBound }: CriterionFacts): Fixing | undefined {
  const last = node.parameters.at(-1);
  if (node.kind !== 'Lambda' || !last || last.flavour !== 'normal') return undefined;
  const names = [...new Set(lateBound.map((name) => name.id))];
  const text = names.map((name) => `, ${name}=${name}`).join('');
  return { title: `Bind ${names.join(', ')} as default`, edits: [insertion(last.end, text)] };
}
