import type { Meeting } from '../../../analysis/action-flow.ts';
import type { Facts } from '../../../analysis/facts.ts';
import type { Exact, ObservationFacts } from '../../../analysis/observations.ts';
import { textOf } from '../../../analysis/parse.ts';
import type { Expression, FunctionDef, Node } from '../../../analysis/python/syntax.ts';
import { selfAttribute, walk } from '../../../analysis/python/visit.ts';
import type { ReturnShape } from '../../../analysis/returns.ts';
import type { LintContext, LintRule } from '../../rule.ts';
import { type Branch, branchesAround } from './branches.ts';
import { core, rootOf, valueKey } from './same-value.ts';

/** What the action is compared with is told while the episode goes on, or lies in `info`. */
export const answerInFeedback: LintRule = {
  code: 'SP509',
  profile: 'games',
  check(context) {
    const secrets = secretsOf(context.facts);
    if (secrets.size === 0) return;
    if (!inReplies(context, secrets)) inInfo(context, secrets);
  },
};

type Secrets = ReadonlyMap<string, readonly Meeting[]>;

/**
 * Values by their key that `step` compares the action with, that `solution` goes by, that stay the same until the
 * action is right, and that the opening does not show anyway.
 */
function secretsOf(facts: Facts): Secrets {
  const found = new Map<string, Meeting[]>();
  const reset = facts.method('reset');
  if (!reset) return found;
  const open = new Set(
    facts.observations(reset).flatMap(({ text }) => text.exact.map((one) => valueKey(facts, one.node))),
  );
  for (const meeting of facts.meetings) {
    const { how, op, expression } = meeting;
    if (how !== 'compare' || (op !== '==' && op !== '!=') || !expression) continue;
    const key = valueKey(facts, expression);
    if (key && !open.has(key) && isAnswer(facts, expression))
      found.set(key, [...(found.get(key) ?? []), meeting]);
  }
  for (const [key, meetings] of found) {
    const compares = new Set<Node>(meetings.map(({ node }) => node));
    if (meetings.some(({ expression }) => expression && moves(facts, expression, compares)))
      found.delete(key);
  }
  return found;
}

/** `solution` goes by the same attribute, or by the same method. */
function isAnswer(facts: Facts, expression: Expression): boolean {
  const root = rootOf(core(facts, expression));
  const method = root === undefined ? undefined : facts.method(root);
  if (method) return facts.reached('solution').has(method.node);
  return root !== undefined && facts.answer?.solution.has(root) === true;
}

function inReplies(context: LintContext, secrets: Secrets): boolean {
  const { facts } = context;
  const step = facts.method('step');
  if (!step) return false;
  for (const observation of facts.observations(step)) {
    const { shape, text } = observation;
    if (shape.parts?.length !== 5 || endsForSure(shape)) continue;
    for (const exact of text.exact) {
      const meetings = secrets.get(valueKey(facts, exact.node) ?? '');
      if (!meetings || !isToldBefore(facts, step.node, observation, exact, meetings)) continue;
      const name = textOf(facts.document, core(facts, exact.node));
      context.report(
        exact.node,
        `After an action that does not win, the observation shows \`${name}\`, which step compares the action with, and the episode goes on: the agent learns to fail once and copy. Say that it was wrong, not what is right.`,
      );
      return true;
    }
  }
  return false;
}

/** `terminated` or `truncated` is nothing but true. */
const endsForSure = ({ parts }: ReturnShape): boolean =>
  parts
    ?.slice(2, 4)
    .some(({ values }) => values.length > 0 && values.every((v) => v.kind === 'bool' && v.value)) ?? true;

/** The text is told where the comparison has failed, and nothing there has to do with the end or with a new task. */
function isToldBefore(
  facts: Facts,
  step: FunctionDef,
  { shape }: ObservationFacts,
  { node, trail }: Exact,
  meetings: readonly Meeting[],
): boolean {
  const branches = [...trail, node].flatMap(branchesAround);
  const compares = new Set<Node>(meetings.map((meeting) => meeting.node));
  const rest = branches.filter(({ test }) => !test || !compares.has(test));
  if (branches.some((branch) => isSuccess(branch, compares))) return false;
  // In the reply to every action: then it follows a win in a game of several rounds as well as a failure.
  const failed = branches.some((branch) => branch.test && mentionsAny(branch.test, compares));
  if (!failed && !returnsBefore(step, compares)) return false;
  const flags = endNames(facts, step, shape);
  if (rest.some(({ test }) => !test || namesIn(test).some((name) => flags.has(name)))) return false;
  if (branches.some((branch) => assigns(branch, flags))) return false;
  return true;
}

/** On the side of a branch on which the action has been found to be right, or may have been. */
function isSuccess({ test, holds }: Branch, compares: ReadonlySet<Node>): boolean {
  if (!test || !mentionsAny(test, compares)) return false;
  if (test.kind === 'Compare') return (test.ops[0] === '==') === holds;
  return !(test.kind === 'BoolOp' && test.op === 'and' && !holds);
}

