/** All nodes of a tree by kind. */
import type { Module, Node, NodeOf } from './python/syntax.ts';
import { walk } from './python/visit.ts';

type Index = Map<Node['kind'], Node[]>;
const indexes = new WeakMap<Module, Index>();

/** Notes a node; the parser does so while it sets the parents, which saves a walk. */
export function indexNode(index: Index, node: Node): void {
  const known = index.get(node.kind);
  if (known) known.push(node);
  else index.set(node.kind, [node]);
}

/** Keeps the index of a finished tree. */
export function keepIndex(module: Module, index: Index): void {
  indexes.set(module, index);
}

/** Every node of a kind, parents before what they contain. */
export function nodesOf<K extends Node['kind']>(module: Module, kind: K): readonly NodeOf<K>[] {
  let index = indexes.get(module);
  if (!index) {
    const fresh: Index = new Map();
    walk(module, (node) => {
      indexNode(fresh, node);
      return true;
    });
    indexes.set(module, fresh);
    index = fresh;
  }
  return (index.get(kind) ?? []) as readonly Node[] as readonly NodeOf<K>[];
}
