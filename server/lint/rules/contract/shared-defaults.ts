import type { Facts } from '../../../analysis/facts.ts';
import { changeAt, makesMutable } from '../../../analysis/mutability.ts';
import type { FunctionDef, Parameter } from '../../../analysis/python/syntax.ts';
import { lineOf } from '../../outcome.ts';
import type { Shared } from './shared-mutable-state.ts';

/** Default arguments that are changed in place: they are made once. */
export function sharedDefaults(facts: Facts): readonly Shared[] {
  return facts.nodes('Parameter').flatMap((parameter): Shared[] => {
    const fn = parameter.parent;
    if (!parameter.default || !makesMutable(parameter.default) || fn?.kind !== 'FunctionDef') return [];
    const change = facts.isPlayed(fn.body[0] ?? fn) ? changeOf(parameter, fn, facts) : undefined;
    if (!change) return [];
    return [
      {
        at: parameter,
        says: `The default of \`${parameter.name}\` is made once, when the class is loaded, and changed ${change}: every call without it gets what the others have left.`,
        remedy: `Use \`${parameter.name}=None\` and make a new one inside.`,
        // Helpers may always be given one.
        severity: /^(?:__init__|reset|step)$/.test(fn.name) ? 'error' : 'warning',
      },
    ];
  });
}

/** Where it is changed: in the function itself, or as the attribute that it is stored in. */
function changeOf({ name }: Parameter, fn: FunctionDef, facts: Facts): string | undefined {
  const scope = facts.scopes.all.get(fn);
  // Bound anew, it is a copy as often as not.
  if (scope?.bindings.get(name)?.length !== 1) return undefined;
  for (const read of scope.reads) {
    if (read.id !== name) continue;
    if (changeAt(read) === 'place') return `on line ${lineOf(read, facts)}`;
    const { parent } = read;
    const target = parent?.kind === 'Assign' && parent.value === read ? parent.targets[0] : undefined;
    if (target?.kind !== 'Attribute') continue;
    const attribute = facts.attributes?.byName.get(target.attr);
    const [only, ...others] = attribute?.writes ?? [];
    const mutation = attribute?.mutations.find(({ node }) => facts.isPlayed(node));
    if (only?.node === target && others.length === 0 && mutation)
      return `on line ${lineOf(mutation.node, facts)}, as \`self.${target.attr}\``;
  }
  return undefined;
}
