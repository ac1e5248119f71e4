import { effectsOf } from '../../../analysis/effects.ts';
import type { Facts } from '../../../analysis/facts.ts';
import type { Call, Expression, FunctionDef, Node } from '../../../analysis/python/syntax.ts';
import { dottedName, selfAttribute, walk } from '../../../analysis/python/visit.ts';
import type { LintContext, LintRule } from '../../rule.ts';

/** `step` makes a new task. */
export const taskChangesInEpisode: LintRule = {
  code: 'SP413',
  check(context) {
    const { facts } = context;
    const step = facts.method('step');
    const reset = facts.method('reset');
    const cls = facts.environment?.cls;
    if (!step || !reset || !cls) return;
    const { tree } = facts.document;
    const running = effectsOf(tree, cls, step.node);
    const resets = running.calls.filter(({ name }) => name === 'reset');
    for (const { node } of resets) {
      const guard = guardOf(node);
      if (guard === 'unstarted') continue;
      context.report(
        node,
        `step calls reset, so ${guard === 'ended' ? 'a call after the end begins another episode' : 'another task is open in the middle of the episode'}, without the seed and with the turn counter set back. What the agent has found out is void; end the episode and let the trainer call reset.`,
        guard === 'ended' ? { severity: 'warning' } : {},
      );
    }
    if (resets.length > 0) return;
    const building = effectsOf(tree, cls, reset.node);
    const called = new Set(building.calls.map(({ name }) => name));
    for (const { node, name } of running.calls) {
      const method = facts.method(name);
      if (!called.has(name) || !method || !isMaker(context, method.node) || isOnward(node, facts)) continue;
      context.report(
        node,
        `\`${name}\` builds the task in reset, and step calls it too, so the task changes within the episode. What the agent has found out is void, and the plays of a group part into different tasks; build the whole task in reset.`,
        { severity: 'warning' },
      );
    }
  },
};

/** Draws, and sets what the answer is kept in. */
function isMaker({ facts }: LintContext, fn: FunctionDef): boolean {
  const { answer, entropy, environment } = facts;
  if (!answer || !environment) return false;
  const { writes, methods } = effectsOf(facts.document.tree, environment.cls, fn);
  const draws = entropy?.draws.some((one) => one.fn && methods.has(one.fn)) ?? false;
  const keeps = (name: string): boolean => answer.solution.has(name) || answer.compared.has(name);
  return draws && [...writes].some(keeps);
}

/** The condition under which `step` calls `reset`: nothing was there yet, or the episode is over. */
function guardOf(node: Node): 'unstarted' | 'ended' | undefined {
  for (let child = node, at = node.parent; at && at.kind !== 'FunctionDef'; child = at, at = at.parent) {
    if (at.kind !== 'If' || !at.body.some((one) => one === child)) continue;
    const { test } = at;
    if (test.kind === 'UnaryOp' && test.op === 'not' && isAboutSelf(test.operand)) return 'unstarted';
    if (test.kind === 'Compare' && test.ops[0] === 'is' && isAboutSelf(test.left)) return 'unstarted';
    if (isAboutSelf(test)) return 'ended';
  }
  return undefined;
}

function isAboutSelf(test: Expression): boolean {
  let only = true;
  let own = false;
  walk(test, (one) => {
    if (one.kind === 'Name') {
      if (one.id === 'self' || one.id === 'hasattr') own = true;
      else only = false;
    }
    return only;
  });
  return only && own;
}

/** A right action leads on to the next part of the task. */
function isOnward(node: Call, facts: Facts): boolean {
  for (
    let child: Node = node, at = node.parent;
    at && at.kind !== 'FunctionDef';
    child = at, at = at.parent
  ) {
    if (at.kind !== 'If') continue;
    // What stands in the `else` of a comparison belongs to a wrong action.
    if (at.orelse.some((one) => one === child)) {
      if (comparesAnswer(at.test, facts)) return false;
      continue;
    }
    if (at.body.some((one) => one === child) && !saysWrong(at.test, facts)) return true;
  }
  return false;
}

/** `!=`, `not correct`: the branch of a wrong action. */
const saysWrong = (test: Expression, facts: Facts): boolean =>
  (test.kind === 'Compare' && test.ops[0] === '!=' && comparesAnswer(test, facts)) ||
  (test.kind === 'UnaryOp' && test.op === 'not' && comparesAnswer(test.operand, facts));

function comparesAnswer(test: Expression, facts: Facts): boolean {
  let found = false;
  const { answer } = facts;
  walk(test, (one) => {
    const attribute = selfAttribute(one);
    found ||=
      attribute !== undefined &&
      (answer?.compared.has(attribute) || answer?.solution.has(attribute)) === true;
    if (one.kind === 'Name' && one.id !== 'self')
      found ||= /correct|right|solved|match|valid|win/i.test(dottedName(one) ?? '') && test === one;
    return !found;
  });
  return found;
}
