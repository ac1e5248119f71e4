import type { Facts } from '../../../analysis/facts.ts';
import type { Expression, Node } from '../../../analysis/python/syntax.ts';
import { dottedName } from '../../../analysis/python/visit.ts';
import type { LintRule } from '../../rule.ts';

/** A reward that is no finite number. What is of another type is told with the shape of the tuple (SP106). */
export const rewardNotANumber: LintRule = {
  code: 'SP406',
  check(context) {
    const { facts } = context;
    const step = facts.method('step');
    if (!step || checksFinite(facts)) return;
    const seen = new Set<Node>();
    for (const { parts } of facts.returns(step)) {
      const reward = parts?.length === 5 ? parts[1]?.expression : undefined;
      const found = reward && nonFinite(reward, facts, 0);
      if (!found || seen.has(found.node)) continue;
      seen.add(found.node);
      context.report(
        found.node,
        `The reward can be ${found.what}. One such value spoils the advantages of its whole group; return a finite number on every path, and decide what it is when there is nothing to measure.`,
      );
    }
  },
};

const checksFinite = (facts: Facts): boolean =>
  ['math.isnan', 'math.isfinite', 'math.isinf'].some((name) => facts.calls(name).length > 0);

interface Found {
  readonly node: Expression;
  readonly what: 'NaN' | 'infinite';
}

function nonFinite(node: Expression, facts: Facts, depth: number): Found | undefined {
  if (depth > 8) return undefined;
  const down = (inner: Expression): Found | undefined => nonFinite(inner, facts, depth + 1);
  switch (node.kind) {
    case 'Num':
      return Number.isFinite(node.value) ? undefined : { node, what: 'infinite' };
    case 'UnaryOp':
      return node.op === 'not' ? undefined : down(node.operand);
    case 'IfExp':
      return down(node.body) ?? down(node.orelse);
    case 'BinOp': {
      const left = down(node.left);
      const right = down(node.right);
      // A finite number divided by infinity is 0.
      return left ?? (right?.what === 'NaN' || node.op === '+' || node.op === '-' ? right : undefined);
    }
    case 'Name':
      for (const { kind, value, index } of facts.definitions(node)) {
        const plain = (kind === 'assign' || kind === 'walrus' || kind === 'augment') && index === undefined;
        const found = plain && value ? down(value) : undefined;
        if (found) return found;
      }
      return undefined;
    case 'Attribute': {
      const name = facts.qualified(node) ?? dottedName(node);
      if (name === 'math.nan') return { node, what: 'NaN' };
      return name === 'math.inf' ? { node, what: 'infinite' } : undefined;
    }
    case 'Call': {
      const [only] = node.args;
      if (node.func.kind !== 'Name' || node.func.id !== 'float' || !only) return undefined;
      if (only.kind !== 'Str' || only.value === undefined) return down(only);
      const text = only.value.trim().toLowerCase().replace(/^[+-]/, '');
      if (text === 'nan') return { node, what: 'NaN' };
      return text === 'inf' || text === 'infinity' ? { node, what: 'infinite' } : undefined;
    }
    default:
      return undefined;
  }
}
