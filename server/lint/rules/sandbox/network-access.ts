import type { LintRule } from '../../rule.ts';
import { importsOf } from './asked.ts';

/** Sockets and what is built on them. */
export const networkAccess: LintRule = {
  code: 'SP204',
  check(context) {
    for (const { at, did } of importsOf(context, 'SP204')) {
      context.report(
        at,
        `\`${did}\` reaches for the network, which the sandbox does not have: the play fails, and elsewhere its outcome would depend on a server. Put the data into the source.`,
      );
    }
  },
};
