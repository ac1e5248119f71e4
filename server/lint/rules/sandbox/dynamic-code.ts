import type { LintRule } from '../../rule.ts';
import { type Asked, builtinsOf, callsOf, importsOf } from './asked.ts';

/** Functions that run text as code. `compile` of `re` is another one: only the builtin counts. */
const BUILTINS = ['eval', 'exec', 'compile', '__import__'];
const QUALIFIED = [
  'builtins.eval',
  'builtins.exec',
  'builtins.compile',
  'types.FunctionType',
  'types.CodeType',
];

/** Code is made from text while the environment plays. */
export const dynamicCode: LintRule = {
  code: 'SP202',
  check(context) {
    for (const { at, did } of importsOf(context, 'SP202')) {
      context.report(
        at,
        `\`${did}\` loads code by its name, out of sight of what the source imports: whatever the machine holds can then run, and what runs differs between machines. Import what you need at the top.`,
      );
    }
    const found: readonly Asked[] = [...builtinsOf(context, BUILTINS), ...callsOf(context, QUALIFIED)];
    for (const { at, did } of found) {
      context.report(
        at,
        `\`${did}\` runs text as code. When the text comes from an action, the agent can run anything, its own victory included. Parse the text instead: with re, json or ast.literal_eval.`,
      );
    }
  },
};
