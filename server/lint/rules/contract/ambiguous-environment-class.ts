import { type ClassFacts, has } from '../../../analysis/classes.ts';
import { nameSpan } from '../../edits.ts';
import type { LintRule } from '../../rule.ts';

/** Several classes could be the environment; a loader takes the first. */
export const ambiguousEnvironmentClass: LintRule = {
  code: 'SP102',
  check(context) {
    const playable = context.facts.candidates.filter(
      ({ cls }, index, all) =>
        (cls.opaque || (has(cls, 'reset') && has(cls, 'step'))) &&
        // Two names of one class are one environment.
        all.findIndex((other) => other.cls === cls) === index,
    );
    const [first, ...others] = playable;
    if (!first || others.length === 0) return;
    const names = others.map(({ name }) => `\`${name}\``).join(', ');
    context.report(
      nameSpan(first.cls.node),
      `A loader takes the first class that it can play, \`${first.name}\`, and never sees ${names}. ${remedy(
        first,
        others.map(({ cls }) => cls),
      )}`,
    );
  },
};

function remedy(
  first: { readonly name: string; readonly cls: ClassFacts },
  others: readonly ClassFacts[],
): string {
  if (others.some((cls) => cls.ancestors.includes(first.cls)))
    return `It is only the base of the other: give it a name that does not end in \`Env\`.`;
  return `If \`${first.name}\` is a helper, give it a name that does not end in \`Env\`; if both are meant to be played, give each a file of its own.`;
}
