/** The actions that an environment's own code speaks of, with what it does to the text before it compares. */
import { ActionFlow, type Meeting, type Normalisation } from './action-flow.ts';
import type { ClassFacts } from './classes.ts';
import { type Context, itemsOf, stringItems, type Value } from './constants.ts';
import { memo } from './memo.ts';
import type { Argument, Template } from './regex.ts';
import type { Module, Node, Pattern } from './syntax.ts';
import { isFunction } from './visit.ts';

export interface HarvestedAction {
  /** As the code has it; `{}` marks each hole (`move {}`). */
  readonly text: string;
  /** One for each hole. */
  readonly arguments: readonly Argument[];
  readonly how: 'equals' | 'member' | 'prefix' | 'contains' | 'regex' | 'key' | 'match' | 'number';
  /** `whole`: a complete action. `first`: its first word, the rest is in the holes. `later`: an argument, no action by itself. */
  readonly position: 'whole' | 'first' | 'later';
  readonly normalised: readonly Normalisation[];
  /** The method that compares. */
  readonly method: string;
  readonly node: Node;
}

/** A comparison of the action with what no literal tells: `guess == self.target`. */
export interface AnswerComparison {
  readonly meeting: Meeting;
}

export interface ActionFacts {
  readonly harvested: readonly HarvestedAction[];
  /** Every place where the action, or a part of it, meets something. */
  readonly meetings: readonly Meeting[];
}

/** Longer texts are messages, not commands. */
const MAX_TEXT = 60;
const MAX_ACTIONS = 200;

const flows = memo((module: Module) => memo((cls: ClassFacts): ActionFacts => harvest({ module, cls }, cls)));

/** What `step` (or for tool use an own `_check_answer`) does with the action. */
export function actionsOf(module: Module, cls: ClassFacts): ActionFacts {
  return flows(module)(cls);
}

function harvest(context: Context, cls: ClassFacts): ActionFacts {
  const flow = new ActionFlow(context, cls);
  for (const name of ['step', '_check_answer']) {
    const method = cls.methods.get(name);
    const parameter = method?.parameters[0];
    if (method && parameter) flow.from(method, parameter.name);
  }
  const { meetings } = flow;
  const found = new Map<string, HarvestedAction>();
  for (const meeting of meetings) {
    for (const action of actionsAt(meeting, meetings)) {
      const key = `${action.text}\n${action.position}`;
      const known = found.get(key);
      if (!known || known.arguments.length < action.arguments.length) found.set(key, action);
      if (found.size >= MAX_ACTIONS) break;
    }
  }
  return { harvested: [...found.values()], meetings };
}

function actionsAt(meeting: Meeting, meetings: readonly Meeting[]): HarvestedAction[] {
  const { value } = meeting;
  if (value.match && meeting.how !== 'regex') return [];
  const position = value.portion === 'first' ? 'first' : value.portion === 'whole' || value.portion === 'words' ? 'whole' : 'later';
  const make = (text: string, how: HarvestedAction['how'], holes: readonly Argument[] = [], at: HarvestedAction['position'] = position): HarvestedAction => ({
    text, arguments: holes, how, position: at, normalised: value.normalised, method: meeting.method, node: meeting.node,
  });
  const command = (text: string, how: HarvestedAction['how']): HarvestedAction => {
    const holes = position === 'first' ? argumentsAfter(meeting, meetings) : [];
    return make([text, ...holes.map(() => '{}')].join(' '), how, holes);
  };
  switch (meeting.how) {
    case 'compare': {
      if (meeting.op !== '==' && meeting.op !== '!=') return [];
      return wholeTexts(meeting.other).map((text) => (value.number ? make(text, 'number') : command(text, 'equals')));
    }
    case 'member': {
      if (meeting.other?.kind === 'str') return value.portion === 'later' ? [] : [...meeting.other.value].slice(0, 12).map((c) => command(c, 'member'));
      return texts(meeting.other).map((text) => command(text, meeting.other?.kind === 'dict' ? 'key' : 'member'));
    }
    case 'key':
    case 'attribute':
      return meeting.other?.kind === 'dict' || meeting.how === 'attribute' ? texts(meeting.other).map((text) => command(text, 'key')) : [];
    case 'contains': return position === 'later' ? [] : wholeTexts(meeting.other).map((text) => make(text, 'contains', [], 'whole'));
    case 'prefix': {
      const all = meeting.other?.kind === 'tuple' ? stringItems(meeting.other) : wholeTexts(meeting.other);
      return all.filter((text) => text.trim() && text.length <= MAX_TEXT).map((text) => {
        if (position === 'later') return make(text.trim(), 'prefix');
        const holes = laterIn(regionOf(meeting), meeting, meetings);
        const hole = holes[0] ?? { kind: 'text' as const };
        return make(/\s$/.test(text) ? `${text.trimEnd()} {}` : /\w$/.test(text) ? `${text} {}` : `${text}{}`, 'prefix', [hole], 'whole');
      });
    }
    case 'regex': return (meeting.regex?.templates ?? []).map((t: Template) => make(t.text, 'regex', narrowed(t.holes, meeting, meetings), position === 'first' ? 'whole' : position));
    case 'match': return meeting.pattern ? patternTexts(meeting.pattern).map(({ text, holes }) => make(text, 'match', holes)) : [];
    case 'number': return position === 'whole' ? [make('{}', 'number', [numberArgument(meeting, meetings)], 'whole')] : [];
    default: return [];
  }
}

