/** All nodes of a tree by kind, from one walk. */
import { memo } from './memo.ts';
import type { Module, Node, NodeOf } from './python/syntax.ts';
import { walk } from './python/visit.ts';

const indexed = memo((module: Module): ReadonlyMap<Node['kind'], readonly Node[]> => {
  const byKind = new Map<Node['kind'], Node[]>();
  walk(module, (node) => {
    const known = byKind.get(node.kind);
    if (known) known.push(node);
    else byKind.set(node.kind, [node]);
    return true;
  });
  return byKind;
});

/** Every node of a kind, parents before what they contain. */
export function nodesOf<K extends Node['kind']>(module: Module, kind: K): readonly NodeOf<K>[] {
  return (indexed(module).get(kind) ?? []) as readonly NodeOf<K>[];
}
