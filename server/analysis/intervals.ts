/** The whole numbers that an expression can have over all seeds, where it is made of constants and draws. */
import { attributesOf } from './attributes.ts';
import { type Context, selfClass } from './helpers.ts';
import { qualifiedName } from './imports.ts';
import type { Call, Expression, Node } from './python/syntax.ts';
import { definitionsOf } from './reaching.ts';

export interface Interval {
  /** Both ends are reached by some draw. */
  readonly low: number;
  readonly high: number;
  /** The draws that take part. Two intervals that share one are not independent. */
  readonly draws: ReadonlySet<Node>;
}

const MAX_DEPTH = 8;

/** `undefined` for what is no whole number, or is not known. */
export function intervalOf(node: Expression, context: Context, depth = 0): Interval | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const down = (inner: Expression): Interval | undefined => intervalOf(inner, context, depth + 1);
  switch (node.kind) {
    case 'Num':
      return node.type === 'int' ? { low: node.value, high: node.value, draws: new Set() } : undefined;
    case 'UnaryOp': {
      const inner = node.op === '-' ? down(node.operand) : undefined;
      return inner && { low: -inner.high, high: -inner.low, draws: inner.draws };
    }
    case 'BinOp':
      return combined(node.op, down(node.left), down(node.right));
    case 'Call':
      return drawn(node, context, depth);
    case 'Name': {
      const [definition, ...others] = definitionsOf(context.module, node);
      const plain = definition?.kind === 'assign' && definition.index === undefined && others.length === 0;
      return plain && definition.value ? down(definition.value) : undefined;
    }
    case 'Attribute': {
      if (node.value.kind !== 'Name' || node.value.id !== 'self') return undefined;
      const cls = selfClass(node, context);
      const writes = (cls && attributesOf(cls).byName.get(node.attr)?.writes) ?? [];
      // What the constructor puts there stands only until the reset.
      const real = writes.filter(({ method }) => method.name !== '__init__');
      const [write, ...others] = real.length > 0 ? real : writes;
      const plain = write?.kind === 'write' && write.index === undefined && others.length === 0;
      return plain && write.value && write.method.name !== 'step' ? down(write.value) : undefined;
    }
    default:
      return undefined;
  }
}

function combined(op: string, left: Interval | undefined, right: Interval | undefined): Interval | undefined {
  if (!left || !right || [...left.draws].some((one) => right.draws.has(one))) return undefined;
  const draws = new Set([...left.draws, ...right.draws]);
  if (op === '+') return { low: left.low + right.low, high: left.high + right.high, draws };
  if (op === '-') return { low: left.low - right.high, high: left.high - right.low, draws };
  if (op !== '*') return undefined;
  const corners = [
    left.low * right.low,
    left.low * right.high,
    left.high * right.low,
    left.high * right.high,
  ];
  return { low: Math.min(...corners), high: Math.max(...corners), draws };
}

/** `randint` or `randrange` of a generator; NumPy's leave the upper bound out, and are not read. */
export function drawBounds(
  node: Call,
  context: Context,
  depth = 0,
): { readonly low: Interval; readonly high: Interval } | undefined {
  const { func, args } = node;
  const name = func.kind === 'Attribute' ? func.attr : func.kind === 'Name' ? func.id : '';
  if (name !== 'randint' && name !== 'randrange') return undefined;
  const qualified = qualifiedName(context.module, func);
  if (qualified !== undefined && !qualified.startsWith('random.')) return undefined;
  if (node.keywords.length > 0 || args.some((one) => one.kind === 'Starred') || args.length > 2)
    return undefined;
  const [first, second] = args.map((one) => intervalOf(one, context, depth + 1));
  const none: ReadonlySet<Node> = new Set();
  if (name === 'randint') return first && second ? { low: first, high: second } : undefined;
  const below = args.length === 1 ? first : second;
  const low = args.length === 1 ? { low: 0, high: 0, draws: none } : first;
  return below && low ? { low, high: { ...below, low: below.low - 1, high: below.high - 1 } } : undefined;
}

function drawn(node: Call, context: Context, depth: number): Interval | undefined {
  const bounds = drawBounds(node, context, depth);
  if (!bounds || bounds.low.low > bounds.high.high) return undefined;
  const draws = new Set<Node>([node, ...bounds.low.draws, ...bounds.high.draws]);
  return { low: bounds.low.low, high: bounds.high.high, draws };
}