/** Texts compared with as a whole: a string, or a list of words. */
function wholeTexts(other: Value | undefined): string[] {
  if (!other) return [];
  if (other.kind === 'str') return other.value.trim() && other.value.length <= MAX_TEXT ? [other.value] : [];
  if (other.kind === 'num') return [String(other.value)];
  if ((other.kind === 'list' || other.kind === 'tuple') && !other.open) {
    const words = stringItems(other);
    return words.length === other.items.length && words.length > 0 && words.every((w) => w.length <= MAX_TEXT) ? [words.join(' ')] : [];
  }
  return [];
}

/** The texts among a container's items. */
function texts(other: Value | undefined): string[] {
  const items = other ? (itemsOf(other)?.items ?? []) : [];
  const found = items.flatMap((item) => (item.kind === 'str' ? [item.value] : item.kind === 'num' ? [String(item.value)] : wholeTexts(item)));
  return found.filter((text) => text.trim() && text.length <= MAX_TEXT).slice(0, 60);
}

/** Where the code goes on when the comparison holds: the branch that it guards, else the rest of the function. */
function regionOf(meeting: Meeting): readonly Node[] {
  const negative = meeting.op === '!=' || meeting.op === 'not in';
  for (let at: Node | undefined = meeting.node; at && !isFunction(at); at = at.parent) {
    if (at.kind === 'MatchCase') return at.body;
    if (at.kind === 'If' || at.kind === 'While' || at.kind === 'IfExp') {
      const inTest = contains(at.test, meeting.node);
      if (!inTest) continue;
      if (at.kind === 'IfExp') return [at.test, at.body];
      if (at.kind === 'If' && (negative || underNot(meeting.node, at.test))) return after(at);
      return [at.test, ...at.body];
    }
  }
  return [];
}

/** What runs when an `if` does not hold: its `else`, or the statements that follow in the block. */
function after(node: Node & { kind: 'If' }): readonly Node[] {
  if (node.orelse.length > 0) return node.orelse;
  const block = blockOf(node);
  return block.slice(block.indexOf(node) + 1);
}

function blockOf(node: Node): readonly Node[] {
  const parent = node.parent;
  if (!parent) return [];
  if (parent.kind === 'If' || parent.kind === 'For' || parent.kind === 'While' || parent.kind === 'Try') {
    return parent.body.includes(node as never) ? parent.body : parent.orelse;
  }
  return 'body' in parent && Array.isArray(parent.body) ? (parent.body as readonly Node[]) : [];
}

const contains = (outer: Node, inner: Node): boolean => inner.start >= outer.start && inner.end <= outer.end;

function underNot(node: Node, top: Node): boolean {
  for (let at: Node | undefined = node; at && at !== top.parent; at = at.parent) if (at.kind === 'UnaryOp' && at.op === 'not') return true;
  return false;
}

