import type { AttributeUse } from '../../../analysis/attributes.ts';
import type { Facts } from '../../../analysis/facts.ts';
import { isOnly } from '../../../analysis/types.ts';
import { nameSpan, replacement } from '../../edits.ts';
import type { Fixing, LintContext, LintRule } from '../../rule.ts';

/** An attribute hides the method: calling `solution()` calls a value. */
export const shadowedSolution: LintRule = {
  code: 'SP109',
  check(context) {
    const { facts } = context;
    reportProperty(context);
    const uses = facts.attributes?.byName.get('solution')?.uses ?? [];
    const write = uses.find(
      ({ kind, value }) =>
        (kind === 'write' || kind === 'augment') && !(value && isOnly(facts.typeOf(value), 'function')),
    );
    if (!write) return;
    const method = facts.method('solution');
    // Without a method, a value that may be called does what is wanted.
    if (!method && (!write.value || facts.typeOf(write.value).unknown)) return;
    const fix = method ? renamed(uses, facts) : undefined;
    context.report(
      write.node,
      method
        ? '`self.solution` is assigned and hides the method `solution()`, so that calling it is a TypeError. Give the attribute another name, such as `self._answer`.'
        : '`self.solution` holds a value where a trainer calls `solution()`, so that the call is a TypeError. Give the attribute another name, such as `self._answer`, and return it from a method `solution`.',
      { ...(fix ? { fix } : {}) },
    );
  },
};

/** `@property`: `solution()` calls what the method returns. */
function reportProperty(context: LintContext): void {
  const { facts, document } = context;
  const method = facts.method('solution');
  if (method?.kind !== 'property') return;
  const [decorator, ...others] = method.node.decorators;
  const isRead = (facts.attributes?.byName.get('solution')?.uses.length ?? 0) > 0;
  const line = decorator && document.text.indexOf('\n', decorator.end);
  const fix =
    decorator && line !== undefined && line >= 0 && others.length === 0 && !isRead
      ? {
          title: 'Take @property away',
          edits: [{ start: method.node.start, end: indented(line + 1, document.text), text: '' }],
        }
      : undefined;
  context.report(
    nameSpan(method.node),
    '`solution` is a property, so that `solution()` calls its value and is a TypeError. Make it a plain method.',
    { ...(fix ? { fix } : {}) },
  );
}

/** Where the text of a line begins. */
function indented(lineStart: number, text: string): number {
  let at = lineStart;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
}

/** Every use of the value gets another name; calls stay the method's. */
function renamed(uses: readonly AttributeUse[], facts: Facts): Fixing | undefined {
  const name = ['_answer', '_solution', '_solved_by'].find(
    (one) => !facts.attributes?.byName.has(one) && !facts.method(one),
  );
  if (!name || facts.attributes?.dynamic) return undefined;
  const calls = uses.filter(({ node: { parent }, node }) => parent?.kind === 'Call' && parent.func === node);
  // A call inside the class may be of the value or of the method: only the author knows.
  if (calls.length > 0 || uses.some(({ by }) => by === 'super')) return undefined;
  return {
    title: `Rename the attribute to ${name}`,
    edits: uses.map(({ node }) => replacement({ start: node.end - node.attr.length, end: node.end }, name)),
  };
}
