import type { LintRule } from '../../rule.ts';
import { importsOf } from './asked.ts';

/** A module outside the profile's allow-list is imported. */
export const forbiddenImport: LintRule = {
  code: 'SP201',
  check(context) {
    for (const { at, did } of importsOf(context, 'SP201')) {
      context.report(
        at,
        `\`${did}\` is not among the modules that an environment may import. Where the module is missing or of another version, the environment plays differently or not at all. Use the allowed part of the standard library, or allow the module in \`allowed-imports\`.`,
      );
    }
  },
};
