import type { SetOrder } from '../../../analysis/entropy.ts';
import type { Facts } from '../../../analysis/facts.ts';
import type { Expression, For, Node } from '../../../analysis/python/syntax.ts';
import { isFunction, walk } from '../../../analysis/python/visit.ts';
import { isOnly } from '../../../analysis/types.ts';
import { showsInOutcome } from '../../outcome.ts';
import type { LintContext, LintRule } from '../../rule.ts';
import { orderMatters } from './kept-order.ts';
import { elementsOf } from './set-elements.ts';

/** The order of a set reaches an observation or a choice. */
export const hashOrder: LintRule = {
  code: 'SP304',
  check(context) {
    const { facts } = context;
    const orders = [...(facts.entropy?.setOrders ?? []), ...dictsOfSets(facts)];
    reportTies(context);
    for (const { node, how, fn } of orders.toSorted((a, b) => a.node.start - b.node.start)) {
      if (!facts.isPlayed(node) || !decides({ node, how, fn }, facts)) continue;
      // Only texts can be joined.
      const elements = how === 'joined' ? 'texts' : elementsOf(node, facts);
      if (elements === 'numbers' || (elements === 'unknown' && how === 'iterated')) continue;
      if (!showsInOutcome(facts, (one) => one === node)) continue;
      const text = context.text.slice(node.start, node.end);
      context.report(
        node,
        `\`${text.length > 40 ? 'this set' : text}\` is a set: its order differs from one Python process to the next, and here it decides what the agent meets, so the same seed gives another episode. Put it in order first: sorted(…).`,
        { severity: elements === 'texts' ? 'error' : 'warning' },
      );
    }
  },
};

/** `max(names, key=len)`: of those that are equal, the first is taken, and a set has no first. */
function reportTies(context: LintContext): void {
  const { facts } = context;
  for (const name of ['sorted', 'max', 'min']) {
    for (const call of facts.calls(name)) {
      const [first] = call.args;
      if (!first || !call.keywords.some((keyword) => keyword.name === 'key')) continue;
      if (!isOnly(facts.typeOf(first), 'set') || elementsOf(first, facts) !== 'texts') continue;
      if (!facts.isPlayed(call) || !showsInOutcome(facts, (one) => one === call)) continue;
      context.report(
        first,
        `Where the key gives two elements of this set the same value, their order decides, and that differs from one Python process to the next: the same seed then gives another episode. Sort the set first: ${name}(sorted(…), key=…).`,
        { severity: 'warning' },
      );
    }
  }
}

/** A dict has the order in which it was made. */
function dictsOfSets(facts: Facts): SetOrder[] {
  const made = facts.nodes('DictComp').flatMap((comprehension): SetOrder[] => {
    const [generator, ...more] = comprehension.generators;
    return generator && more.length === 0 && isOnly(facts.typeOf(generator.iter), 'set')
      ? [{ node: generator.iter, how: 'listed', fn: undefined }]
      : [];
  });
  const keyed = facts.nodes('Call').flatMap(({ func, args }): SetOrder[] => {
    const [first] = args;
    return func.kind === 'Attribute' &&
      func.attr === 'fromkeys' &&
      first &&
      isOnly(facts.typeOf(first), 'set')
      ? [{ node: first, how: 'listed', fn: undefined }]
      : [];
  });
  return [...made, ...keyed];
}

/** The order of the set makes a difference at all. */
function decides({ node, how }: SetOrder, facts: Facts): boolean {
  if (hasOneElement(node, facts)) return false;
  if (how !== 'iterated' && how !== 'listed') return true;
  const { parent } = node;
  if (parent?.kind === 'For') return isOrdered(parent, facts);
  if (!parent) return false;
  // The list, dict or comprehension that is made of it.
  return orderMatters(parent.kind === 'Generator' ? (parent.parent ?? parent) : parent, facts);
}

/** `if len(boxes) != 1: return` before `boxes.pop()`. */
function hasOneElement(node: Expression, facts: Facts): boolean {
  const text = facts.document.text;
  const name = text.slice(node.start, node.end);
  let fn: Node | undefined = node;
  while (fn && fn.kind !== 'FunctionDef') fn = fn.parent;
  if (!fn || !/^[\w.]+$/.test(name)) return false;
  const body = text.slice(fn.start, fn.end);
  return new RegExp(
    `\\blen\\(${name.replaceAll('.', '\\.')}\\)\\s*(?:[!=]=\\s*1\\b|>\\s*1\\b|<=\\s*1\\b|<\\s*2\\b)`,
  ).test(body);
}

/** A loop that does things in turn: collects, draws, stops at the first that fits. */
function isOrdered(loop: For, facts: Facts): boolean {
  const draws = new Set<Node>((facts.entropy?.draws ?? []).map(({ node }) => node));
  let ordered = false;
  for (const statement of loop.body) {
    walk(statement, (node) => {
      if (node.kind === 'Call')
        ordered ||=
          draws.has(node) ||
          (node.func.kind === 'Attribute' &&
            /^(?:append|extend|insert|appendleft|write)$/.test(node.func.attr));
      else if (node.kind === 'AugAssign')
        ordered ||=
          node.op === '+' &&
          (isOnly(facts.typeOf(node.value), 'str', 'list', 'tuple') || isElement(node.value, loop, facts));
      else if (node.kind === 'Return') ordered ||= node.value !== undefined && node.value.kind !== 'Constant';
      else if (node.kind === 'Yield') ordered = true;
      return !ordered && !isFunction(node);
    });
  }
  return ordered;
}

/** The element itself, which is a text. */
const isElement = (node: Expression, { target, iter }: For, facts: Facts): boolean =>
  node.kind === 'Name' &&
  target.kind === 'Name' &&
  node.id === target.id &&
  elementsOf(iter, facts) === 'texts';
