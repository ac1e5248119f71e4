import type { Ending } from '../../../analysis/endings.ts';
import type { FunctionDef, Node, Statement } from '../../../analysis/python/syntax.ts';
import { selfAttribute, walk, walkBody } from '../../../analysis/python/visit.ts';
import { isTrue } from '../../../analysis/worth.ts';
import type { LintContext, LintRule } from '../../rule.ts';
import { type Ways, waysOf } from './ways.ts';

/** `truncated` holds for one turn only. */
export const truncationNotSticky: LintRule = {
  code: 'SP405',
  check(context) {
    const ways = waysOf(context.facts);
    if (!ways) return;
    const { endings, step } = ways;
    const cut = endings.filter((one) => !one.after && isTrue(one.truncated) && one.time === 'late');
    if (cut.length === 0 || cut.some(({ exact }) => !exact)) return;
    // A later turn is caught by another test.
    if (
      endings.some(
        (one) => one.time === 'late' && !one.exact && (isTrue(one.truncated) || isTrue(one.terminated)),
      )
    )
      return;
    const test = exactTest(step.node, ways);
    if (!test || isKept(context, step.node, test, cut)) return;
    const written = context.text.slice(test.start, test.end);
    context.report(
      test,
      `\`${written}\` is true on one turn only, so the next call of step goes on with truncated False again. A loop that looks a turn late never stops; compare so that it stays true (\`>=\`), and keep the end in an attribute.`,
    );
  },
};

function exactTest(step: FunctionDef, { limit }: Ways): Node | undefined {
  let found: Node | undefined;
  walkBody(step.body, (node) => {
    if (!found && (node.kind === 'Compare' || node.kind === 'UnaryOp') && limit.testOf(node)?.exact)
      found = node;
    return !found;
  });
  return found;
}

/** Whether an attribute that `step` looks at is set where time is up. */
function isKept(context: LintContext, step: FunctionDef, test: Node, cut: readonly Ending[]): boolean {
  const names = new Set<string>();
  let at: Node | undefined = test;
  while (at && at.kind !== 'If' && at.kind !== 'Assign' && at.kind !== 'Return' && at !== step)
    at = at.parent;
  if (at?.kind === 'If') collect(at.body, names);
  if (at?.kind === 'Assign') {
    // `late = self.turn == self.max_turns`: what is set where `late` is looked at.
    const locals = new Set(at.targets.flatMap((target) => (target.kind === 'Name' ? [target.id] : [])));
    for (const target of at.targets) {
      const attribute = selfAttribute(target);
      if (attribute !== undefined) names.add(attribute);
    }
    walkBody(step.body, (node) => {
      if (node.kind === 'If' && mentions(node.test, locals)) collect(node.body, names);
      if (node.kind === 'Assign' && mentions(node.value, locals)) collect([node], names);
      return true;
    });
  }
  // Set behind a return's own block, as in `self.done = True` before the return.
  for (const { node } of cut)
    if (node.parent?.kind === 'If' && node.parent !== at) collect(node.parent.body, names);
  const reads = context.facts.attributes?.byMethod.get(step) ?? [];
  return reads.some(({ kind, name }) => kind === 'read' && names.has(name));
}

function collect(body: readonly Statement[], names: Set<string>): void {
  walkBody(body, (node) => {
    if (node.kind === 'Assign')
      for (const target of node.targets) {
        const attribute = selfAttribute(target);
        if (attribute !== undefined) names.add(attribute);
      }
    return true;
  });
}

function mentions(test: Node, names: ReadonlySet<string>): boolean {
  let found = false;
  walk(test, (node) => {
    found ||= node.kind === 'Name' && names.has(node.id);
    return !found;
  });
  return found;
}
