/** Calls by the full name of what they call, as far as that is a builtin or comes from an import. */
import { freeNames } from './free-names.ts';
import { importsOf, qualifiedName } from './imports.ts';
import { memo } from './memo.ts';
import { nodesOf } from './nodes.ts';
import type { Call, Expression, Module } from './python/syntax.ts';

/** `time.sleep` for `sleep(1)` after `from time import sleep`; in source order. */
export const callsByName = memo((module: Module): ReadonlyMap<string, readonly Call[]> => {
  const imported = new Set(importsOf(module).map(({ bound }) => bound));
  const free = freeNames(module);
  const found = new Map<string, Call[]>();
  for (const call of nodesOf(module, 'Call')) {
    const root = rootName(call.func);
    if (root === undefined || !(imported.has(root) || free.has(root))) continue;
    const name = qualifiedName(module, call.func);
    if (name === undefined) continue;
    const known = found.get(name);
    if (known) known.push(call);
    else found.set(name, [call]);
  }
  return found;
});

function rootName(node: Expression): string | undefined {
  let at = node;
  while (at.kind === 'Attribute') at = at.value;
  return at.kind === 'Name' ? at.id : undefined;
}
