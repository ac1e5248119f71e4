/** What follows a command: the arguments that the code guarded by a comparison goes on to use. */
import type { Meeting } from './action-flow.ts';
import type { Expression, Node } from './python/syntax.ts';
import { isFunction } from './python/visit.ts';
import type { Argument } from './regex.ts';
import { itemsOf, stringItems, type Value } from './values.ts';

/** Longer texts are messages, not commands. */
const MAX_TEXT = 60;
const MAX_HOLES = 4;

/** Texts compared with as a whole: a string, a number, or a list of words. */
export function wholeTexts(other: Value | undefined): string[] {
  if (!other) return [];
  if (other.kind === 'str') return other.value.trim() && other.value.length <= MAX_TEXT ? [other.value] : [];
  if (other.kind === 'num') return [String(other.value)];
  if ((other.kind === 'list' || other.kind === 'tuple') && !other.open) {
    const words = stringItems(other);
    return words.length === other.items.length && words.length > 0 && words.every((w) => w.length <= MAX_TEXT)
      ? [words.join(' ')]
      : [];
  }
  return [];
}

/** The texts among a container's items. */
export function itemTexts(other: Value | undefined): string[] {
  const items = other ? (itemsOf(other)?.items ?? []) : [];
  const found = items.flatMap((item) =>
    item.kind === 'str' ? [item.value] : item.kind === 'num' ? [String(item.value)] : wholeTexts(item),
  );
  return found.filter((text) => text.trim() && text.length <= MAX_TEXT).slice(0, 60);
}

const contains = (outer: Node, inner: Node): boolean => inner.start >= outer.start && inner.end <= outer.end;

/** Where the code goes on when the comparison holds: the branch it guards, else the rest of the block. */
export function regionOf(meeting: Meeting): readonly Node[] {
  if (meeting.handler) return meeting.handler.body;
  if (meeting.node.kind === 'MatchCase')
    return [...(meeting.node.guard ? [meeting.node.guard] : []), ...meeting.node.body];
  const negative = meeting.op === '!=' || meeting.op === 'not in';
  for (let at: Node | undefined = meeting.node; at && !isFunction(at); at = at.parent) {
    if (at.kind === 'MatchCase') return at.body;
    if ((at.kind !== 'If' && at.kind !== 'While' && at.kind !== 'IfExp') || !contains(at.test, meeting.node))
      continue;
    if (at.kind === 'IfExp') return [at.test, at.body];
    if (at.kind === 'If' && (negative || underNot(meeting.node, at.test))) return after(at);
    return [at.test, ...at.body];
  }
  return [];
}

/** What runs when an `if` does not hold: its `else`, or the statements that follow in the block. */
function after(node: Node & { kind: 'If' }): readonly Node[] {
  if (node.orelse.length > 0) return node.orelse;
  const { parent } = node;
  if (!parent || !('body' in parent) || !Array.isArray(parent.body)) return [];
  const blocks: readonly (readonly Node[])[] =
    'orelse' in parent && Array.isArray(parent.orelse) ? [parent.body, parent.orelse] : [parent.body];
  const block = blocks.find((b) => b.includes(node)) ?? [];
  return block.slice(block.indexOf(node) + 1);
}

function underNot(node: Node, top: Node): boolean {
  for (let at: Node | undefined = node; at && at !== top.parent; at = at.parent)
    if (at.kind === 'UnaryOp' && at.op === 'not') return true;
  return false;
}

/** Later parts of the action that a region uses, itself or in the helpers that it calls. */
function laterIn(meeting: Meeting, meetings: readonly Meeting[]): Meeting[] {
  const region = regionOf(meeting);
  if (region.length === 0) return [];
  const inside = (node: Node): boolean => region.some((one) => contains(one, node));
  return meetings.filter((other) => {
    if (other === meeting || (other.value.portion !== 'later' && other.value.portion !== 'laterWords'))
      return false;
    return inside(other.node) || other.calls.some(inside);
  });
}

/** One argument for each word that is used; empty when the branch uses nothing else of the action. */
export function argumentsAfter(meeting: Meeting, meetings: readonly Meeting[]): Argument[] {
  const later = laterIn(meeting, meetings);
  if (later.length === 0) return [];
  const indices = later.flatMap(({ value }) =>
    value.portion === 'later' && value.index !== undefined ? [value.index] : [],
  );
  const count = Math.min(MAX_HOLES, Math.max(1, ...indices));
  return Array.from({ length: count }, (_, i) => {
    const own = later.filter(
      ({ value }) => value.index === i + 1 || value.index === undefined || value.portion === 'laterWords',
    );
    return argumentFrom(own);
  });
}

/** What the places where one argument is used say about it. */
export function argumentFrom(meetings: readonly Meeting[]): Argument {
  if (meetings.some((m) => m.value.number || m.how === 'number'))
    return rangeOf(meetings.filter((m) => m.value.number));
  const values = meetings.flatMap(({ how, op, other }) => {
    if (how === 'member' || how === 'key') return itemTexts(other);
    return how === 'compare' && (op === '==' || op === '!=') ? wholeTexts(other) : [];
  });
  if (values.length > 0) return { kind: 'choice', values: [...new Set(values)].slice(0, 40) };
  const attribute = meetings.flatMap(({ how, expression }) =>
    how === 'member' || how === 'key' || how === 'compare' ? attributesIn(expression) : [],
  )[0];
  return attribute === undefined ? { kind: 'text' } : { kind: 'text', attribute };
}

/** The attribute of `self` that an expression reaches into. */
export function attributesIn(expression: Expression | undefined): string[] {
  let at = expression;
  while (at && (at.kind === 'Attribute' || at.kind === 'Subscript' || at.kind === 'Call')) {
    if (
      at.kind === 'Attribute' &&
      at.value.kind === 'Name' &&
      (at.value.id === 'self' || at.value.id === 'cls')
    )
      return [at.attr];
    at = at.kind === 'Call' ? (at.func.kind === 'Name' ? at.args[0] : at.func) : at.value;
  }
  return [];
}

/** The bounds that comparisons put on a number. */
function rangeOf(meetings: readonly Meeting[]): Argument {
  let low: number | undefined;
  let high: number | undefined;
  const lower = (bound: number): void => {
    low = low === undefined ? bound : Math.min(low, bound);
  };
  const upper = (bound: number): void => {
    high = high === undefined ? bound : Math.max(high, bound);
  };
  for (const { how, op, other } of meetings) {
    if (how === 'member' && other) {
      for (const item of itemsOf(other)?.items ?? []) {
        if (item.kind !== 'num') continue;
        lower(item.value);
        upper(item.value);
      }
    }
    if (how !== 'compare' || other?.kind !== 'num') continue;
    // `n < 1` refuses and `n >= 1` accepts: both put the lower bound at 1.
    if (op === '<' || op === '>=') lower(other.value);
    else if (op === '>' || op === '<=') upper(other.value);
  }
  return low !== undefined && high !== undefined && high < low
    ? { kind: 'int', low: undefined, high: undefined }
    : { kind: 'int', low, high };
}
