import type { CriterionComparison } from '../../../analysis/criteria.ts';
import type { StateFacts } from '../../../analysis/state.ts';
import type { Type, TypeName } from '../../../analysis/types.ts';
import type { LintRule } from '../../rule.ts';

/** Types whose values can be equal to each other. */
const KIND: Readonly<Partial<Record<TypeName, string>>> = {
  str: 'text',
  int: 'number',
  float: 'number',
  bool: 'number',
  list: 'list',
  tuple: 'tuple',
  dict: 'dict',
  set: 'set',
};

/** A criterion compares with a type that no writer of the path produces. */
export const criterionType: LintRule = {
  code: 'SP609',
  profile: 'tool_use',
  check(context) {
    const { criteria, state } = context.facts;
    if (!criteria || !state || state.escapes) return;
    for (const criterion of criteria.criteria) {
      for (const comparison of criterion.comparisons) {
        const written = writtenKinds(state, comparison);
        const wanted = kindsOf(comparison.type);
        if (!written || !wanted || wanted.size === 0 || [...wanted].some((kind) => written.has(kind)))
          continue;
        context.report(
          comparison.node,
          `Criterion ${criterion.index + 1} compares with ${[...wanted].join(' or ')} what reset and the tools write as ${[...written].join(' or ')}: it never comes true, so the instruction can never be completed. Compare in the type in which the value is stored.`,
        );
      }
    }
  },
};

/** What the path, or for `in` an item of it, is ever written as; `undefined` where that is not known for every writer. */
function writtenKinds(state: StateFacts, { path, op }: CriterionComparison): Set<string> | undefined {
  if ((op !== '==' && op !== 'in') || path.length === 0 || path.includes('*')) return undefined;
  // Membership of a dict is about its keys, and of a text about its parts.
  if (op === 'in' && !isSequence(state, path)) return undefined;
  const place = op === 'in' ? [...path, '*'] : path;
  const kinds = new Set<string>();
  for (const write of state.writes) {
    // What a display writes is listed part by part as well.
    const byPart = write.value?.kind === 'Dict' || write.value?.kind === 'List';
    if (!covers(write.path, place) || write.path.length > place.length) continue;
    if (write.path.length < place.length && byPart) continue;
    if (write.path.length < place.length || write.path.some((key, at) => key !== place[at])) return undefined;
    const found = kindsOf(write.type);
    if (!found || write.value === undefined) return undefined;
    for (const kind of found) kinds.add(kind);
  }
  return kinds.size > 0 ? kinds : undefined;
}

function isSequence(state: StateFacts, path: readonly string[]): boolean {
  const own = state.writes.filter(
    (write) => write.path.length === path.length && write.path.every((key, at) => key === path[at]),
  );
  const kinds = own.filter(({ how }) => how === 'set').map(({ type }) => kindsOf(type));
  return (
    kinds.length > 0 &&
    kinds.every((set) => set && [...set].every((kind) => kind === 'list' || kind === 'tuple'))
  );
}

/** A write to the path, above it, or through a computed key reaches the place. */
const covers = (path: readonly string[], place: readonly string[]): boolean =>
  path.slice(0, place.length).every((key, at) => key === place[at] || key === '*' || place[at] === '*');

/** `None` is equal to nothing else and stands for "not yet": it counts as no kind. */
function kindsOf(type: Type): Set<string> | undefined {
  if (type.unknown) return undefined;
  const kinds = type.names.filter((name) => name !== 'none').map((name) => KIND[name]);
  return kinds.every((kind) => kind !== undefined) ? new Set(kinds) : undefined;
}
