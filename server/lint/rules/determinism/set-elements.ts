/** What a set holds: texts, whose hashes differ between processes, or numbers, whose order is the same everywhere. */
import type { Facts } from '../../../analysis/facts.ts';
import type { Call, Expression } from '../../../analysis/python/syntax.ts';
import { isOnly, type Type } from '../../../analysis/types.ts';

export type Elements = 'texts' | 'numbers' | 'unknown';

const MAX_DEPTH = 6;

/** The elements of an expression of type set, or of something that is iterated over. */
export function elementsOf(node: Expression, facts: Facts, depth = 0): Elements {
  if (depth > MAX_DEPTH) return 'unknown';
  const down = (inner: Expression): Elements => elementsOf(inner, facts, depth + 1);
  switch (node.kind) {
    case 'Set':
    case 'List':
    case 'Tuple':
      return together(node.elements.map((one) => kindOf(facts.typeOf(one))));
    case 'SetComp':
    case 'ListComp':
    case 'GeneratorExp': {
      const kind = kindOf(facts.typeOf(node.element));
      const [generator] = node.generators;
      const same =
        generator?.target.kind === 'Name' &&
        node.element.kind === 'Name' &&
        node.element.id === generator.target.id;
      return kind === 'unknown' && same ? down(generator.iter) : kind;
    }
    case 'BinOp':
      return together([down(node.left), ...(node.op === '-' || node.op === '&' ? [] : [down(node.right)])]);
    case 'IfExp':
      return together([down(node.body), down(node.orelse)]);
    case 'Call':
      return called(node, facts, depth);
    case 'Name': {
      const made = facts.definitions(node);
      const values = made.map(({ kind, value }) => (kind === 'assign' && value ? down(value) : 'unknown'));
      return together([...values, ...addedTo(node, facts)]);
    }
    case 'Attribute': {
      if (node.value.kind !== 'Name' || node.value.id !== 'self') return 'unknown';
      const uses = facts.attributes?.byName.get(node.attr);
      const writes = (uses?.writes ?? []).map(({ value, index }) =>
        value && index === undefined ? down(value) : 'unknown',
      );
      const constant = facts.environment?.cls.constants.get(node.attr);
      return together([
        ...writes,
        ...(constant && writes.length === 0 ? [down(constant)] : []),
        ...(uses?.mutations ?? []).flatMap((use) => argumentOf(use.node, facts)),
      ]);
    }
    case 'Dict':
      return together(node.keys.map((key) => (key ? kindOf(facts.typeOf(key)) : 'unknown')));
    case 'Str':
      return 'texts';
    default:
      return kindOf(facts.typeOf(node)) === 'texts' ? 'texts' : 'unknown';
  }
}

/** Of the parts that are known; an empty set has none. */
function together(kinds: readonly (Elements | 'none')[]): Elements {
  if (kinds.includes('texts')) return 'texts';
  const some = kinds.filter((kind) => kind !== 'none');
  return some.length > 0 && some.every((kind) => kind === 'numbers') ? 'numbers' : 'unknown';
}

function kindOf(type: Type): Elements {
  if (isOnly(type, 'str', 'bytes')) return 'texts';
  if (isOnly(type, 'int', 'float', 'bool')) return 'numbers';
  if (!isOnly(type, 'tuple') || !type.items) return 'unknown';
  return together(type.items.map(kindOf));
}

function called(node: Call, facts: Facts, depth: number): Elements {
  const { func, args } = node;
  const [first] = args;
  if (func.kind === 'Name') {
    if (func.id === 'range') return 'numbers';
    if (!/^(?:set|frozenset|list|tuple|sorted|reversed|iter)$/.test(func.id)) return 'unknown';
    return first ? elementsOf(first, facts, depth + 1) : 'unknown';
  }
  if (func.kind !== 'Attribute') return 'unknown';
  if (/^(?:split|rsplit|splitlines|findall)$/.test(func.attr)) return 'texts';
  if (/^(?:keys|copy|union|difference|intersection)$/.test(func.attr))
    return elementsOf(func.value, facts, depth + 1);
  return (func.attr === 'sample' || func.attr === 'choices') && first
    ? elementsOf(first, facts, depth + 1)
    : 'unknown';
}

/** What is added to a local set: `names.add("a")`. */
function addedTo(name: Expression & { readonly kind: 'Name' }, facts: Facts): Elements[] {
  const scope = facts.definitions(name)[0]?.node;
  if (!scope) return [];
  return facts
    .nodes('Name')
    .filter(
      (one) =>
        one.id === name.id &&
        one.parent?.kind === 'Attribute' &&
        facts.definitions(one).some(({ node }) => node === scope),
    )
    .flatMap((one) => argumentOf(one, facts));
}

/** The type of what `x.add(…)` adds. */
function argumentOf(node: Expression, facts: Facts): Elements[] {
  const { parent } = node;
  const call = parent?.kind === 'Attribute' && parent.attr === 'add' ? parent.parent : undefined;
  const argument = call?.kind === 'Call' ? call.args[0] : undefined;
  return argument ? [kindOf(facts.typeOf(argument))] : [];
}
