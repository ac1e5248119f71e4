import type { Facts } from '../../../analysis/facts.ts';
import type { Exact } from '../../../analysis/observations.ts';
import { textOf } from '../../../analysis/parse.ts';
import type { Expression, Node } from '../../../analysis/python/syntax.ts';
import type { LintRule } from '../../rule.ts';
import { branchesAround, functionAround } from './branches.ts';
import { core, rootOf, valueKey } from './same-value.ts';

/** The first observation shows as it is what `solution` answers and `step` compares the action with. */
export const answerInObservation: LintRule = {
  code: 'SP508',
  profile: 'games',
  check(context) {
    const { facts } = context;
    const reset = facts.method('reset');
    const answer = soleAnswer(facts);
    if (!reset || !answer || !isCompared(facts, answer.node)) return;
    for (const { text } of facts.observations(reset)) {
      const shown = text.exact.find(
        (one) => valueKey(facts, one.node) === answer.key && isAlwaysShown(facts, one),
      );
      if (!shown) continue;
      const name = textOf(facts.document, core(facts, shown.node));
      context.report(
        shown.node,
        `The first observation shows \`${name}\`, which is what solution answers and step compares the action with: the agent copies it and learns nothing. Leave it out.`,
      );
      return;
    }
  },
};

interface Answer {
  readonly key: string;
  readonly node: Expression;
}

/** The one value that the only action of `solution` consists of, its wrapping aside. */
function soleAnswer(facts: Facts): Answer | undefined {
  const solution = facts.method('solution');
  if (!solution) return undefined;
  const { returns, fallsOff } = facts.flow(solution.node);
  const [only, ...others] = returns;
  if (fallsOff || others.length > 0 || !only?.node.value || branchesAround(only.node).length > 0)
    return undefined;
  const value = core(facts, only.node.value);
  const [single] = value.kind === 'List' && value.elements.length === 1 ? value.elements : [value];
  if (!single) return undefined;
  const { exact, literals, shown, unknown } = facts.text(single);
  // What a helper gives is one value, whatever that consists of.
  const [answer, ...more] = exact.filter(
    (one) => !exact.some((other) => other !== one && one.trail.includes(other.node)),
  );
  if (!answer || more.length > 0 || unknown.length > 0) return undefined;
  if ([answer.node, ...answer.trail].some((node) => branchesAround(node).length > 0)) return undefined;
  const key = valueKey(facts, answer.node);
  const root = rootOf(core(facts, answer.node));
  // Other words, such as "report {…}", and other lines are what the agent has to find out by itself.
  const alone = literals.every((text) => isInside(text, answer.node) || isWrapping(text.value));
  const nothingElse =
    key?.startsWith('join ') ||
    shown.every(
      ({ attribute, node }) =>
        attribute === root || facts.method(attribute) || functionAround(node) !== solution.node,
    );
  return key !== undefined && alone && nothingElse ? { key, node: answer.node } : undefined;
}

const isInside = (node: Node, outer: Node): boolean => outer.start <= node.start && node.end <= outer.end;
const isWrapping = (text: string): boolean => /^[ {}]*$/.test(text.replace(/\\boxed|<\/?answer>/, ''));

/** `step` compares the action, or its parts in turn, with the value for equality. */
function isCompared(facts: Facts, node: Expression): boolean {
  const key = valueKey(facts, node);
  const list = key?.startsWith('join ') ? key.slice('join '.length) : undefined;
  return facts.meetings.some(({ how, op, expression }) => {
    if (how !== 'compare' || (op !== '==' && op !== '!=') || !expression) return false;
    const other = valueKey(facts, expression);
    return list === undefined ? other === key : (other?.startsWith(`${list}[`) ?? false);
  });
}

/** No branch, no menu and no early return stands between the text and the value. */
function isAlwaysShown(facts: Facts, { node, trail }: Exact): boolean {
  return [...trail, node].every((one) => {
    const home = functionAround(one);
    if (branchesAround(one).length > 0) return false;
    if (!home || isShuffled(facts, one)) return false;
    return home === facts.method('reset')?.node || facts.flow(home).returns.length === 1;
  });
}

/** The value is an item of a list whose order is drawn or sorted: one of several to choose from. */
function isShuffled(facts: Facts, name: Exact['trail'][number]): boolean {
  return (
    name.kind === 'Name' &&
    facts
      .nodes('Call')
      .some(
        ({ func, args }) =>
          func.kind === 'Attribute' &&
          /^(?:shuffle|sample|sort|choice)$/.test(func.attr) &&
          [func.value, ...args].some((one) => one.kind === 'Name' && one.id === name.id),
      )
  );
}
