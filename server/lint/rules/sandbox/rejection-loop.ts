/** Loops that draw until a draw is fit, without a cap on the number of draws. */

import type { Facts } from '../../../analysis/facts.ts';
import { truthOf } from '../../../analysis/flow.ts';
import type { Call, Expression, Node, Statement, While } from '../../../analysis/python/syntax.ts';
import { isFunction, walk } from '../../../analysis/python/visit.ts';

/**
 * What is asked of a draw is more than a comparison: the less that is known of how often it is met, the worse. Plain
 * comparisons (`while b == a`) are met sooner or later by nearly every draw.
 */
export function isRejection(loop: While, facts: Facts): boolean {
  if (!draws(loop, facts) || isCapped(loop)) return false;
  if (truthOf(loop.test) === true) {
    const exits = exitsOf(loop);
    return (
      exits.length > 0 &&
      exits.every((exit) => testsAround(exit, loop).some((test) => isDemanding(test, facts)))
    );
  }
  // A list of work to do is another kind of loop.
  if (loop.test.kind === 'Name' || loop.test.kind === 'Attribute') return false;
  if (isDemanding(loop.test, facts)) return true;
  const changes = counted(loop);
  return (
    changes.length > 0 &&
    changes.every((change) => testsAround(change, loop).some((test) => isDemanding(test, facts)))
  );
}

/** The loop draws itself, or calls what does. */
function draws(loop: While, facts: Facts): boolean {
  const all = facts.entropy?.draws ?? [];
  if (all.some(({ node }) => node.start >= loop.start && node.end <= loop.end)) return true;
  return callsIn(loop).some(({ func, args }) => {
    if (args.some((argument) => /rng|random/i.test(nameOf(argument)))) return true;
    const name = func.kind === 'Attribute' && nameOf(func.value) === 'self' ? func.attr : undefined;
    const reached = name !== undefined && facts.method(name) ? facts.reached(name) : undefined;
    return reached !== undefined && all.some(({ fn }) => fn && reached.has(fn));
  });
}

const nameOf = (node: Expression): string =>
  node.kind === 'Name' ? node.id : node.kind === 'Attribute' ? node.attr : '';

function callsIn(loop: While): Call[] {
  const found: Call[] = [];
  walk(loop, (node) => {
    if (node.kind === 'Call') found.push(node);
    return !isFunction(node);
  });
  return found;
}

/** Something is counted in every round, and asked for by the condition or before an exit. */
function isCapped(loop: While): boolean {
  const counters = new Set(
    loop.body.flatMap((statement) => (statement.kind === 'AugAssign' ? [nameOf(statement.target)] : [])),
  );
  if (counters.size === 0) return false;
  const tests = [loop.test, ...exitsOf(loop).flatMap((exit) => testsAround(exit, loop))];
  return tests.some((test) =>
    mentions(test, (node) =>
      counters.has(node.kind === 'Name' ? node.id : node.kind === 'Attribute' ? node.attr : ''),
    ),
  );
}

/** Statements that leave the loop. */
function exitsOf(loop: While): Statement[] {
  const found: Statement[] = [];
  const search = (statements: readonly Node[], nested: boolean): void => {
    for (const statement of statements) {
      walk(statement, (node) => {
        if (isFunction(node) || node.kind === 'ClassDef') return false;
        if (node.kind === 'Return' || node.kind === 'Raise' || (node.kind === 'Break' && !nested))
          found.push(node);
        if (!nested && (node.kind === 'For' || node.kind === 'While')) {
          search(node.body, true);
          search(node.orelse, false);
          return false;
        }
        return true;
      });
    }
  };
  search(loop.body, false);
  return found;
}

/** The conditions between a statement and the loop that it stands in. */
function testsAround(node: Node, loop: While): Expression[] {
  const tests: Expression[] = [];
  for (let at = node.parent; at && at !== loop; at = at.parent) if (at.kind === 'If') tests.push(at.test);
  return tests;
}

/** Where the names of the condition are changed by counting. */
function counted(loop: While): Statement[] {
  const names = new Set<string>();
  walk(loop.test, (node) => {
    if (node.kind === 'Name') names.add(node.id);
    if (node.kind === 'Attribute') names.add(node.attr);
    return true;
  });
  const found: Statement[] = [];
  let other = false;
  for (const statement of loop.body) {
    walk(statement, (node) => {
      if (node.kind === 'AugAssign' && names.has(nameOf(node.target))) found.push(node);
      if (node.kind === 'Assign' && node.targets.some((target) => names.has(nameOf(target)))) other = true;
      return !isFunction(node);
    });
  }
  return other ? [] : found;
}

/** Asks a function of the source, something of all parts, a sum or a remainder. */
const isDemanding = (test: Expression, facts: Facts): boolean =>
  mentions(test, (node) => {
    if (node.kind === 'BinOp') return node.op === '%';
    if (node.kind !== 'Call') return false;
    const { func } = node;
    if (func.kind === 'Name')
      return (
        (/^(?:all|any|sum)$/.test(func.id) && facts.freeNames.has(func.id)) ||
        isFunctionOfSource(func.id, facts)
      );
    return (
      func.kind === 'Attribute' && nameOf(func.value) === 'self' && facts.method(func.attr) !== undefined
    );
  });

const isFunctionOfSource = (name: string, facts: Facts): boolean =>
  facts.scopes.module.bindings.get(name)?.some(({ kind }) => kind === 'function') ?? false;

function mentions(node: Node, test: (node: Node) => boolean): boolean {
  let found = false;
  walk(node, (one) => {
    found ||= test(one);
    return !found;
  });
  return found;
}
