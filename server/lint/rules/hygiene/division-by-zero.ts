import type { Facts } from '../../../analysis/facts.ts';
import type { Context } from '../../../analysis/helpers.ts';
import { drawBounds, type Interval, intervalOf } from '../../../analysis/intervals.ts';
import type { Call, Expression, FunctionDef, Node, Try } from '../../../analysis/python/syntax.ts';
import { dottedName, enclosing, walk, walkBody } from '../../../analysis/python/visit.ts';
import { isOnly } from '../../../analysis/types.ts';
import type { LintContext, LintRule } from '../../rule.ts';

const DIVISIONS = new Set(['/', '//', '%']);

/** Some seed makes a divisor zero, a range empty, or leaves nothing to choose from. */
export const divisionByZero: LintRule = {
  code: 'SP803',
  check(context) {
    const { facts } = context;
    for (const node of facts.nodes('BinOp'))
      if (DIVISIONS.has(node.op) && !isFormatting(facts, node.left)) divisor(context, node, node.right);
    for (const node of facts.nodes('AugAssign'))
      if (DIVISIONS.has(node.op) && !isFormatting(facts, node.target)) divisor(context, node, node.value);
    for (const node of facts.calls('divmod')) if (node.args[1]) divisor(context, node, node.args[1]);
    for (const node of facts.nodes('Call')) draw(context, node);
  },
};

const contextOf = ({ document, environment }: Facts): Context => ({
  module: document.tree,
  cls: environment?.cls,
});

/** `"%d" % n` */
const isFormatting = (facts: Facts, left: Expression): boolean => isOnly(facts.typeOf(left), 'str', 'bytes');

function divisor(context: LintContext, node: Node, by: Expression): void {
  const { facts } = context;
  const interval = intervalOf(by, contextOf(facts));
  if (!interval || interval.low > 0 || interval.high < 0) return;
  const constant = interval.draws.size === 0;
  // The product and the difference of draws may step over zero; a single draw does not.
  if (!constant && interval.low !== 0 && interval.high !== 0 && interval.draws.size > 1 && !isDifference(by))
    return;
  if (isGuarded(node, by) || !facts.isPlayed(node)) return;
  const written = context.text.slice(by.start, by.end);
  context.report(
    by,
    constant
      ? `The divisor \`${written}\` is 0, so this line always raises and the play is lost. Divide by something else.`
      : `\`${written}\` is drawn from ${range(interval)}, so some seeds divide by zero: their plays are lost and teach nothing. Draw the divisor from values that are not 0, or treat 0 apart.`,
    constant ? { severity: 'error' } : {},
  );
}

const range = ({ low, high }: Interval): string => `${low} to ${high}`;

const isDifference = (node: Expression): boolean =>
  node.kind === 'BinOp' && (node.op === '-' || node.op === '+');

/** A condition of the same function looks at what the divisor is made of, or the exception is caught. */
function isGuarded(node: Node, by: Expression): boolean {
  const names = new Set<string>();
  walk(by, (one) => {
    const name = one.kind === 'Name' || one.kind === 'Attribute' ? dottedName(one) : undefined;
    if (name) names.add(name);
    return name === undefined;
  });
  const attempt = enclosing(node, (one): one is Try => one.kind === 'Try');
  if (attempt && attempt.handlers.length > 0) return true;
  const home = enclosing(node, (one): one is FunctionDef => one.kind === 'FunctionDef');
  let guarded = false;
  walkBody(home?.body ?? [], (one) => {
    if (one.kind === 'If' || one.kind === 'While' || one.kind === 'IfExp' || one.kind === 'Assert')
      guarded ||= mentions(one.test, names);
    else if (one.kind === 'BoolOp') guarded ||= mentions(one, names);
    else if (one.kind === 'Generator') guarded ||= one.conditions.some((test) => mentions(test, names));
    return !guarded;
  });
  return guarded;
}

function mentions(test: Expression, names: ReadonlySet<string>): boolean {
  let found = false;
  walk(test, (one) => {
    if (one.kind === 'Name' || one.kind === 'Attribute') found ||= names.has(dottedName(one) ?? '');
    return !found;
  });
  return found;
}

function draw(context: LintContext, node: Call): void {
  const { func } = node;
  const name = func.kind === 'Attribute' ? func.attr : func.kind === 'Name' ? func.id : '';
  if (name === 'randint' || name === 'randrange') emptyRange(context, node, name);
  else if (name === 'choice' || name === 'sample' || name === 'choices') emptyChoice(context, node, name);
}

function emptyRange(context: LintContext, node: Call, name: string): void {
  const bounds = drawBounds(node, contextOf(context.facts));
  if (!bounds || bounds.low.high <= bounds.high.low) return;
  const { low, high } = bounds;
  if ([...low.draws].some((one) => high.draws.has(one)) || !context.facts.isPlayed(node)) return;
  const always = low.low > high.high;
  if (!always && isGuarded(node, node)) return;
  const written = context.text.slice(node.start, node.end);
  context.report(
    node,
    always
      ? `\`${written}\` has nothing to draw from: the lower bound is above the upper one, so this line always raises. Order the bounds.`
      : `\`${name}\` draws from ${low.high} up to ${high.low} on some seeds: the bounds cross and the line raises. Their plays are lost and teach nothing; bound the draw so that at least one value is left.`,
    always ? { severity: 'error' } : {},
  );
}

function emptyChoice(context: LintContext, node: Call, name: string): void {
  const { facts } = context;
  const [from, count] = node.args;
  const { func } = node;
  const qualified = facts.qualified(func);
  const random =
    qualified?.startsWith('random.') ??
    (func.kind === 'Attribute' &&
      (isOnly(facts.typeOf(func.value), 'random') || /rng|rand/i.test(dottedName(func.value) ?? '')));
  if (!random || !from) return;
  const value = facts.evaluate(from);
  if ((value.kind !== 'list' && value.kind !== 'tuple') || value.open) return;
  const wanted = count && name === 'sample' ? intervalOf(count, contextOf(facts)) : undefined;
  const size = value.items.length;
  if (name === 'sample' ? !wanted || wanted.high <= size : size > 0) return;
  if (!facts.isPlayed(node)) return;
  const always = name !== 'sample' || (wanted?.low ?? 0) > size;
  context.report(
    node,
    name === 'sample'
      ? `\`sample\` wants up to ${wanted?.high} of ${size} values, so ${always ? 'this line always' : 'it'} raises${always ? '' : ' on some seeds'}. Draw no more than there are.`
      : `\`${name}\` has nothing to choose from, so this line always raises. Make sure that something is left to choose.`,
    always ? { severity: 'error' } : {},
  );
}