/** Every way on from the comparison's success ends in a `return` of its own. */
function returnsBefore(step: FunctionDef, compares: ReadonlySet<Node>): boolean {
  return step.body.some(
    (statement) =>
      statement.kind === 'If' &&
      compares.has(statement.test) &&
      statement.test.kind === 'Compare' &&
      statement.test.ops[0] === '==' &&
      statement.body.at(-1)?.kind === 'Return',
  );
}

function mentionsAny(node: Node, wanted: ReadonlySet<Node>): boolean {
  let found = false;
  walk(node, (one) => {
    found ||= wanted.has(one);
    return !found;
  });
  return found;
}

/** The locals and attributes that the end of the episode hangs on where this return is made. */
function endNames(facts: Facts, step: FunctionDef, { parts }: ReturnShape): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (node: Node, depth: number): void => {
    walk(node, (one) => {
      const own = selfAttribute(one);
      if (own !== undefined && !names.has(own)) {
        names.add(own);
        for (const { value, method, node: target } of facts.attributes?.byName.get(own)?.writes ?? []) {
          if (method.node !== step || depth > 3) continue;
          if (value) add(value, depth + 1);
          for (const { test } of branchesAround(target)) if (test) add(test, depth + 1);
        }
      }
      if (one.kind === 'Name' && one.id !== 'self' && !names.has(one.id)) {
        names.add(one.id);
        for (const { value } of facts.definitions(one)) if (value && depth <= 3) add(value, depth + 1);
      }
      return true;
    });
  };
  for (const { expression } of parts?.slice(2, 4) ?? []) if (expression) add(expression, 0);
  return names;
}

function namesIn(node: Node): string[] {
  const names: string[] = [];
  walk(node, (one) => {
    const own = selfAttribute(one);
    if (own !== undefined) names.push(own);
    else if (one.kind === 'Name') names.push(one.id);
    return true;
  });
  return names;
}

/** A flag is set in the branch. */
function assigns({ node, holds }: Branch, flags: ReadonlySet<string>): boolean {
  if (node.kind !== 'If') return false;
  const block = holds ? node.body : node.orelse;
  return block.some((statement) =>
    (statement.kind === 'Assign'
      ? statement.targets
      : statement.kind === 'AugAssign'
        ? [statement.target]
        : []
    )
      .flatMap(namesIn)
      .some((name) => flags.has(name)),
  );
}

/** What the value rests on changes other than by success: then the task that it answered may be over. */
function moves(facts: Facts, node: Expression, compares: ReadonlySet<Node>): boolean {
  const inStep = facts.reached('step');
  const setUp = facts.reached('reset', '__init__');
  const names = new Set(namesIn(core(facts, node)));
  for (const name of [...names])
    for (const fn of facts.method(name) ? facts.reached(name) : [])
      for (const use of facts.attributes?.byMethod.get(fn) ?? []) names.add(use.name);
  return [...names].some((name) => {
    if (name === 'self' || facts.method(name)) return false;
    const known = facts.attributes?.byName.get(name);
    // A local or a constant of the module: what it is cannot be told here.
    if (!known) return !isModuleConstant(facts, name);
    return [...known.writes, ...known.mutations].some(
      (use) =>
        inStep.has(use.method.node) &&
        !setUp.has(use.method.node) &&
        !branchesAround(use.node).some((branch) => isSuccess(branch, compares)),
    );
  });
}

const isModuleConstant = (facts: Facts, name: string): boolean =>
  /^[A-Z][A-Z0-9_]*$/.test(name) &&
  name.length > 1 &&
  facts.document.tree.body.some(
    (one) =>
      one.kind === 'Assign' && one.targets.some((target) => target.kind === 'Name' && target.id === name),
  );

/** A value of `info` is the answer itself. */
function inInfo(context: LintContext, secrets: Secrets): void {
  const { facts } = context;
  for (const [name, at] of [
    ['reset', 1],
    ['step', 4],
  ] as const) {
    const method = facts.method(name);
    for (const shape of method ? facts.returns(method) : []) {
      if (name === 'step' && endsForSure(shape)) continue;
      const info = shape.parts?.[at]?.expression;
      const entry = info && dictOf(facts, info)?.find((value) => secrets.has(valueKey(facts, value) ?? ''));
      if (!entry) continue;
      context.report(
        entry,
        `info holds \`${textOf(facts.document, entry)}\`, which step compares the action with: whoever shows info to the agent, or logs it beside the observation, gives the task away. Put only what the agent may know into info.`,
      );
      return;
    }
  }
}

/** The values of a dict that is written down, there or in the helper that is called. */
function dictOf(facts: Facts, node: Expression): readonly Expression[] | undefined {
  const inner = core(facts, node);
  if (inner.kind === 'Dict') return inner.values;
  const helper =
    inner.kind === 'Call' && selfAttribute(inner.func) !== undefined
      ? facts.method(selfAttribute(inner.func) ?? '')
      : undefined;
  const value = helper && facts.flow(helper.node).returns[0]?.node.value;
  return value?.kind === 'Dict' ? value.values : undefined;
}
