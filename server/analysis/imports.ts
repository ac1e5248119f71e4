/** What a source imports, and which dotted name of the standard library an expression stands for. */
import { memo } from './memo.ts';
import { nodesOf } from './nodes.ts';
import type { Alias, Expression, Import, ImportFrom, Module } from './python/syntax.ts';
import { dotted } from './python/visit.ts';
import { bindingsOf, scopesOf } from './scope.ts';

export interface ImportFacts {
  /** Dotted, as written; empty for `from . import x`. */
  readonly module: string;
  /** For `from module import name`; `*` for everything. */
  readonly name: string | undefined;
  /** The name that it binds here. */
  readonly bound: string;
  readonly node: Alias;
  readonly statement: Import | ImportFrom;
  /** Runs when the source is loaded; an import in a function runs when that is called. */
  readonly topLevel: boolean;
}

export const importsOf = memo((module: Module): readonly ImportFacts[] => {
  const found: ImportFacts[] = [];
  for (const node of nodesOf(module, 'Alias')) {
    const statement = node.parent;
    if (statement?.kind !== 'Import' && statement?.kind !== 'ImportFrom') continue;
    const topLevel = statement.parent?.kind === 'Module';
    const from = statement.kind === 'ImportFrom';
    found.push({
      module: from ? '.'.repeat(statement.level) + statement.module : node.name,
      name: from ? node.name : undefined,
      bound: node.asName ?? (from ? node.name : (node.name.split('.')[0] ?? '')),
      node,
      statement,
      topLevel,
    });
  }
  return found;
});

/** Names that some import binds. */
const importedNames = memo(
  (module: Module): ReadonlySet<string> => new Set(importsOf(module).map((i) => i.bound)),
);

/**
 * Like `qualifiedName`, for names that come from imports only; cheap on everything else.
 */
export function importedName(module: Module, node: Expression): string | undefined {
  let root = node;
  while (root.kind === 'Attribute') root = root.value;
  return root.kind === 'Name' && importedNames(module).has(root.id) ? qualifiedName(module, node) : undefined;
}

/**
 * The full name of what an expression refers to: `rng.Random` after `import random as rng` is `random.Random`,
 * `choice` after `from random import choice` is `random.choice`, and a builtin is itself. `undefined` for what the
 * source binds otherwise.
 */
export function qualifiedName(module: Module, node: Expression): string | undefined {
  if (node.kind !== 'Name' && node.kind !== 'Attribute') return undefined;
  const path = dotted(node);
  const [root, ...rest] = path ?? [];
  if (root === undefined) return undefined;
  let at = node;
  while (at.kind === 'Attribute') at = at.value as typeof at;
  const bindings = bindingsOf(scopesOf(module), root, at);
  if (bindings.length === 0) return [root, ...rest].join('.');
  const binding = bindings.find((b) => b.kind === 'import');
  const alias = binding?.node;
  if (alias?.kind !== 'Alias') return undefined;
  const { parent } = alias;
  if (parent?.kind === 'ImportFrom')
    return [...(parent.module ? [parent.module] : []), alias.name, ...rest].join('.');
  return [alias.asName === undefined ? root : alias.name, ...rest].join('.');
}
