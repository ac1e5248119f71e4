import type { AttributeFacts, AttributeUse } from '../../../analysis/attributes.ts';
import { classMembers } from '../../../analysis/classes.ts';
import type { Facts } from '../../../analysis/facts.ts';
import { makesMutable } from '../../../analysis/mutability.ts';
import type { FunctionDef } from '../../../analysis/python/syntax.ts';
import { homeIn } from '../../../analysis/reach.ts';
import { nameSpan } from '../../edits.ts';
import { handsOutSelf, isCache, showsInOutcome } from '../../outcome.ts';
import type { LintContext, LintRule } from '../../rule.ts';

const HARM =
  'A trainer plays many episodes on one instance: the same seed and actions then come out differently. Set it anew in reset.';

/** What `step` changes survives `reset`, so that a reused instance plays differently from a fresh one. */
export const stateNotReset: LintRule = {
  code: 'SP111',
  check(context) {
    const { facts } = context;
    const { attributes, environment } = facts;
    const reset = facts.method('reset');
    // Another base class, or names made at run time, may set what is not seen here.
    if (!attributes || !environment || !reset || environment.cls.opaque || attributes.dynamic) return;
    reportBaseCount(context, reset.node);
    const played = facts.acting;
    const started = facts.started;
    // `Base.reset(self)` and the like may set anything.
    if (handsOutSelf(facts, (node) => homeIn(node, started) !== undefined)) return;
    for (const attribute of attributes.byName.values()) {
      if (isCache(attribute.name) || attribute.name === 'turn_count') continue;
      const survivor = survivorOf(attribute, played, started, facts);
      if (!survivor) continue;
      const grows = started.has(survivor.method.node) && !played.has(survivor.method.node);
      context.report(
        survivor.node,
        grows
          ? `\`reset\` adds to \`self.${attribute.name}\` and never begins it anew, so every episode starts with what the ones before have left. ${HARM}`
          : `\`${survivor.method.name}\` changes \`self.${attribute.name}\`, and reset leaves it as the last episode left it. ${HARM}`,
      );
    }
  },
};

const isPlay = (name: string): boolean =>
  name === 'step' || name === '_check_answer' || name.startsWith('tool_');

/** The injected base class counts turns in `turn_count`, and leaves it to `reset` to begin at 0. */
function reportBaseCount(context: LintContext, reset: FunctionDef): void {
  const { facts } = context;
  if (!facts.environment?.cls.toolUse || facts.method('step')) return;
  const started = facts.started;
  const sets = facts.attributes?.byName
    .get('turn_count')
    ?.writes.some(({ method }) => started.has(method.node));
  if (sets || facts.attributes?.byName.get('__init__')?.reads.some(({ method }) => started.has(method.node)))
    return;
  context.report(
    nameSpan(reset),
    'reset does not set `self.turn_count` to 0, so the turns of all episodes on one instance are counted together: the second one ends early, later ones at once. Set it in reset.',
  );
}

/** The use that changes an attribute which no `reset` touches, and whose value an outcome shows. */
function survivorOf(
  { name, uses }: AttributeFacts,
  played: ReadonlySet<FunctionDef>,
  started: ReadonlySet<FunctionDef>,
  facts: Facts,
): AttributeUse | undefined {
  const cls = facts.environment?.cls;
  if (!cls) return undefined;
  // A container of the class itself is shared by all instances: SP112.
  const constant = cls.constants.get(name);
  const isSet = uses.some(({ kind }) => kind === 'write');
  if (constant && makesMutable(constant) && !isSet) return undefined;
  const inReset = uses.filter(({ method }) => started.has(method.node));
  const grown = inReset.filter(isGrowth);
  const touched = inReset.some((use) => !isGrowth(use) && mayRenew(use, facts));
  if (touched) return undefined;
  const changes = uses.filter((use) => isChange(use) && played.has(use.method.node));
  const first = changes.find((use) => !isLazy(use, facts)) ?? grown[0];
  if (!first || (changes.length > 0 && changes.every((use) => isLazy(use, facts)))) return undefined;
  if (!isReadFirst(name, first, facts)) return undefined;
  const shows = showsInOutcome(
    facts,
    (node) => node.kind === 'Attribute' && node.attr === name && uses.some((use) => use.node === node),
  );
  return shows ? first : undefined;
}

const isChange = ({ kind, deferred }: AttributeUse): boolean =>
  !deferred && (kind === 'write' || kind === 'augment' || kind === 'mutate' || kind === 'delete');

/** Adds to what is there. */
const isGrowth = ({ kind, by }: AttributeUse): boolean =>
  kind === 'augment' || (kind === 'mutate' && /^(?:append|add|extend|insert|appendleft)$/.test(by ?? ''));

/** Functions that leave what they are given as it is. */
const READERS =
  /^(?:len|str|repr|int|float|bool|sum|min|max|sorted|list|tuple|set|dict|enumerate|range|any|all|isinstance|zip|format|round|abs|print|join|map)$/;

/** Sets it, or hands it to code that may: a method of its own, a function that is not known to leave it alone. */
function mayRenew({ kind, node, deferred }: AttributeUse, facts: Facts): boolean {
  if (deferred || kind !== 'read') return true;
  const { parent } = node;
  if (parent?.kind === 'Attribute') return parent.parent?.kind === 'Call' && parent.parent.func === parent;
  const call = parent?.kind === 'Keyword' ? parent.parent : parent;
  if (call?.kind !== 'Call') return false;
  if (call.func === node) return facts.method(node.attr) === undefined;
  const { func } = call;
  return !READERS.test(func.kind === 'Name' ? func.id : func.kind === 'Attribute' ? func.attr : '');
}

/** `if self.x is None: self.x = …`: made once, when it is first needed. */
function isLazy({ kind, node, name }: AttributeUse, facts: Facts): boolean {
  if (kind !== 'write') return false;
  for (let at = node.parent; at && at.kind !== 'FunctionDef'; at = at.parent) {
    if (at.kind !== 'If') continue;
    const test = facts.document.text.slice(at.test.start, at.test.end);
    if (new RegExp(`\\b${name}\\b.*\\bis None\\b|\\bnot self\\.${name}\\b`).test(test)) return true;
  }
  return false;
}

/** Some method of the contract reads it before it has set it itself. */
function isReadFirst(name: string, change: AttributeUse, facts: Facts): boolean {
  const cls = facts.environment?.cls;
  if (!cls) return false;
  // What the class has from its body is never missing, so it is not among what a method needs.
  if (classMembers(cls).has(name)) return change.kind === 'augment';
  return [...cls.methods.values()]
    .filter((method) => isPlay(method.name) || method.name === 'reset')
    .some((method) => facts.assignment(method)?.needs.has(name));
}
