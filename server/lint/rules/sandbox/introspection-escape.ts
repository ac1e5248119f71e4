import type { Facts } from '../../../analysis/facts.ts';
import type { Attribute, Node, Str } from '../../../analysis/python/syntax.ts';
import type { LintContext, LintRule } from '../../rule.ts';
import { type Asked, builtinsOf, callsOf } from './asked.ts';

/** Attributes that lead from any object to the interpreter. */
const LEADS_OUT: ReadonlySet<string> = new Set(
  (
    '__subclasses__ __globals__ __mro__ mro __bases__ __base__ __builtins__ __code__ __closure__ f_back f_globals ' +
    'f_locals f_builtins f_code tb_frame gi_frame cr_frame ag_frame'
  ).split(' '),
);
const IN_FORMAT = /\{[^{}]*\.__(?:subclasses|globals|mro|bases|base|builtins|code|closure)__/;
const CALLS = [
  'sys._getframe',
  'sys._current_frames',
  'sys.settrace',
  'sys.setprofile',
  'inspect.currentframe',
  'inspect.stack',
  'gc.get_objects',
  'gc.get_referrers',
  'gc.get_referents',
];
const LOOKUPS = /^(?:getattr|__getattribute__|attrgetter)$/;

/** The environment looks at frames, globals of functions, or the tree of classes. */
export const introspectionEscape: LintRule = {
  code: 'SP205',
  check(context) {
    const seen = new Set<string>();
    for (const { at, did } of found(context)) {
      if (seen.has(did)) continue;
      seen.add(did);
      context.report(
        at,
        `\`${did}\` looks behind the environment, into the interpreter that plays it. From there code reaches whatever the trainer holds, so such environments are refused. Keep what the environment needs in its own attributes.`,
      );
    }
  },
};

function found(context: LintContext): readonly Asked[] {
  const { facts } = context;
  const attributes = facts
    .nodes('Attribute')
    .filter((node) => LEADS_OUT.has(node.attr) && !isOwn(node, facts) && facts.isPlayed(node))
    .map((node) => ({ at: node, did: `.${node.attr}` }));
  const texts = facts
    .nodes('Str')
    .filter((node) => namesAttribute(node) && facts.isPlayed(node))
    .map((node) => ({ at: node, did: context.text.slice(node.start, node.end) }));
  return [
    ...attributes,
    ...texts,
    ...builtinsOf(context, ['__builtins__']),
    ...callsOf(context, CALLS),
  ].toSorted((a, b) => a.at.start - b.at.start);
}

/** `mro` may be a word of the game. */
const isOwn = ({ attr, value }: Attribute, facts: Facts): boolean =>
  !attr.startsWith('__') &&
  value.kind === 'Name' &&
  value.id === 'self' &&
  ((facts.attributes?.byName.get(attr)?.writes.length ?? 0) > 0 || facts.method(attr) !== undefined);

/** A text by which an attribute is looked up: given to `getattr`, a key of `__dict__`, or a field of `format`. */
function namesAttribute(node: Str): boolean {
  const { value, parent } = node;
  if (value === undefined || !parent) return false;
  const isName = (): boolean => value.split('.').some((part) => part !== 'mro' && LEADS_OUT.has(part));
  switch (parent.kind) {
    case 'Call':
      return LOOKUPS.test(calleeName(parent)) && isName();
    case 'Subscript':
      return parent.index.start === node.start && looksAtMembers(parent.value) && isName();
    case 'Attribute':
      return parent.attr === 'format' && IN_FORMAT.test(value);
    default:
      return false;
  }
}

const calleeName = ({ func }: Node & { readonly kind: 'Call' }): string =>
  func.kind === 'Name' ? func.id : func.kind === 'Attribute' ? func.attr : '';

const looksAtMembers = (node: Node): boolean =>
  (node.kind === 'Attribute' && node.attr === '__dict__') ||
  (node.kind === 'Call' && calleeName(node) === 'vars');
