import { type ClassFacts, has, wantedBy } from '../../../analysis/classes.ts';
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
    const wanted = wantedBy(first.cls).map((name) => `\`${name}\``);
    // A loader stops at a class that it cannot make.
    const stops = wanted.length > 0 && others.some(({ cls }) => wantedBy(cls).length === 0);
    const made = stops
      ? ` Its constructor wants ${wanted.join(', ')}, which a loader does not give: nothing is played at all.`
      : '';
    context.report(
      nameSpan(first.cls.node),
      `A loader takes the first class that it can play, \`${first.name}\`, and never sees ${names}.${made} ${remedy(
        first,
        others.map(({ cls }) => cls),
      )}`,
      stops ? { severity: 'error' } : {},
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
