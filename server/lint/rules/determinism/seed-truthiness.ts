import type { Expression, Node } from '../../../analysis/python/syntax.ts';
import { isOnly } from '../../../analysis/types.ts';
import { replacement } from '../../edits.ts';
import type { Fixing, LintContext, LintRule } from '../../rule.ts';

/** A seed is asked for its truth, which 0 does not have. */
export const seedTruthiness: LintRule = {
  code: 'SP308',
  check(context) {
    const { facts } = context;
    const names = [
      ...facts.nodes('Name').filter(({ id }) => isSeed(id)),
      ...facts
        .nodes('Attribute')
        .filter(({ attr, value }) => isSeed(attr) && value.kind === 'Name' && value.id === 'self'),
    ];
    for (const node of names.toSorted((a, b) => a.start - b.start)) {
      if (
        !isTested(node) ||
        !facts.isPlayed(node) ||
        isOnly(facts.typeOf(node), 'bool') ||
        losesNothing(node, context)
      )
        continue;
      context.report(
        node,
        `Seed 0 counts as no seed here, so its episode is drawn anew each time and cannot be repeated. Compare with None: \`${context.text.slice(node.start, node.end)} is not None\`.`,
        { fix: fixOf(node, context) },
      );
    }
  },
};

const isSeed = (name: string): boolean => name === 'seed' || name === '_seed';

/** `if seed:`, `not seed`, `seed or …`, `… if seed else …`. `while seed:` counts something down. */
function isTested(node: Expression): boolean {
  const { parent } = node;
  switch (parent?.kind) {
    case 'If':
    case 'IfExp':
      return parent.test === node;
    case 'UnaryOp':
      return parent.op === 'not';
    case 'BoolOp':
      return parent.values.at(-1) !== node || (parent.op === 'and' && isCondition(parent));
    default:
      return false;
  }
}

/** Only the truth of it is asked. */
function isCondition(node: Node): boolean {
  const { parent } = node;
  if (parent?.kind === 'If' || parent?.kind === 'IfExp' || parent?.kind === 'While')
    return parent.test === node;
  return parent?.kind === 'UnaryOp' || (parent?.kind === 'BoolOp' && isCondition(parent));
}

/** `seed or 0` */
function losesNothing(node: Expression, { facts }: LintContext): boolean {
  const { parent } = node;
  const other =
    parent?.kind === 'BoolOp' && parent.op === 'or' && parent.values.length === 2
      ? parent.values[1]
      : parent?.kind === 'IfExp' && parent.test === node
        ? parent.orelse
        : undefined;
  const value = other && facts.evaluate(other);
  return value?.kind === 'num' && value.value === 0;
}

function fixOf(node: Expression, { text }: LintContext): Fixing {
  const title = 'Compare with None';
  const { parent } = node;
  const seed = text.slice(node.start, node.end);
  if (parent?.kind === 'UnaryOp') return { title, edits: [replacement(parent, `${seed} is None`)] };
  if (parent?.kind !== 'BoolOp' || parent.op === 'and' || isCondition(parent))
    return { title, edits: [replacement(node, `${seed} is not None`)] };
  // `seed or x`: the value, not its truth.
  const [, second] = parent.values;
  const rest = second ? text.slice(second.start, parent.end) : '';
  const whole = `${seed} if ${seed} is not None else ${rest}`;
  return { title, edits: [replacement(parent, standsAlone(parent, text) ? whole : `(${whole})`)] };
}

/** An argument, the right side of an assignment, or in brackets already. */
function standsAlone(node: Expression, text: string): boolean {
  const { parent } = node;
  if (
    parent?.kind === 'Call' ||
    parent?.kind === 'Keyword' ||
    parent?.kind === 'Assign' ||
    parent?.kind === 'Return'
  )
    return true;
  return (
    text.slice(0, node.start).trimEnd().endsWith('(') && text.slice(node.end).trimStart().startsWith(')')
  );
}
