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

/** The nodes of a kind that stand inside `home`, itself left out, by their start. */
export function nodesWithin<K extends Node['kind']>(home: Node, kind: K): readonly NodeOf<K>[] {
  const all = sortedNodes(moduleOf(home), kind);
  let low = 0;
  for (let high = all.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.start ?? 0) < home.start) low = middle + 1;
    else high = middle;
  }
  const found: NodeOf<K>[] = [];
  for (let at = low; at < all.length; at++) {
    const node = all[at];
    if (!node || node.start >= home.end) break;
    if (node.end <= home.end && node !== home && isInside(node, home)) found.push(node);
  }
  return found;
}

const sorted = new WeakMap<readonly Node[], readonly Node[]>();

/** Keyword arguments may be written before others and come after them in the tree. */
function sortedNodes<K extends Node['kind']>(module: Module, kind: K): readonly NodeOf<K>[] {
  const all = nodesOf(module, kind);
  let known = sorted.get(all);
  if (!known) {
    known = all.toSorted((a, b) => a.start - b.start);
    sorted.set(all, known);
  }
  return known as readonly NodeOf<K>[];
}

function moduleOf(node: Node): Module {
  let at = node;
  while (at.parent) at = at.parent;
  return at as Module;
}

/** Of nodes that begin where `home` begins, some contain it. */
function isInside(node: Node, home: Node): boolean {
  if (node.start > home.start || node.end < home.end) return true;
  for (let at = node.parent; at; at = at.parent) if (at === home) return true;
  return false;
}

const NO_NODES: readonly never[] = [];

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
  return (index.get(kind) ?? NO_NODES) as readonly Node[] as readonly NodeOf<K>[];
}
