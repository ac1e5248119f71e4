import { type EarlyRead, earlyReads } from '../../../analysis/assignment.ts';
import { attributesOf } from '../../../analysis/attributes.ts';
import type { ClassFacts, Method } from '../../../analysis/classes.ts';
import type { Facts } from '../../../analysis/facts.ts';
import { changeAt } from '../../../analysis/mutability.ts';
import { alwaysBefore } from '../../../analysis/paths.ts';
import type { Module } from '../../../analysis/python/syntax.ts';
import { reachedFrom } from '../../../analysis/reach.ts';
import { nearest } from '../../../contract/nearest.ts';
import { handsOutSelf } from '../../outcome.ts';
import type { LintRule } from '../../rule.ts';

const ATTRIBUTES = 5;

/** An attribute is read that nothing has certainly set by then. */
export const attributeBeforeAssignment: LintRule = {
  code: 'SP110',
  check(context) {
    const { candidates, document } = context.facts;
    // Where several classes may be meant, each of them is looked at.
    for (const cls of new Set(candidates.map((candidate) => candidate.cls))) {
      if (cls.methods.has('__getattr__') || cls.methods.has('__getattribute__')) continue;
      const { start, end } = cls.node;
      for (const read of earlyReads(cls).slice(0, ATTRIBUTES)) {
        if (isGivenToClass(read.attribute, cls, context.facts)) continue;
        const certain =
          isCertain(read, cls, document.tree) &&
          !handsOutSelf(context.facts, (node) => node.start >= start && node.end <= end);
        const where = read.during === '__init__' ? 'the constructor' : `\`${read.during}\``;
        context.report(
          read.use.node,
          `\`self.${read.attribute}\` ${certain ? 'does' : 'may'} not exist${certain ? '' : ' yet'} when ${where} reads it: ${reasonFor(read, cls)} Such a play ends in an AttributeError and teaches nothing.`,
          { severity: certain ? 'error' : 'warning' },
        );
      }
    }
  },
};

const writesOf = (cls: ClassFacts, attribute: string) =>
  attributesOf(cls).byName.get(attribute)?.writes ?? [];

function reasonFor({ attribute, during, use }: EarlyRead, cls: ClassFacts): string {
  const writes = writesOf(cls, attribute);
  const [first] = writes;
  if (!first) {
    const known = [...attributesOf(cls).byName].flatMap(([name, { writes: set }]) =>
      set.length > 0 ? [name] : [],
    );
    const meant = nearest(attribute, [...known, ...cls.methods.keys()]);
    return meant ? `nothing sets it; is \`${meant}\` meant?` : 'nothing sets it and no method has this name.';
  }
  if (during === '__init__' && use.method.name !== '__init__' && first.method.name === '__init__')
    return `\`__init__\` calls \`${use.method.name}()\` before it sets it. Set it before that call.`;
  return writes.every(({ method }) => method === first.method && method.name !== during)
    ? `only \`${first.method.name}\` sets it. Set it in \`__init__\` or at the start of \`reset\`.`
    : 'it is set on another path only. Set it in `__init__` or at the start of `reset`.';
}

/** `LeverEnv.words = load()`, outside of the class. */
const isGivenToClass = (attribute: string, cls: ClassFacts, facts: Facts): boolean =>
  facts
    .nodes('Attribute')
    .some(
      (node) =>
        node.attr === attribute &&
        node.value.kind === 'Name' &&
        node.value.id === cls.name &&
        changeAt(node) === 'bound',
    );

/** Nothing ever sets it, or the read is always reached and whatever sets it comes later. */
function isCertain(read: EarlyRead, cls: ClassFacts, module: Module): boolean {
  const writes = writesOf(cls, read.attribute);
  if (writes.length === 0) return true;
  const { methods } = cls;
  const during = methods.get(read.during);
  const [init, reset] = [methods.get('__init__'), methods.get('reset')];
  if (!during || read.use.deferred) return false;
  const ran =
    read.during === '__init__' ? [init] : read.during === 'reset' ? [init, reset] : [init, reset, during];
  const before = reachedFrom(module, cls, ran);
  const earlier = writes.filter(
    ({ method, node }) =>
      before.has(method.node) && !(during === init && comesLater(node, read, cls, module, during)),
  );
  if (earlier.length > 0) return false;
  return [during, ...(cls.toolUse && during === init ? [reset] : [])].some(
    (method) => method && isReached(read, method, cls, module),
  );
}

function isReached(read: EarlyRead, method: Method, cls: ClassFacts, module: Module): boolean {
  const exits = alwaysBefore(method.node, { module, cls }, (node) => node === read.use.node);
  return exits.length > 0 && exits.every(({ always }) => always);
}

/** Whether a place in the constructor lies behind the statement that leads to the read. */
function comesLater(
  node: { readonly start: number },
  read: EarlyRead,
  cls: ClassFacts,
  module: Module,
  init: Method,
): boolean {
  const uses = attributesOf(cls).byMethod.get(init.node) ?? [];
  const reaches = (name: string): boolean =>
    reachedFrom(module, cls, [cls.methods.get(name)]).has(read.use.method.node);
  const leads = uses.find((use) => {
    if (use.node === read.use.node) return true;
    // The constructor of the injected base class runs `reset`.
    if (use.by === 'super') return cls.toolUse && use.name === '__init__' && reaches('reset');
    return cls.methods.has(use.name) && reaches(use.name);
  });
  const statement =
    leads && init.node.body.find((one) => one.start <= leads.node.start && leads.node.end <= one.end);
  return statement !== undefined && node.start >= statement.end && node.start < init.node.end;
}
