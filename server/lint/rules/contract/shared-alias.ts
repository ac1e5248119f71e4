import { isPlaceholder } from '../../../analysis/attribute-values.ts';
import type { AttributeFacts } from '../../../analysis/attributes.ts';
import type { Facts } from '../../../analysis/facts.ts';
import { makesMutable } from '../../../analysis/mutability.ts';
import type { Expression } from '../../../analysis/python/syntax.ts';
import { isCache, lineOf, showsInOutcome } from '../../outcome.ts';
import type { Shared } from './shared-mutable-state.ts';

/** Attributes that are a table of the module or of the class itself, not a copy of it, and are changed in place. */
export function sharedByAlias(facts: Facts): readonly Shared[] {
  return [...(facts.attributes?.byName.values() ?? [])].flatMap((attribute): Shared[] => {
    const { name, mutations, writes } = attribute;
    const table = isCache(name) ? undefined : tableOf(attribute, facts);
    const change = table && mutations.find(({ node, deferred }) => !deferred && facts.isPlayed(node));
    const write = writes.find(({ value }) => value === table);
    if (!table || !change || !write) return [];
    const text = facts.document.text.slice(table.start, table.end);
    return [
      {
        at: write.node,
        says: `\`self.${name}\` is \`${text}\` itself, not a copy, and \`${change.method.name}\` changes it for all instances (line ${lineOf(change.node, facts)}).`,
        remedy: `Copy it in reset: copy.deepcopy(${text}).`,
        severity: showsInOutcome(facts, (node) => node.kind === 'Attribute' && node.attr === name)
          ? 'error'
          : 'warning',
      },
    ];
  });
}

/** The table that every write gives to the attribute; empty ones in the constructor do not count. */
function tableOf({ writes, name }: AttributeFacts, facts: Facts): Expression | undefined {
  const real = writes.filter((use) => use.method.name !== '__init__' || !isPlaceholder(use.value));
  const [first] = real;
  const isTable = real.every(
    ({ value, kind, index }) =>
      kind === 'write' && index === undefined && value !== undefined && isShared(value, name, facts),
  );
  return isTable ? first?.value : undefined;
}

function isShared(value: Expression, name: string, facts: Facts): boolean {
  if (value.kind === 'Name') {
    const [only, ...others] = facts.definitions(value);
    return (
      others.length === 0 &&
      only?.kind === 'assign' &&
      only.value !== undefined &&
      makesMutable(only.value) &&
      facts.scopes.module.bindings.get(value.id)?.includes(only) === true
    );
  }
  if (value.kind !== 'Attribute' || value.attr === name || value.value.kind !== 'Name') return false;
  const cls = facts.environment?.cls;
  const constant = [cls, ...(cls?.ancestors ?? [])]
    .find((one) => one?.constants.has(value.attr))
    ?.constants.get(value.attr);
  const isOwn = facts.attributes?.byName.get(value.attr)?.writes.length;
  return (
    (value.value.id === 'self' || value.value.id === cls?.name) &&
    !isOwn &&
    constant !== undefined &&
    makesMutable(constant)
  );
}
