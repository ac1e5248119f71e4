import type { Facts } from '../../../analysis/facts.ts';
import type { Name, Node } from '../../../analysis/python/syntax.ts';
import { INJECTED } from '../../../contract/injected.ts';
import { importInsertion } from '../../edits.ts';
import type { LintRule } from '../../rule.ts';

/** A name that only the reference loader puts into the module. */
export const missingImport: LintRule = {
  code: 'SP113',
  check(context) {
    const { facts } = context;
    // `from module import *` may bind any name.
    if (facts.imports.some(({ name }) => name === '*')) return;
    const lazy = facts.imports.some(({ module, name }) => module === '__future__' && name === 'annotations');
    for (const [name, reads] of facts.freeNames) {
      const statement = INJECTED.get(name);
      const first = statement && reads.find((read) => isEvaluated(read, lazy) && facts.isPlayed(read));
      if (!first || mayBeSet(name, facts)) continue;
      context.report(
        first,
        `\`${name}\` is not imported. The reference loader happens to put this name into every environment; anywhere else the line is a NameError. Add \`${statement}\`.`,
        { fix: { title: `Add ${statement}`, edits: [importInsertion(context.document, statement)] } },
      );
    }
  },
};

/** An annotation of a local is never evaluated; no annotation is where `from __future__ import annotations` stands. */
function isEvaluated(name: Name, lazy: boolean): boolean {
  for (let child: Node = name, at = name.parent; at; child = at, at = at.parent) {
    if (at.kind === 'AnnAssign' && at.annotation === child)
      return !lazy && (at.parent?.kind === 'Module' || at.parent?.kind === 'ClassDef');
    if (at.kind === 'Parameter' && at.annotation === child) return !lazy;
    if (at.kind === 'FunctionDef') return at.returns !== child || !lazy;
  }
  return true;
}

/** `globals()["math"] = …` */
const mayBeSet = (name: string, facts: Facts): boolean =>
  facts.freeNames.has('globals') &&
  facts.nodes('Str').some(({ value, parent }) => value === name && parent?.kind === 'Subscript');
