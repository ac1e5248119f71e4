import type { AttributeUse } from '../../../analysis/attributes.ts';
import type { Facts } from '../../../analysis/facts.ts';
import { textOf } from '../../../analysis/parse.ts';
import type { Call, FunctionDef } from '../../../analysis/python/syntax.ts';
import { walk } from '../../../analysis/python/visit.ts';
import type { LintRule } from '../../rule.ts';

/** Drawn by `reset` and read only where no play comes, or to make itself anew. */
export const hiddenStateUnobservable: LintRule = {
  code: 'SP518',
  profile: 'games',
  check(context) {
    const { facts } = context;
    const { attributes, entropy, environment } = facts;
    if (!attributes || attributes.dynamic || !entropy || environment?.cls.opaque !== false) return;
    if (/\b(?:getattr|deepcopy|asdict|attrgetter|__getattr\w*__|vars)\b/.test(context.text)) return;
    const draws = new Set<Call>(entropy.draws.map(({ node }) => node));
    const played = facts.reached('__init__', 'reset', 'step', 'solution');
    for (const [name, { uses, writes }] of attributes.byName) {
      const drawn = writes.find(({ value }) => value && isDrawn(value, draws));
      if (!drawn || facts.method(name) || isReadElsewhere(facts, name)) continue;
      const reads = uses.filter(({ kind }) => kind === 'read');
      if (reads.length === 0 || reads.some((use) => matters(use, played))) continue;
      context.report(
        drawn.node,
        `\`${textOf(context.document, drawn.node)}\` is drawn, and no observation, reward or end of the episode depends on it: the agent can neither see nor feel it. Let it matter, or leave it out.`,
      );
    }
  },
};

function isDrawn(value: NonNullable<AttributeUse['value']>, draws: ReadonlySet<Call>): boolean {
  let found = false;
  walk(value, (node) => {
    found ||= node.kind === 'Call' && draws.has(node);
    return !found;
  });
  return found;
}

/** Read in a play, and not only to give the attribute its next value. */
function matters({ node, name, method }: AttributeUse, played: ReadonlySet<FunctionDef>): boolean {
  if (!played.has(method.node)) return false;
  for (let at = node.parent; at; at = at.parent) {
    if (at.kind === 'Assign')
      return !at.targets.every(
        (target) => target.kind === 'Attribute' && target.attr === name && target.value.kind === 'Name',
      );
    if (at.kind === 'AugAssign') return !(at.target.kind === 'Attribute' && at.target.attr === name);
    // A call may do more than give a value.
    if (at.kind === 'Call' || at.kind === 'FunctionDef' || at.kind === 'Lambda') return true;
  }
  return true;
}

/** By another name than `self`: as `env.x`. */
const isReadElsewhere = (facts: Facts, name: string): boolean =>
  facts
    .nodes('Attribute')
    .some(({ attr, value }) => attr === name && !(value.kind === 'Name' && value.id === 'self')) ||
  facts.nodes('Str').some(({ value }) => value === name);
