import type { Facts } from '../../../analysis/facts.ts';
import type { Expression, Node } from '../../../analysis/python/syntax.ts';
import { isOnly, type TypeName } from '../../../analysis/types.ts';
import type { LintRule } from '../../rule.ts';

/** `info` holds strings or objects. */
export const infoNotPlain: LintRule = {
  code: 'SP411',
  check(context) {
    const { facts } = context;
    const seen = new Set<Node>();
    for (const name of ['reset', 'step'] as const) {
      const method = facts.method(name);
      if (!method) continue;
      for (const { parts } of facts.returns(method)) {
        const info = parts?.length === (name === 'reset' ? 2 : 5) ? parts.at(-1)?.expression : undefined;
        for (const entry of info ? entriesOf(info, facts, 0) : []) {
          const what = seen.has(entry.value) ? undefined : notPlain(entry.value, facts, 0);
          if (!what) continue;
          seen.add(entry.value);
          context.report(
            entry.value,
            `info holds ${what}${entry.key === undefined ? '' : ` under \`${entry.key}\``}. Trainers log it, send it between processes and may show it to the agent, so texts leak and objects cannot be sent; keep numbers, truth values and None, in lists and dicts.`,
          );
        }
      }
    }
  },
};

interface Entry {
  readonly key: string | undefined;
  readonly value: Expression;
}

/** The entries of every dict that the expression may stand for, and what is put into it under a name. */
function entriesOf(node: Expression, facts: Facts, depth: number): readonly Entry[] {
  if (depth > 5) return [];
  switch (node.kind) {
    case 'Dict':
      return node.values.map((value, i) => {
        const key = node.keys[i];
        return { key: key?.kind === 'Str' ? key.value : undefined, value };
      });
    case 'IfExp':
      return [...entriesOf(node.body, facts, depth + 1), ...entriesOf(node.orelse, facts, depth + 1)];
    case 'Name':
      return [
        ...facts
          .definitions(node)
          .flatMap(({ kind, value }) =>
            kind === 'assign' && value ? entriesOf(value, facts, depth + 1) : [],
          ),
        ...added(node.id, node, facts),
      ];
    case 'Call': {
      if (node.func.kind === 'Name' && node.func.id === 'dict')
        return node.keywords.map(({ name, value }) => ({ key: name, value }));
      const helper =
        node.func.kind === 'Attribute' && node.func.value.kind === 'Name' && node.func.value.id === 'self'
          ? facts.method(node.func.attr)
          : undefined;
      if (!helper) return [];
      return facts
        .flow(helper.node)
        .returns.flatMap(({ node: { value } }) => (value ? entriesOf(value, facts, depth + 1) : []));
    }
    default:
      return [];
  }
}

/** `info["feedback"] = …` in the same function. */
function added(name: string, at: Node, facts: Facts): readonly Entry[] {
  const home = homeOf(at);
  return facts
    .nodes('Assign')
    .flatMap(({ targets, value }) =>
      targets.flatMap((target): Entry[] =>
        target.kind === 'Subscript' &&
        target.value.kind === 'Name' &&
        target.value.id === name &&
        homeOf(target) === home
          ? [{ key: target.index.kind === 'Str' ? target.index.value : undefined, value }]
          : [],
      ),
    );
}

function homeOf(node: Node): Node | undefined {
  let at: Node | undefined = node;
  while (at && at.kind !== 'FunctionDef') at = at.parent;
  return at;
}

const OBJECTS: readonly (readonly [TypeName, string])[] = [
  ['str', 'a text'],
  ['bytes', 'bytes'],
  ['set', 'a set, which JSON has not'],
  ['function', 'a function'],
  ['generator', 'a generator'],
  ['random', 'a generator of random numbers'],
  ['match', 'a match object'],
];

/** What of it is not plain; `undefined` when nothing certainly is. */
function notPlain(node: Expression, facts: Facts, depth: number): string | undefined {
  const type = facts.typeOf(node);
  for (const [name, what] of OBJECTS) if (isOnly(type, name)) return what;
  if (depth > 4) return undefined;
  const inner = (one: Expression): string | undefined => notPlain(one, facts, depth + 1);
  switch (node.kind) {
    case 'IfExp':
      return inner(node.body) ?? inner(node.orelse);
    case 'List':
    case 'Tuple':
      return listOf(node.elements.map(inner).find(Boolean));
    case 'ListComp':
      return listOf(inner(node.element));
    case 'Dict':
      return node.values.map(inner).find(Boolean);
    case 'Name':
      if (node.id === 'self') return 'the environment itself';
      break;
    case 'Call':
      return node.func.kind === 'Name' && /^(?:list|sorted|tuple)$/.test(node.func.id) && node.args[0]
        ? inner(node.args[0])
        : undefined;
  }
  const value = facts.evaluate(node);
  const items = value.kind === 'list' || value.kind === 'tuple' ? value.items : [];
  return items.length > 0 && items.every(({ kind }) => kind === 'str' || kind === 'template')
    ? 'a list of texts'
    : undefined;
}

const listOf = (what: string | undefined): string | undefined =>
  what === 'a text' ? 'a list of texts' : what;
