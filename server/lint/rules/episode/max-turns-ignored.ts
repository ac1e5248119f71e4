import type { AttributeUse } from '../../../analysis/attributes.ts';
import type { Facts } from '../../../analysis/facts.ts';
import type { Node, Parameter } from '../../../analysis/python/syntax.ts';
import { walkBody } from '../../../analysis/python/visit.ts';
import type { LintRule, Span } from '../../rule.ts';

/** The constructor's `max_turns` has no effect. */
export const maxTurnsIgnored: LintRule = {
  code: 'SP415',
  check(context) {
    const { facts } = context;
    const { environment, attributes } = facts;
    const parameter = environment?.maxTurns.parameter;
    const init = facts.method('__init__');
    if (!environment || !parameter || !init || !attributes || attributes.dynamic) return;
    const why = ignored(facts, parameter, init.node);
    if (!why) return;
    context.report(
      why.at,
      `${why.says}, so a trainer that gives fewer or more turns, for its context or its curriculum, does not get them. Keep \`self.max_turns = max_turns\` and compare with that.`,
      facts.turns === 'single' ? { severity: 'information' } : {},
    );
  },
};

interface Reason {
  readonly at: Span;
  readonly says: string;
}

function ignored(facts: Facts, parameter: Parameter, init: Parameters<Facts['flow']>[0]): Reason | undefined {
  const reads: Node[] = [];
  walkBody(init.body, (node) => {
    if (node.kind === 'Name' && node.id === parameter.name) reads.push(node);
    return true;
  });
  const at = { start: parameter.nameStart, end: parameter.nameStart + parameter.name.length };
  if (reads.length === 0) return { at, says: 'The constructor takes `max_turns` and does not use it' };
  const kept = attributesKeeping(facts, reads);
  // Handed on to something else: who knows.
  if (!kept) return undefined;
  for (const [name, writes] of kept) {
    const later = (facts.attributes?.byName.get(name)?.writes ?? []).find(
      (use) => !writes.includes(use) && overwrites(use, writes[0]),
    );
    if (later)
      return {
        at: later.node,
        says: `\`self.${name}\` is set to something else than the constructor's \`max_turns\``,
      };
  }
  const names = [...kept.keys()];
  const uses = names.flatMap((name) => facts.attributes?.byName.get(name)?.uses ?? []);
  if (uses.some(({ kind, node }) => kind !== 'write' && !isShownOnly(node))) return undefined;
  if (facts.environment?.cls.toolUse || facts.environment?.cls.opaque) return undefined;
  return { at, says: 'Nothing compares the turns with `max_turns`; it is only kept or shown' };
}

/** The attributes that the parameter goes into, with the writes; `undefined` when it goes elsewhere too. */
function attributesKeeping(
  facts: Facts,
  reads: readonly Node[],
): ReadonlyMap<string, readonly AttributeUse[]> | undefined {
  const kept = new Map<string, AttributeUse[]>();
  const all = [...(facts.attributes?.byName.values() ?? [])].flatMap(({ writes }) => writes);
  for (const read of reads) {
    const into = all.filter(({ value }) => value && value.start <= read.start && read.end <= value.end);
    if (into.length === 0) return undefined;
    for (const use of into) kept.set(use.name, [...(kept.get(use.name) ?? []), use]);
  }
  return kept;
}

/** A plain value put in place of the parameter, always. */
function overwrites({ kind, value, node, method }: AttributeUse, kept: AttributeUse | undefined): boolean {
  if (kind !== 'write' || value?.kind !== 'Num' || !kept) return false;
  const statement = node.parent;
  if (statement?.parent !== method.node) return false;
  return method.name === 'reset' || (method.name === '__init__' && node.start > kept.node.start);
}

/** In an f-string, or in a text by other means. */
function isShownOnly(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (at.kind === 'Interpolation') return true;
    if (at.kind === 'Call' && at.func.kind === 'Name' && at.func.id === 'str') return true;
    if (at.kind === 'Compare' || at.kind === 'If' || at.kind === 'Assign' || at.kind === 'FunctionDef')
      return false;
  }
  return false;
}