/** What a command's first word is followed by; empty when the branch uses nothing else of the action. */
function argumentsAfter(meeting: Meeting, meetings: readonly Meeting[]): Argument[] {
  return laterIn(regionOf(meeting), meeting, meetings).slice(0, 1);
}

/** The arguments that a region uses, itself or in the helpers that it calls. */
function laterIn(region: readonly Node[], meeting: Meeting, meetings: readonly Meeting[]): Argument[] {
  if (region.length === 0) return [];
  const inside = (node: Node): boolean => region.some((one) => contains(one, node));
  const later = meetings.filter((other) => {
    if (other === meeting || (other.value.portion !== 'later' && other.value.portion !== 'laterWords')) return false;
    // The same place reached on another way from `step` says nothing new, but it does no harm either.
    return (other.method === meeting.method && inside(other.node)) || other.calls.some(inside);
  });
  if (later.length === 0) return [];
  const values = later.flatMap((other) =>
    other.how === 'member' || other.how === 'key' ? texts(other.other) : other.how === 'compare' && (other.op === '==' || other.op === '!=') ? wholeTexts(other.other) : [],
  );
  const ranges = later.filter((other) => other.value.number || other.how === 'number');
  if (ranges.length > 0) return [rangeOf(ranges)];
  return [values.length > 0 ? { kind: 'choice', values: [...new Set(values)].slice(0, 40) } : { kind: 'text' }];
}

/** The bounds that comparisons put on a number. */
function rangeOf(meetings: readonly Meeting[]): Argument {
  let low: number | undefined;
  let high: number | undefined;
  for (const { how, op, other } of meetings) {
    if (how === 'member' && other) {
      const numbers = itemsOf(other)?.items.flatMap((i) => (i.kind === 'num' ? [i.value] : [])) ?? [];
      if (numbers.length > 0) {
        low ??= Math.min(...numbers);
        high ??= Math.max(...numbers);
      }
    }
    if (how !== 'compare' || other?.kind !== 'num') continue;
    const bound = other.value;
    // `n < 1` refuses and `n >= 1` accepts: both put the lower bound at 1.
    if (op === '<' || op === '>=') {
      if (low === undefined) low = bound;
      else if (op === '<' && bound > low) high ??= bound - 1;
    } else if (op === '>' || op === '<=') high ??= bound;
  }
  return { kind: 'int', low, high: high !== undefined && low !== undefined && high < low ? undefined : high };
}

function numberArgument(meeting: Meeting, meetings: readonly Meeting[]): Argument {
  return rangeOf(meetings.filter((other) => other.value.number && other.value.portion === meeting.value.portion));
}

/** Gives an int hole of a pattern the bounds that its group is compared with. */
function narrowed(holes: readonly Argument[], meeting: Meeting, meetings: readonly Meeting[]): readonly Argument[] {
  if (!holes.some((hole) => hole.kind !== 'choice')) return holes;
  const found = laterIn(regionOf(meeting).length > 0 ? regionOf(meeting) : [], meeting, meetings)[0];
  return holes.map((hole) => (hole.kind === 'int' && found?.kind === 'int' ? found : hole.kind === 'text' && holes.length === 1 && found ? found : hole));
}

/** The texts that a `case` pattern stands for. */
function patternTexts(pattern: Pattern): Template[] {
  switch (pattern.kind) {
    case 'MatchValue': {
      const text = pattern.value.kind === 'Str' ? pattern.value.value : pattern.value.kind === 'Num' ? String(pattern.value.value) : undefined;
      return text ? [{ text, holes: [] }] : [];
    }
    case 'MatchOr': return pattern.patterns.flatMap(patternTexts);
    case 'MatchAs': return pattern.pattern ? patternTexts(pattern.pattern) : [];
    case 'MatchSequence': {
      let found: Template[] = [{ text: '', holes: [] }];
      for (const one of pattern.patterns) {
        const options = patternTexts(one);
        const tails = options.length > 0 ? options : [{ text: '{}', holes: [{ kind: 'text' as const }] }];
        found = found.flatMap((head) => tails.map((tail) => ({ text: `${head.text} ${tail.text}`.trim(), holes: [...head.holes, ...tail.holes] }))).slice(0, 40);
      }
      return found.filter((t) => /\w/.test(t.text));
    }
    default: return [];
  }
}
