import { nameSpan } from '../../edits.ts';
import type { LintRule } from '../../rule.ts';
import { parametersOf, quoted, requiredOf } from './signature.ts';

/** `step` cannot be called with exactly one action. */
export const stepSignature: LintRule = {
  code: 'SP105',
  check(context) {
    const method = context.facts.method('step');
    const parameters = parametersOf(method);
    if (!method || !parameters) return;
    const required = requiredOf(parameters);
    const byName = required.filter(({ flavour }) => flavour === 'keywordOnly');
    const takesOne = parameters.some(({ flavour }) => flavour !== 'keywordOnly' && flavour !== 'varKeywords');
    if (takesOne && required.length - byName.length <= 1 && byName.length === 0) return;
    const asks = takesOne || byName.length > 0;
    context.report(
      nameSpan(method.node),
      `\`step\` ${asks ? `requires ${quoted(required)}${byName.length > 0 ? ' by name' : ''}` : 'takes no action'}, but an agent sends exactly one text a turn, so every turn is a TypeError. Declare \`def step(self, action)\`${asks && required.length > 1 ? ' and read the parts out of the action' : ''}.`,
    );
  },
};
