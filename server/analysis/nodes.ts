/** All nodes of a tree by kind. */
import { memo } from './memo.ts';
import type { Module, Node, NodeOf } from './python/syntax.ts';
import { walk } from './python/visit.ts';

type Index = Map<Node['kind'], Node[]>;

/** Notes a node; the parser does so while it sets the parents, which saves a walk. */
export function indexNode(index: Index, node: Node): void {
  const known = index.get(node.kind);
  if (known) known.push(node);
  else index.set(node.kind, [node]);
}

/** Keeps the index of a finished tree. */
export function keepIndex(module: Module, index: Index): void {
  indexOf(module).own = index;
}

const indexOf = memo((_: Module): { own: Index | undefined } => ({ own: undefined }));

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

/** Keyword arguments may be written before others and come after them in the tree. */
function sortedNodes<K extends Node['kind']>(module: Module, kind: K): readonly NodeOf<K>[] {
  const known = sorted(module);
  let nodes = known.get(kind);
  if (!nodes) {
    nodes = nodesOf(module, kind).toSorted((a, b) => a.start - b.start);
    known.set(kind, nodes);
  }
  return nodes as readonly Node[] as readonly NodeOf<K>[];
}

const sorted = memo((_: Module) => new Map<Node['kind'], readonly Node[]>());

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
  const kept = indexOf(module);
  kept.own ??= readIndex(module);
  return (kept.own.get(kind) ?? NO_NODES) as readonly Node[] as readonly NodeOf<K>[];
}

function readIndex(module: Module): Index {
  const index: Index = new Map();
  walk(module, (node) => {
    indexNode(index, node);
    return true;
  });
  return index;
}
