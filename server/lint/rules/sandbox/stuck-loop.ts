/** Loops that go on for ever once they are entered. */

import type { Facts } from '../../../analysis/facts.ts';
import { truthOf } from '../../../analysis/flow.ts';
import { changeAt } from '../../../analysis/mutability.ts';
import type { Call, Expression, Node, While } from '../../../analysis/python/syntax.ts';
import { forEachChild, isFunction, walk } from '../../../analysis/python/visit.ts';

/** Something in the body may leave the loop or its function: `break`, `return`, an exception, `yield`. */
export function hasExit(loop: While): boolean {
  let found = false;
  const search = (node: Node, nested: boolean): void => {
    if (found || isFunction(node) || node.kind === 'ClassDef') return;
    if (node.kind === 'Break') found ||= !nested;
    else if (node.kind === 'Return' || node.kind === 'Raise' || node.kind === 'Assert') found = true;
    else if (node.kind === 'Yield' || node.kind === 'YieldFrom' || node.kind === 'Await') found = true;
    else if (node.kind === 'Invalid' || isEnding(node)) found = true;
    const inner = nested || node.kind === 'For' || node.kind === 'While';
    forEachChild(node, (child) => search(child, inner));
  };
  for (const statement of loop.body) search(statement, false);
  // An exception may be what ends it: `while True: queue.pop()` in a `try`.
  return found || isTried(loop);
}

/** `next(…)` ends by an exception sooner or later, `exit()` at once. */
const isEnding = (node: Node): boolean =>
  node.kind === 'Call' &&
  ((node.func.kind === 'Name' && /^(?:next|exit|quit)$/.test(node.func.id)) ||
    (node.func.kind === 'Attribute' && node.func.attr === 'exit'));

function isTried(node: Node): boolean {
  for (let child = node, at = node.parent; at && at.kind !== 'FunctionDef'; child = at, at = at.parent)
    if (at.kind === 'Try' && at.body.some((one) => one === child)) return true;
  return false;
}

/** Functions that leave what they are given as it is. */
const READERS =
  /^(?:len|str|repr|int|float|bool|sum|min|max|sorted|list|tuple|set|dict|enumerate|range|any|all|isinstance|zip|round|abs|print|divmod|pow)$/;

/** Nothing in the loop can change its condition, and nothing leaves it. */
export function isStuck(loop: While, facts: Facts): boolean {
  if (truthOf(loop.test) !== undefined || hasExit(loop)) return false;
  const asked = askedIn(loop.test);
  if (!asked) return false;
  let changes = false;
  let calls = false;
  for (const statement of loop.body) {
    walk(statement, (node) => {
      if (node.kind === 'Name') changes ||= asked.names.has(node.id) && isChange(node);
      else if (node.kind === 'Attribute') changes ||= asked.attributes.has(node.attr) && isChange(node);
      else if (node.kind === 'Call') calls ||= !isReader(node, facts);
      else if (node.kind === 'For' || node.kind === 'With') changes ||= binds(node, asked.names);
      // A place of a list may be known under another name.
      else if (node.kind === 'Subscript') changes ||= asked.parts && changeAt(node) !== undefined;
      return !changes;
    });
  }
  // A call may change what an object holds, but no local number.
  return !changes && !(calls && (asked.attributes.size > 0 || asked.parts));
}

interface Asked {
  readonly names: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
  /** It depends on what a container holds, or how much. */
  readonly parts: boolean;
}

/** What a condition depends on; `undefined` where that cannot be told. */
function askedIn(test: Expression): Asked | undefined {
  const names = new Set<string>();
  const attributes = new Set<string>();
  let parts = false;
  let known = true;
  walk(test, (node) => {
    if (node.kind === 'Call') {
      known &&= node.func.kind === 'Name' && READERS.test(node.func.id);
      parts = true;
      for (const argument of node.args) collect(argument);
      return false;
    }
    parts ||= node.kind === 'Subscript' || asksContents(node);
    if (
      node.kind === 'NamedExpr' ||
      node.kind === 'Await' ||
      node.kind === 'Lambda' ||
      node.kind === 'GeneratorExp'
    )
      known = false;
    collectOne(node);
    return known;
  });
  return known && names.size + attributes.size > 0 ? { names, attributes, parts } : undefined;

  function collect(node: Node): void {
    walk(node, (one) => {
      known &&= one.kind !== 'Call' || (one.func.kind === 'Name' && READERS.test(one.func.id));
      collectOne(one);
      return true;
    });
  }

  function collectOne(node: Node): void {
    if (node.kind === 'Name') names.add(node.id);
    else if (node.kind === 'Attribute') attributes.add(node.attr);
  }
}

/** `while queue:`, `x in seen`, `board != goal`: numbers and texts aside, what is compared may be changed in place. */
function asksContents(node: Node): boolean {
  if (node.kind === 'Compare') {
    const sides = [node.left, ...node.comparators];
    return node.ops.some((op) => op.endsWith('in') || (/^[!=]=$/.test(op) && !sides.some(isPlain)));
  }
  if (node.kind !== 'Name' && node.kind !== 'Attribute') return false;
  const { parent } = node;
  return parent?.kind === 'While' || parent?.kind === 'BoolOp' || parent?.kind === 'UnaryOp';
}

const isPlain = ({ kind }: Expression): boolean => kind === 'Num' || kind === 'Str' || kind === 'Constant';

/** Bound or changed here, or handed to something that may change it. */
function isChange(node: Expression): boolean {
  if (changeAt(node)) return true;
  switch (node.parent?.kind) {
    case 'NamedExpr':
    case 'Starred':
    case 'Keyword':
    case 'Attribute':
      return true;
    case 'Call':
      return !(node.parent.func.kind === 'Name' && READERS.test(node.parent.func.id));
    default:
      return false;
  }
}

function binds(node: Node & { readonly kind: 'For' | 'With' }, names: ReadonlySet<string>): boolean {
  const targets =
    node.kind === 'For' ? [node.target] : node.items.flatMap(({ target }) => (target ? [target] : []));
  let found = false;
  for (const target of targets) {
    walk(target, (one) => {
      found ||= one.kind === 'Name' && names.has(one.id);
      return true;
    });
  }
  return found;
}

const isReader = ({ func }: Call, facts: Facts): boolean =>
  func.kind === 'Name' && READERS.test(func.id) && facts.freeNames.has(func.id);
