/** Regular expressions of a source: the literals that `re` is given. */
import { callsByName } from './calls.ts';
import { evaluate } from './constants.ts';
import { memo } from './memo.ts';
import type { Call, Module, Str } from './python/syntax.ts';

export interface PatternUse {
  readonly literal: Str;
  /** The pattern as `re` reads it. */
  readonly value: string;
  readonly call: Call;
  /** `search`, `fullmatch`, … */
  readonly how: string;
}

const TAKERS = ['search', 'match', 'fullmatch', 'findall', 'finditer', 'compile', 'sub', 'subn', 'split'];

/** Patterns that stand in the call, or in a name or attribute that is given to it; in the order of the calls. */
export const patternsOf = memo((module: Module): readonly PatternUse[] =>
  TAKERS.flatMap((how) =>
    (callsByName(module).get(`re.${how}`) ?? []).flatMap((call): PatternUse[] => {
      const given = call.args[0] ?? call.keywords.find(({ name }) => name === 'pattern')?.value;
      if (!given) return [];
      const { node, ...value } = evaluate(given, { module, cls: undefined });
      return value.kind === 'str' && node?.kind === 'Str'
        ? [{ literal: node, value: value.value, call, how }]
        : [];
    }),
  ).sort((a, b) => a.call.start - b.call.start),
);
