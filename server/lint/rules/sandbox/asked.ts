/** What a source asks of the host, by import or by name. */
import type { ImportFacts } from '../../../analysis/imports.ts';
import type { Call, Name } from '../../../analysis/python/syntax.ts';
import { importRule } from '../../../contract/profile.ts';
import type { RuleCode } from '../../../protocol/finding.ts';
import type { LintContext, Span } from '../../rule.ts';

export interface Asked {
  readonly at: Span;
  /** As a message names it: `import os`, `open(…)`. */
  readonly did: string;
}

/** The first import of each module that a rule forbids, among those that run when the environment is played. */
export function importsOf(context: LintContext, code: RuleCode): readonly Asked[] {
  const { facts, profile, settings } = context;
  const seen = new Set<string>();
  return facts.imports.flatMap((one): Asked[] => {
    const top = one.module.split('.')[0] ?? one.module;
    if (seen.has(top) || one.module === '__future__' || !facts.isPlayed(one.statement)) return [];
    if (importRule(profile, one.module, settings.allowedImports) !== code) return [];
    seen.add(top);
    return [{ at: placeOf(one), did: told(one) }];
  });
}

const placeOf = ({ node, statement }: ImportFacts): Span => (statement.kind === 'Import' ? node : statement);

const told = ({ module, name }: ImportFacts): string =>
  name === undefined ? `import ${module}` : `from ${module} import ${name}`;

/** Calls of functions by their full names, that can run in a play. */
export function callsOf(
  context: LintContext,
  names: readonly string[],
): readonly (Asked & { readonly call: Call })[] {
  return names
    .flatMap((name) =>
      context.facts
        .calls(name)
        .filter((call) => context.facts.isPlayed(call))
        .map((call) => ({ at: call, did: `${name}(…)`, call })),
    )
    .sort((a, b) => a.at.start - b.at.start);
}

/** Reads of builtins, called or handed on, that can run in a play. */
export function builtinsOf(
  context: LintContext,
  names: readonly string[],
): readonly (Asked & { readonly name: Name })[] {
  return names
    .flatMap((name) =>
      (context.facts.freeNames.get(name) ?? [])
        .filter((read) => context.facts.isPlayed(read))
        .map((read) => {
          const { parent } = read;
          const called = parent?.kind === 'Call' && parent.func === read;
          return { at: called ? parent : read, did: called ? `${name}(…)` : name, name: read };
        }),
    )
    .sort((a, b) => a.at.start - b.at.start);
}
