import type { LintRule } from '../../rule.ts';
import { builtinsOf, callsOf, importsOf } from './asked.ts';

/** Files, processes, environment variables: anything of the machine that plays. */
export const hostAccess: LintRule = {
  code: 'SP203',
  check(context) {
    for (const { at, did } of [
      ...importsOf(context, 'SP203'),
      ...builtinsOf(context, ['open']),
      ...callsOf(context, ['io.open', 'io.FileIO', 'io.open_code']),
    ]) {
      context.report(
        at,
        `\`${did}\` reaches for the machine that plays the environment. What it finds there differs from machine to machine, and generated code must not touch it. Keep the data in the source and the state in attributes.`,
      );
    }
  },
};
