/** Names that the source reads and nowhere binds: builtins, and what a loader may have put into the module. */
import { memo } from './memo.ts';
import type { Module, Name } from './python/syntax.ts';
import { type Scope, scopesOf } from './scope.ts';

/** Every read of such a name, by name, in source order. */
export const freeNames = memo((module: Module): ReadonlyMap<string, readonly Name[]> => {
  const found = new Map<string, Name[]>();
  for (const scope of scopesOf(module).all.values()) {
    for (const name of scope.reads) {
      if (isBound(scope, name.id)) continue;
      const known = found.get(name.id);
      if (known) known.push(name);
      else found.set(name.id, [name]);
    }
  }
  for (const reads of found.values()) reads.sort((a, b) => a.start - b.start);
  return found;
});

function isBound(from: Scope, name: string): boolean {
  for (let scope: Scope | undefined = from; scope; scope = scope.parent) {
    // A class body's names are seen in the body itself only.
    if ((scope.node.kind !== 'ClassDef' || scope === from) && scope.bindings.has(name)) return true;
  }
  return false;
}
