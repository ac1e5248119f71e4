import type { AttributeUse } from '../../../analysis/attributes.ts';
import type { Facts } from '../../../analysis/facts.ts';
import type { Expression, FunctionDef, Node } from '../../../analysis/python/syntax.ts';
import { walk } from '../../../analysis/python/visit.ts';
import type { Value } from '../../../analysis/values.ts';
import { nameSpan } from '../../edits.ts';
import type { LintRule } from '../../rule.ts';
import { branchesAround, functionAround } from './branches.ts';

/** `solution` depends on nothing that differs from seed to seed, although `reset` draws a task. */
export const constantAnswer: LintRule = {
  code: 'SP510',
  check(context) {
    const { facts } = context;
    const solution = facts.method('solution');
    const { answer, attributes, entropy } = facts;
    if (!solution || !answer || !attributes || attributes.dynamic || facts.environment?.cls.opaque !== false)
      return;
    const inReset = facts.reached('reset');
    const inSolution = facts.reached('solution');
    const draws = entropy?.draws ?? [];
    if (!draws.some(({ fn }) => fn && inReset.has(fn))) return;
    if (
      draws.some(({ fn }) => fn && inSolution.has(fn)) ||
      entropy?.sources.some(({ fn }) => fn && inSolution.has(fn))
    )
      return;
    const { returns, fallsOff } = facts.flow(solution.node);
    if (returns.some(({ node }) => node.value && isProse(facts, node.value))) return;
    if (fallsOff || returns.length === 0 || returns.some(({ node }) => isNothing(facts, node.value))) return;
    if ([...inSolution].some((fn) => letsSelfGo(fn))) return;
    if (![...answer.solution].every((name) => isConstant(facts, name))) return;
    context.report(
      nameSpan(solution.node),
      `solution depends on nothing that reset draws, so one answer serves every seed: the agent can learn it by heart and ignore the observation. Let the answer depend on the seed.`,
    );
  },
};

function isNothing(facts: Facts, node: Expression | undefined): boolean {
  if (!node) return true;
  const value = facts.evaluate(node);
  if (value.kind === 'none') return true;
  if (value.kind === 'str') return value.value.trim() === '';
  return (value.kind === 'list' || value.kind === 'tuple') && !value.open && value.items.length === 0;
}

/** Advice rather than actions, which SP502 tells of. */
const isProse = (facts: Facts, node: Expression): boolean =>
  facts
    .text(node)
    .literals.some(
      (text) =>
        functionAround(text)?.name === 'solution' &&
        !/boxed|<|\(/.test(text.value) &&
        text.value.split('\n').some((line) => line.trim().split(/\s+/).length > 6),
    );

/** `self` is handed on or looked into by other ways than its attributes, so that it may be read anywhere. */
function letsSelfGo(fn: FunctionDef): boolean {
  let found = false;
  walk(fn, (node) => {
    if (node.kind === 'Name' && node.id === 'self' && node.parent?.kind !== 'Attribute') found = true;
    if (node.kind === 'Global' || node.kind === 'Nonlocal') found = true;
    return !found;
  });
  return found;
}

/** Whenever a play begins the attribute holds the same. */
function isConstant(facts: Facts, name: string): boolean {
  const { attributes, environment } = facts;
  const known = attributes?.byName.get(name);
  const changes = [...(known?.writes ?? []), ...(known?.mutations ?? [])];
  const within = (...names: string[]): AttributeUse[] => {
    const functions = facts.reached(...names);
    return changes.filter(({ method }) => functions.has(method.node));
  };
  const inReset = within('reset');
  const setUp = inReset.length > 0 ? inReset : within('__init__');
  if (setUp.length === 0) return changes.length === 0 && environment?.cls.constants.has(name) === true;
  const [first] = setUp;
  return (
    setUp.length === 1 &&
    first?.kind === 'write' &&
    first.index === undefined &&
    !first.deferred &&
    first.value !== undefined &&
    branchesAround(first.node).length === 0 &&
    isSame(facts, first.value)
  );
}

/** A constant, or a parameter of the constructor other than the seed. */
function isSame(facts: Facts, node: Expression): boolean {
  if (node.kind === 'Name') {
    const [only, ...others] = facts.definitions(node);
    if (only?.kind === 'parameter' && others.length === 0)
      return homeName(only.node) === '__init__' && !/seed|rng/i.test(node.id);
  }
  return isKnown(facts.evaluate(node));
}

const homeName = ({ parent }: Node): string => (parent?.kind === 'FunctionDef' ? parent.name : '');

function isKnown(value: Value): boolean {
  switch (value.kind) {
    case 'str':
    case 'num':
    case 'bool':
    case 'none':
      return true;
    case 'list':
    case 'tuple':
    case 'set':
      return !value.open && value.items.every(isKnown);
    case 'dict':
      return !value.open && value.entries.every(([key, one]) => isKnown(key) && isKnown(one));
    default:
      return false;
  }
}
