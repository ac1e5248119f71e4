import type { Facts } from '../../../analysis/facts.ts';
import type { ExceptHandler, Expression, FunctionDef, Try } from '../../../analysis/python/syntax.ts';
import { enclosing, walkBody } from '../../../analysis/python/visit.ts';
import type { LintRule } from '../../rule.ts';

/** A bare `except`, or one of every exception, around reward or criterion logic. */
export const broadExcept: LintRule = {
  code: 'SP802',
  check(context) {
    const { facts } = context;
    for (const node of facts.nodes('Try')) {
      const handler = node.handlers.find(({ type }) => isBroad(type));
      if (!handler || raises(handler) || !facts.isPlayed(node)) continue;
      const hidden = hiddenBy(node, facts);
      if (!hidden) continue;
      const written = handler.type
        ? `except ${context.text.slice(handler.type.start, handler.type.end)}`
        : 'A bare except';
      context.report(
        { start: handler.start, end: handler.type?.end ?? handler.start + 'except'.length },
        `${handler.type ? `\`${written}\`` : written} around ${hidden} turns every mistake in it into an outcome: a misspelt attribute reads as a wrong answer, and nobody sees that the check never worked. Catch the one exception that a bad action can cause, around the one call that raises it.`,
      );
    }
  },
};

function isBroad(type: Expression | undefined): boolean {
  if (!type) return true;
  if (type.kind === 'Tuple') return type.elements.some(isBroad);
  return type.kind === 'Name' && (type.id === 'Exception' || type.id === 'BaseException');
}

function raises({ body }: ExceptHandler): boolean {
  let found = false;
  walkBody(body, (node) => {
    found ||= node.kind === 'Raise';
    return !found;
  });
  return found;
}

/** What of the environment stands in the `try`; `undefined` when it only reads the action. */
function hiddenBy(node: Try, facts: Facts): string | undefined {
  const home = enclosing(node, (one): one is FunctionDef => one.kind === 'FunctionDef');
  if (home?.name === 'solution' || home?.name === 'close' || home?.name === 'render') return undefined;
  let state: string | undefined;
  let verdict: string | undefined;
  walkBody(node.body, (one) => {
    if (one.kind === 'Attribute' && one.value.kind === 'Name' && one.value.id === 'self')
      state ??= `\`self.${one.attr}\``;
    else if (one.kind === 'Call' && one.func.kind === 'Name' && /^(?:eval|exec)$/.test(one.func.id))
      verdict ??= `\`${one.func.id}\``;
    else if (one.kind === 'Compare' && one.ops.some((op) => op === '==' || op === '!=') && isVerdict(one))
      verdict ??= 'a comparison';
    return true;
  });
  return home && facts.environment ? (state ?? verdict) : undefined;
}

/** The comparison is what is returned or kept, not a test of the action's form. */
function isVerdict(node: Expression): boolean {
  let at: Expression = node;
  while (at.parent?.kind === 'BoolOp' || at.parent?.kind === 'UnaryOp') at = at.parent;
  return at.parent?.kind === 'Return' || at.parent?.kind === 'Assign' || at.parent?.kind === 'Tuple';
}
