import type { Facts } from '../../../analysis/facts.ts';
import type { Call, FunctionDef, Name, Node } from '../../../analysis/python/syntax.ts';
import { walkBody } from '../../../analysis/python/visit.ts';
import { nameSpan } from '../../edits.ts';
import type { LintRule } from '../../rule.ts';

/** Actions are read from `\boxed{…}` only, and no text that the agent may see speaks of it. */
export const formatNotStated: LintRule = {
  code: 'SP516',
  profile: 'games',
  check(context) {
    const { facts } = context;
    const step = facts.method('step');
    const action = step?.parameters[0];
    if (!step || !action || facts.environment?.cls.opaque !== false) return;
    const patterns = new Set<Node>();
    if (!readsBoxesOnly(facts, step.node, action.name, patterns, new Set()) || patterns.size === 0) return;
    if (facts.nodes('Attribute').some(({ attr }) => attr === '__doc__')) return;
    const solution = facts.method('solution')?.node;
    const told = facts
      .nodes('Str')
      .some(
        (text) =>
          /boxed|oxed\{/i.test(context.text.slice(text.start, text.end)) &&
          !patterns.has(text) &&
          !isDocstring(text) &&
          !isInside(text, solution),
      );
    if (told) return;
    context.report(
      nameSpan(step.node),
      'step reads actions from `\\boxed{…}` only, and no observation says so: the agent has to guess the form of its actions, and plays are lost that had the right idea. State the format in every observation.',
    );
  },
};

/** Wherever the action goes it meets patterns with a box, and nothing else. Notes the texts of the patterns. */
function readsBoxesOnly(
  facts: Facts,
  fn: FunctionDef,
  name: string,
  patterns: Set<Node>,
  seen: Set<string>,
): boolean {
  const key = `${fn.start} ${name}`;
  if (seen.has(key)) return true;
  seen.add(key);
  let only = true;
  walkBody(fn.body, (node) => {
    if (!only) return false;
    if (node.kind === 'Name' && node.id === name) only = isBoxed(facts, node, patterns, seen);
    return true;
  });
  return only;
}

function isBoxed(facts: Facts, node: Name, patterns: Set<Node>, seen: Set<string>): boolean {
  let argument: Node = node;
  let call = node.parent;
  // `str(action)`, `action.strip()` and `action or ""` are still the action.
  while (call && isTransparent(call)) [argument, call] = [call, call.parent];
  if (call?.kind !== 'Call') return false;
  const { func, args } = call;
  if (func.kind === 'Name' && func.id === 'isinstance') return true;
  const pattern = patternOf(facts, call, argument);
  if (pattern) {
    patterns.add(pattern);
    return pattern.kind === 'Str' && /boxed/.test(pattern.value ?? '');
  }
  const helper =
    func.kind === 'Attribute' && func.value.kind === 'Name' && func.value.id === 'self'
      ? facts.method(func.attr)
      : undefined;
  const given: readonly Node[] = args;
  const parameter = helper?.parameters[given.indexOf(argument)];
  return helper && parameter ? readsBoxesOnly(facts, helper.node, parameter.name, patterns, seen) : false;
}

function isTransparent(node: Node): boolean {
  if (node.kind === 'BoolOp') return node.op === 'or' && node.values.at(-1)?.kind === 'Str';
  if (node.kind === 'Attribute') return node.attr === 'strip' && node.parent?.kind === 'Call';
  if (node.kind !== 'Call') return false;
  const { func, args } = node;
  if (func.kind === 'Name') return func.id === 'str' && args.length === 1;
  return func.kind === 'Attribute' && func.attr === 'strip' && func.value.kind !== 'Str' && args.length === 0;
}

/** The pattern that `re.search(pattern, argument)` or `PATTERN.search(argument)` looks for. */
function patternOf(facts: Facts, { func, args }: Call, argument: Node): Node | undefined {
  if (func.kind !== 'Attribute' || !/^(?:search|match|fullmatch|findall|finditer)$/.test(func.attr))
    return undefined;
  if (facts.qualified(func) === `re.${func.attr}`)
    return args[1] === argument && args[0] ? literal(facts, args[0]) : undefined;
  if (args[0] !== argument) return undefined;
  const compiled = func.value.kind === 'Name' ? onlyValue(facts, func.value) : undefined;
  return compiled?.kind === 'Call' && facts.qualified(compiled.func) === 're.compile' && compiled.args[0]
    ? literal(facts, compiled.args[0])
    : undefined;
}

const literal = (facts: Facts, node: Node): Node =>
  node.kind === 'Name' ? (onlyValue(facts, node) ?? node) : node;

function onlyValue(facts: Facts, node: Name): Node | undefined {
  const [only, ...others] = facts.definitions(node);
  return only?.kind === 'assign' && others.length === 0 ? only.value : undefined;
}

const isDocstring = ({ parent }: Node): boolean => parent?.kind === 'ExpressionStatement';

function isInside(node: Node, outer: Node | undefined): boolean {
  for (let at: Node | undefined = node; at && outer; at = at.parent) if (at === outer) return true;
  return false;
}
