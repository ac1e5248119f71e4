/** What a source imports, and which dotted name of the standard library an expression stands for. */
import { memo } from './memo.ts';
import type { Alias, Expression, Import, ImportFrom, Module } from './python/syntax.ts';
import { dotted, walk } from './python/visit.ts';
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
  walk(module, (node) => {
    if (node.kind === 'Import') {
      const topLevel = node.parent?.kind === 'Module';
      for (const alias of node.names) {
        const bound = alias.asName ?? alias.name.split('.')[0] ?? '';
        found.push({ module: alias.name, name: undefined, bound, node: alias, statement: node, topLevel });
      }
    } else if (node.kind === 'ImportFrom') {
      const topLevel = node.parent?.kind === 'Module';
      const from = '.'.repeat(node.level) + node.module;
      for (const alias of node.names) {
        found.push({
          module: from,
          name: alias.name,
          bound: alias.asName ?? alias.name,
          node: alias,
          statement: node,
          topLevel,
        });
      }
    }
    return !EXPRESSIONS.has(node.kind);
  });
  return found;
});
/** Statements that hold no statements. */
const EXPRESSIONS: ReadonlySet<string> = new Set([
  'Assign',
  'ExpressionStatement',
  'Return',
  'AugAssign',
  'AnnAssign',
  'Raise',
  'Assert',
  'Delete',
]);

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
