import type { Severity } from '../../../protocol/finding.ts';
import type { LintRule, Span } from '../../rule.ts';
import { sharedByAlias } from './shared-alias.ts';
import { sharedDefaults } from './shared-defaults.ts';
import { sharedInClass } from './shared-in-class.ts';
import { sharedInModule } from './shared-in-module.ts';

/** Something that all instances have in common, and that playing one of them changes. */
export interface Shared {
  readonly at: Span;
  /** What is shared and where it is changed: one or two sentences. */
  readonly says: string;
  readonly remedy: string;
  /** No more than a warning where no outcome shows it. */
  readonly severity: Severity;
}

/** Two instances that take turns disturb each other. */
export const sharedMutableState: LintRule = {
  code: 'SP112',
  check(context) {
    const { facts } = context;
    for (const { at, says, remedy, severity } of [
      ...sharedInClass(facts),
      ...sharedDefaults(facts),
      ...sharedInModule(facts),
      ...sharedByAlias(facts),
    ]) {
      context.report(
        at,
        `${says} A trainer plays many instances of a group in one process, so their rewards would mix. ${remedy}`,
        { severity },
      );
    }
  },
};
