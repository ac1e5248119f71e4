/** Where a tool is named: in its schema, at its method, and where the source calls it. */

import type { Expression, Str } from '../analysis/python/syntax.ts';
import type { ToolFacts } from '../analysis/tools.ts';
import type { Position, Range } from '../protocol/range.ts';
import { holds } from './ranges.ts';
import type { Snapshot } from './snapshot.ts';

export interface ToolPlaces {
  readonly name: string;
  /** The name in `_tools`, without its quotes; `undefined` where it is not written out. */
  readonly schema: Range | undefined;
  /** `NAME` of `def tool_NAME`. */
  readonly method: Range | undefined;
  /** `NAME` of `self.tool_NAME`, and in texts of `NAME(…)` and `"name": "NAME"`. */
  readonly uses: readonly Range[];
}

const PREFIX = 'tool_';

/** All tools of a tool-use environment, by schema or method. */
export function toolPlaces(snapshot: Snapshot): ToolPlaces[] {
  const { facts, document } = snapshot;
  const { environment, tools } = facts;
  if (environment?.profile !== 'tool_use' || !tools) return [];
  const listed = new Map(tools.listed.map((tool): [string, ToolFacts] => [tool.name, tool]));
  const names = [...new Set([...listed.keys(), ...tools.methods.keys()])].filter((name) =>
    /^\w+$/.test(name),
  );
  const content = (node: Expression | undefined, name: string): Range | undefined =>
    node?.kind === 'Str' ? contentOf(node, name) : undefined;
  const contentOf = (node: Str, name: string): Range | undefined => {
    const [literal] = node.literals;
    const plain = node.literals.length === 1 && node.value === name && literal;
    if (!plain) return undefined;
    const start = literal.contentStart;
    // Written with escapes it is not what it says.
    if (document.text.slice(start, start + name.length) !== name) return undefined;
    return facts.range({ start, end: start + name.length });
  };
  return names.map((name) => {
    const method = tools.methods.get(name)?.node;
    const start = method && method.nameStart + PREFIX.length;
    const called = facts
      .nodes('Attribute')
      .filter(({ attr }) => attr === PREFIX + name)
      .map(({ end }) => facts.range({ start: end - name.length, end }));
    const schema = content(listed.get(name)?.node, name);
    const isSchema = ({ start }: Range) =>
      start.line === schema?.start.line && start.column === schema.start.column;
    return {
      name,
      schema,
      method: start === undefined ? undefined : facts.range({ start, end: start + name.length }),
      uses: [...called, ...namedInTexts(snapshot, name).filter((range) => !isSchema(range))],
    };
  });
}

/** `NAME(` and `"name": "NAME"` in texts: calls in `solution`, and the form that an observation shows. */
function namedInTexts({ facts, document: { text } }: Snapshot, name: string): Range[] {
  const call = new RegExp(
    `(?<!\\w)${name}(?=\\()|(?<=\\bname\\\\?["']\\s*:\\s*\\\\?["'])${name}(?=\\\\?["'])`,
    'g',
  );
  const inTexts = facts
    .nodes('Str')
    .flatMap(({ start, end }) =>
      [...text.slice(start, end).matchAll(call)].map(({ index }) => start + index),
    );
  const inDicts = facts.nodes('Dict').flatMap(({ keys, values }) =>
    keys.flatMap((key, index) => {
      const value = values[index];
      if (key?.kind !== 'Str' || key.value !== 'name' || value?.kind !== 'Str' || value.value !== name)
        return [];
      const [literal] = value.literals;
      return literal && value.literals.length === 1 ? [literal.contentStart] : [];
    }),
  );
  return [...new Set([...inTexts, ...inDicts])].map((at) =>
    facts.range({ start: at, end: at + name.length }),
  );
}

/** The tool that is named at a place, and where exactly. */
export function toolAt(
  snapshot: Snapshot,
  place: Position,
): { readonly tool: ToolPlaces; readonly range: Range } | undefined {
  for (const tool of toolPlaces(snapshot)) {
    const range = placesOf(tool).find((one) => holds(one, place));
    if (range) return { tool, range };
  }
  return undefined;
}

export const placesOf = ({ schema, method, uses }: ToolPlaces): Range[] => [
  ...(schema ? [schema] : []),
  ...(method ? [method] : []),
  ...uses,
];
