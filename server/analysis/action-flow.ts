/**
 * Follows the action's text from `step` through locals, unwrapping patterns, splits and helper methods, and notes
 * every place where it meets something: a literal, a container, a pattern, a number.
 *
 * Flow-insensitive within a function, context-sensitive across calls (a helper is read again for every shape that
 * it is handed), and bounded: the calls of an environment are few and shallow.
 */
import {
  type ActionValue,
  combine,
  describe,
  elementOf,
  itemAt,
  literalIndex,
  merge,
  methodValue,
  sliceOf,
  UNWRAPPING,
  WHOLE,
} from './action-value.ts';
import type { ClassFacts, Method } from './classes.ts';
import { type Context, evaluate } from './constants.ts';
import type {
  Call,
  Compare,
  ComparisonOp,
  Expression,
  FunctionDef,
  Match,
  Node,
  Pattern,
  Subscript,
} from './python/syntax.ts';
import { dottedName, forEachChild } from './python/visit.ts';
import { type RegexFacts, readRegex } from './regex.ts';
import { bindingsOf, scopesOf } from './scope.ts';
import type { Value } from './values.ts';

export interface Meeting {
  readonly value: ActionValue;
  readonly how:
    | 'compare'
    | 'member'
    | 'contains'
    | 'prefix'
    | 'suffix'
    | 'key'
    | 'regex'
    | 'match'
    | 'number'
    | 'attribute'
    | 'use';
  /** For `compare`: the operator as seen from the action's side. */
  readonly op: ComparisonOp | undefined;
  /** What the action meets, evaluated, and as it is written. */
  readonly other: Value | undefined;
  readonly expression: Expression | undefined;
  readonly pattern: Pattern | undefined;
  readonly regex: RegexFacts | undefined;
  readonly node: Node;
  /** For `key` and `attribute`: the method that the key stands for. */
  readonly handler: FunctionDef | undefined;
  readonly method: string;
  /** The calls that led here from `step`, outermost first. */
  readonly calls: readonly Call[];
}

const MAX_CALLS = 8;
const MAX_VISITS = 120;
const MATCHING = new Set(['match', 'fullmatch', 'search', 'findall', 'finditer']);

export class ActionFlow {
  readonly meetings: Meeting[] = [];
  private readonly context: Context;
  private readonly cls: ClassFacts;
  private readonly calls: Call[] = [];
  private readonly active: FunctionDef[] = [];
  private readonly entered = new Map<Call, Map<string, ActionValue | undefined>>();
  private visits = 0;
  private env = new Map<string, ActionValue>();
  private returned: ActionValue[] = [];
  private method = '';

  constructor(context: Context, cls: ClassFacts) {
    this.context = context;
    this.cls = cls;
  }

  /** Follows the action from a method's parameter. */
  from(method: Method, parameter: string): void {
    this.function(method.node, new Map([[parameter, WHOLE]]));
  }

  private function(node: FunctionDef, env: Map<string, ActionValue>): ActionValue | undefined {
    if (this.active.includes(node) || this.active.length >= MAX_CALLS || ++this.visits > MAX_VISITS)
      return undefined;
    const outer = { env: this.env, returned: this.returned, method: this.method };
    this.env = env;
    this.returned = [];
    this.method = node.name;
    this.active.push(node);
    // Assignments first, twice, so that what a loop carries round is known when the meetings are noted.
    for (let i = 0; i < 2; i++) for (const statement of node.body) this.assignments(statement);
    for (const statement of node.body) this.visit(statement);
    this.active.pop();
    const result = merge(this.returned);
    this.env = outer.env;
    this.returned = outer.returned;
    this.method = outer.method;
    return result;
  }

  // -- What variables hold

  private assignments(node: Node): void {
    switch (node.kind) {
      case 'Assign':
        for (const target of node.targets) this.assign(target, this.valueOf(node.value), node.value);
        break;
      case 'AnnAssign':
        if (node.value) this.assign(node.target, this.valueOf(node.value), node.value);
        break;
      case 'NamedExpr':
        this.assign(node.target, this.valueOf(node.value), node.value);
        break;
      case 'For':
      case 'Generator':
        this.assign(node.target, elementOf(this.valueOf(node.iter)), undefined);
        break;
      case 'Match': {
        const value = this.valueOf(node.subject);
        if (value) for (const { pattern } of node.cases) this.capture(pattern, value);
        break;
      }
      case 'Call':
        this.collected(node);
        break;
      case 'FunctionDef':
      case 'ClassDef':
        return;
    }
    forEachChild(node, (child) => this.assignments(child));
  }

  /** `boxes.add(text)`: a list of texts, as a pattern's matches are. */
  private collected(node: Call): void {
    const { func } = node;
    const [first] = node.args;
    if (
      func.kind !== 'Attribute' ||
      (func.attr !== 'add' && func.attr !== 'append') ||
      func.value.kind !== 'Name' ||
      !first
    )
      return;
    const value = this.valueOf(first);
    if (value?.portion === 'whole')
      this.assignName(func.value.id, { ...value, portion: 'found', match: UNWRAPPING });
  }

  private assign(target: Expression, value: ActionValue | undefined, source: Expression | undefined): void {
    if (target.kind === 'Name') {
      const known = this.env.get(target.id);
      if (value) this.env.set(target.id, known ? combine(known, value) : value);
    } else if (target.kind === 'Starred') this.assign(target.value, value, source);
    else if (target.kind === 'Tuple' || target.kind === 'List') {
      for (const [i, element] of target.elements.entries()) {
        const pair =
          source &&
          (source.kind === 'Tuple' || source.kind === 'List') &&
          source.elements.length === target.elements.length
            ? source.elements[i]
            : undefined;
        this.assign(
          element,
          pair ? this.valueOf(pair) : value && itemAt(value, i, element.kind === 'Starred'),
          pair,
        );
      }
    }
  }

  private capture(pattern: Pattern, value: ActionValue): void {
    if (pattern.kind === 'MatchAs') {
      if (pattern.name) this.assignName(pattern.name, value);
      if (pattern.pattern) this.capture(pattern.pattern, value);
    } else if (pattern.kind === 'MatchStar') {
      if (pattern.name) this.assignName(pattern.name, value);
    } else if (pattern.kind === 'MatchSequence') {
      for (const [i, one] of pattern.patterns.entries())
        this.capture(one, itemAt(value, i, one.kind === 'MatchStar') ?? value);
    } else if (pattern.kind === 'MatchOr') for (const one of pattern.patterns) this.capture(one, value);
  }

  private assignName(name: string, value: ActionValue): void {
    const known = this.env.get(name);
    this.env.set(name, known ? combine(known, value) : value);
  }

  /** What of the action an expression holds, `undefined` when nothing. */
  private valueOf(node: Expression): ActionValue | undefined {
    switch (node.kind) {
      case 'Name':
        return this.env.get(node.id);
      case 'NamedExpr':
      case 'Starred':
      case 'Await':
        return this.valueOf(node.value);
      case 'BoolOp':
        return merge(node.values.map((v) => this.valueOf(v)));
      case 'IfExp':
        return merge([this.valueOf(node.body), this.valueOf(node.orelse)]);
      case 'Call':
        return this.callValue(node);
      case 'Subscript':
        return this.subscriptValue(node);
      case 'Tuple': {
        const parts = node.elements.map((e) => this.valueOf(e));
        const first = parts.find((p) => p !== undefined);
        return first && { ...first, parts };
      }
      case 'ListComp':
      case 'SetComp':
      case 'GeneratorExp': {
        const [generator] = node.generators;
        const over = generator && this.valueOf(generator.iter);
        if (!over) return undefined;
        this.assign(generator.target, elementOf(over), undefined);
        const element = this.valueOf(node.element);
        return element && { ...over, normalised: element.normalised, number: element.number };
      }
      case 'BinOp':
        return node.op === '+' && node.left.kind !== 'Str' ? this.valueOf(node.left) : undefined;
      default:
        return undefined;
    }
  }

  private callValue(node: Call): ActionValue | undefined {
    const { func } = node;
    const [first] = node.args;
    if (func.kind !== 'Attribute') {
      for (const target of this.tableTargets(func))
        this.enter(
          target,
          target.parameters.slice(1).map((p) => p.name),
          node,
        );
    }
    if (func.kind === 'Name') {
      const helper = this.moduleFunction(func.id, node);
      if (helper)
        return this.enter(
          helper,
          helper.parameters.map((p) => p.name),
          node,
        );
      const value = first && this.valueOf(first);
      if (!value) return undefined;
      if (func.id === 'int' || func.id === 'float') return { ...value, number: true };
      if (
        ['str', 'list', 'tuple', 'set', 'frozenset', 'reversed', 'sorted', 'iter', 'enumerate'].includes(
          func.id,
        )
      )
        return value;
      if (func.id === 'next') return elementOf(value);
      if (func.id === 'map' || func.id === 'filter') return undefined;
      return undefined;
    }
    if (func.kind !== 'Attribute') return undefined;
    const helper = this.helper(func);
    if (helper)
      return this.enter(
        helper.node,
        helper.parameters.map((p) => p.name),
        node,
      );
    const receiver = this.valueOf(func.value);
    if (receiver) return methodValue(receiver, func.attr, node);
    const regex = this.regexCall(node);
    if (regex) return regex.result;
    if (func.attr === 'join' && first) {
      const joined = this.valueOf(first);
      return (
        joined && {
          ...joined,
          portion:
            joined.portion === 'words' ? 'whole' : joined.portion === 'laterWords' ? 'later' : joined.portion,
          index: undefined,
        }
      );
    }
    const name = dottedName(func);
    if ((name === 'json.loads' || name === 'ast.literal_eval') && first) {
      const value = this.valueOf(first);
      return value && { ...value, portion: 'later', index: undefined };
    }
    return undefined;
  }

  private subscriptValue(node: Subscript): ActionValue | undefined {
    const value = this.valueOf(node.value);
    if (!value) return undefined;
    if (node.index.kind === 'Slice') {
      const from = node.index.lower;
      const offset = from ? literalIndex(from) : 0;
      const literal = from?.kind === 'Num' || (from?.kind === 'Call' && dottedName(from.func) === 'len');
      return sliceOf(value, typeof offset === 'number' ? offset : undefined, literal);
    }
    return itemAt(value, literalIndex(node.index) ?? -1, false);
  }

  // -- Calls

  private helper(func: Expression & { kind: 'Attribute' }): Method | undefined {
    if (
      func.value.kind === 'Name' &&
      (func.value.id === 'self' || func.value.id === 'cls' || func.value.id === this.cls.name)
    )
      return this.cls.methods.get(func.attr);
    if (func.value.kind === 'Call' && func.value.func.kind === 'Name' && func.value.func.id === 'super') {
      return this.cls.ancestors.map((a) => a.own.get(func.attr)).find((m) => m !== undefined);
    }
    return undefined;
  }

  private moduleFunction(name: string, at: Node): FunctionDef | undefined {
    const [binding, ...others] = bindingsOf(scopesOf(this.context.module), name, at);
    return others.length === 0 && binding?.node.kind === 'FunctionDef' ? binding.node : undefined;
  }

  /** Reads a helper with what the call hands it; nothing when no part of the action goes in. */
  private enter(node: FunctionDef, parameters: readonly string[], call: Call): ActionValue | undefined {
    const env = new Map<string, ActionValue>();
    for (const [i, argument] of call.args.entries()) {
      const value = this.valueOf(argument);
      const name = parameters[i];
      if (value && name) env.set(name, value);
    }
    for (const keyword of call.keywords) {
      const value = this.valueOf(keyword.value);
      if (value && keyword.name) env.set(keyword.name, value);
    }
    if (env.size === 0) return undefined;
    // The same call is met again in every pass over its function; only new contents are worth another reading.
    const key = [...env].map(([name, value]) => `${name}:${describe(value)}`).join(' ');
    const entered = this.entered.get(call) ?? new Map<string, ActionValue | undefined>();
    this.entered.set(call, entered);
    const known = `${node.start} ${key}`;
    if (entered.has(known)) return entered.get(known);
    entered.set(known, undefined);
    this.calls.push(call);
    const result = this.function(node, env);
    this.calls.pop();
    entered.set(known, result);
    return result;
  }

  private regexCall(
    node: Call,
  ): { value: ActionValue; regex: RegexFacts | undefined; result: ActionValue } | undefined {
    const { func } = node;
    if (func.kind !== 'Attribute') return undefined;
    const module = func.value.kind === 'Name' && (func.value.id === 're' || func.value.id === 'regex');
    const subject = module
      ? node.args[func.attr === 'sub' || func.attr === 'subn' ? 2 : 1]
      : node.args[func.attr === 'sub' ? 1 : 0];
    const value = subject && this.valueOf(subject);
    if (!value) return undefined;
    const pattern = module ? node.args[0] : compiledPattern(func.value, this.context);
    if (!module && !pattern) return undefined;
    if (func.attr === 'sub') return { value, regex: undefined, result: value };
    if (func.attr === 'split') return { value, regex: undefined, result: { ...value, portion: 'words' } };
    if (!MATCHING.has(func.attr)) return undefined;
    const text = pattern && evaluate(pattern, this.context);
    const regex = text?.kind === 'str' ? readRegex(text.value) : undefined;
    const lists = func.attr === 'findall';
    // `re.findall(r"\w+", text)` splits into words.
    if (lists && regex && !regex.unwraps && regex.groups.length === 0)
      return { value, regex, result: { ...value, portion: 'words' } };
    return {
      value,
      regex,
      result: { ...value, portion: lists ? 'found' : value.portion, match: regex ?? UNWRAPPING },
    };
  }

  // -- Where it meets something

  private note(value: ActionValue, how: Meeting['how'], node: Node, extra: Partial<Meeting> = {}): void {
    this.meetings.push({
      value,
      how,
      node,
      op: undefined,
      other: undefined,
      expression: undefined,
      pattern: undefined,
      regex: undefined,
      handler: undefined,
      method: this.method,
      calls: [...this.calls],
      ...extra,
    });
  }

  private visit(node: Node): void {
    switch (node.kind) {
      case 'FunctionDef':
      case 'ClassDef':
        return;
      case 'Return':
        if (node.value) {
          const value = this.valueOf(node.value);
          if (value) this.returned.push(value);
        }
        break;
      case 'Compare':
        this.compare(node);
        break;
      case 'Call':
        this.call(node);
        break;
      case 'Subscript': {
        const index = node.index.kind === 'Slice' ? undefined : this.valueOf(node.index);
        if (index && !index.match && !this.valueOf(node.value)) this.keyed(index, node, node.value);
        break;
      }
      case 'Match':
        this.matchStatement(node);
        break;
    }
    if (node.kind === 'Name' || node.kind === 'Subscript') {
      const value = this.valueOf(node);
      if (value && (value.portion === 'later' || value.portion === 'laterWords'))
        this.note(value, 'use', node);
    }
    forEachChild(node, (child) => this.visit(child));
  }

  private compare(node: Compare): void {
    let left = node.left;
    for (const [i, op] of node.ops.entries()) {
      const right = node.comparators[i];
      if (!right) return;
      this.distance(left, node);
      const a = this.valueOf(left);
      const b = this.valueOf(right);
      if (op === 'in' || op === 'not in') {
        if (a && !b)
          this.note(a, 'member', node, { op, other: evaluate(right, this.context), expression: right });
        else if (b && !a)
          this.note(b, 'contains', node, { op, other: evaluate(left, this.context), expression: left });
      } else if (a && !b)
        this.note(a, 'compare', node, { op, other: evaluate(right, this.context), expression: right });
      else if (b && !a)
        this.note(b, 'compare', node, {
          op: MIRRORED[op],
          other: evaluate(left, this.context),
          expression: left,
        });
      left = right;
    }
  }

  /** `abs(guess - self.answer) < 0.01` compares the guess with the answer. */
  private distance(node: Expression, at: Node): void {
    const inner =
      node.kind === 'Call' && node.func.kind === 'Name' && node.func.id === 'abs' ? node.args[0] : undefined;
    if (inner?.kind === 'BinOp' && inner.op === '-') this.near(inner.left, inner.right, at);
  }

  private near(left: Expression, right: Expression, at: Node): void {
    const [a, b] = [this.valueOf(left), this.valueOf(right)];
    if (a && !b)
      this.note(a, 'compare', at, { op: '==', other: evaluate(right, this.context), expression: right });
    else if (b && !a)
      this.note(b, 'compare', at, { op: '==', other: evaluate(left, this.context), expression: left });
  }

  private call(node: Call): void {
    const { func } = node;
    const [one, two] = node.args;
    if (func.kind === 'Attribute' && func.attr === 'isclose' && one && two) this.near(one, two, node);
    const [first] = node.args;
    if (func.kind === 'Name') {
      if (func.id === 'int' || func.id === 'float') {
        const value = first && this.valueOf(first);
        if (value) this.note(value, 'number', node);
      }
      if ((func.id === 'getattr' || func.id === 'hasattr') && node.args[1]) this.dispatch(node, node.args[1]);
    }
    if (func.kind !== 'Attribute') {
      this.callValue(node);
      return;
    }
    const receiver = this.valueOf(func.value);
    if (receiver && !receiver.match && first) {
      if (func.attr === 'startswith' || func.attr === 'endswith') {
        this.note(receiver, func.attr === 'startswith' ? 'prefix' : 'suffix', node, {
          other: evaluate(first, this.context),
          expression: first,
        });
      }
    } else if (func.attr === 'get' || func.attr === 'index' || func.attr === 'count') {
      const key = first && this.valueOf(first);
      if (key && func.attr === 'get') this.keyed(key, node, func.value);
      else if (key)
        this.note(key, 'member', node, { other: evaluate(func.value, this.context), expression: func.value });
    }
    const regex = this.regexCall(node);
    if (regex?.regex) this.note(regex.value, 'regex', node, { regex: regex.regex });
    else if (!regex) this.callValue(node);
  }

  /** The action picks an entry of a container; where the entries are methods, each key is a command of its own. */
  private keyed(value: ActionValue, node: Node, container: Expression): void {
    const other = evaluate(container, this.context);
    const handlers = this.handlersIn(other);
    if (handlers.length === 0) this.note(value, 'key', node, { other, expression: container });
    for (const { key, method } of handlers)
      this.note(value, 'key', node, {
        other: { kind: 'tuple', items: [key], open: false },
        expression: container,
        handler: method,
      });
  }

  private handlersIn(table: Value): { key: Value; method: FunctionDef }[] {
    if (table.kind !== 'dict') return [];
    return table.entries.flatMap(([key, value]) => {
      const method =
        value.kind === 'unknown' && value.node?.kind === 'Attribute'
          ? this.helper(value.node)?.node
          : undefined;
      return method ? [{ key, method }] : [];
    });
  }

  /** The methods that a call through a table may reach: `self.table[verb](rest)`, `handler = self.table.get(verb)`. */
  private tableTargets(func: Expression): FunctionDef[] {
    let source = func;
    if (func.kind === 'Name') {
      const bindings = bindingsOf(scopesOf(this.context.module), func.id, func).filter(
        (b) => b.value?.kind !== 'Constant',
      );
      const only = bindings.length === 1 ? bindings[0]?.value : undefined;
      if (!only) return [];
      source = only;
    }
    if (source.kind === 'Subscript')
      return this.handlersIn(evaluate(source.value, this.context)).map((h) => h.method);
    if (source.kind !== 'Call') return [];
    if (source.func.kind === 'Attribute' && source.func.attr === 'get')
      return this.handlersIn(evaluate(source.func.value, this.context)).map((h) => h.method);
    const name = source.func.kind === 'Name' && source.func.id === 'getattr' ? source.args[1] : undefined;
    const prefix = name && this.attributeName(name)?.prefix;
    if (!prefix) return [];
    return [...this.cls.methods.values()]
      .filter((m) => m.name.startsWith(prefix) && m.name !== prefix)
      .map((m) => m.node);
  }

  /** `getattr(self, f"do_{verb}")`: the methods of that name are the commands. */
  private dispatch(node: Call, name: Expression): void {
    const [object] = node.args;
    if (object?.kind !== 'Name' || object.id !== 'self') return;
    const value = this.attributeName(name);
    if (!value) return;
    const names = [...this.cls.methods.keys()].filter(
      (m) => m.startsWith(value.prefix) && m.length > value.prefix.length,
    );
    if (value.prefix === '') return;
    for (const method of names) {
      const key: Value = { kind: 'str', value: method.slice(value.prefix.length) };
      this.note(value.value, 'attribute', node, {
        other: { kind: 'tuple', items: [key], open: false },
        expression: name,
        handler: this.cls.methods.get(method)?.node,
      });
    }
  }

  private attributeName(name: Expression): { prefix: string; value: ActionValue } | undefined {
    if (name.kind === 'BinOp' && name.op === '+' && name.left.kind === 'Str') {
      const value = this.valueOf(name.right);
      return value && { prefix: name.left.value ?? '', value };
    }
    if (name.kind === 'Str') {
      const [text, hole] = name.literals.flatMap((l) => l.segments);
      if (text?.kind !== 'TextSegment' || hole?.kind !== 'Interpolation') return undefined;
      const value = this.valueOf(hole.value);
      return value && { prefix: text.value, value };
    }
    const binding = name.kind === 'Name' ? bindingsOf(scopesOf(this.context.module), name.id, name) : [];
    const source = binding.length === 1 ? binding[0]?.value : undefined;
    return source && source.kind !== 'Name' ? this.attributeName(source) : undefined;
  }

  private matchStatement(node: Match): void {
    const value = this.valueOf(node.subject);
    if (!value) return;
    for (const one of node.cases) this.note(value, 'match', one, { pattern: one.pattern });
  }
}

const MIRRORED: Readonly<Record<ComparisonOp, ComparisonOp>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  in: 'in',
  'not in': 'not in',
  is: 'is',
  'is not': 'is not',
};

/** The pattern that a name for a compiled regular expression stands for. */
function compiledPattern(node: Expression, context: Context): Expression | undefined {
  let source: Expression | undefined = node;
  if (node.kind === 'Name') {
    const bindings = bindingsOf(scopesOf(context.module), node.id, node);
    source = bindings.length === 1 ? bindings[0]?.value : undefined;
  } else if (node.kind === 'Attribute' && node.value.kind === 'Name') {
    const cls = context.cls;
    source =
      cls && [cls, ...cls.ancestors].map((c) => c.constants.get(node.attr)).find((v) => v !== undefined);
    source ??= cls && writtenOnce(cls, node.attr);
  }
  if (source?.kind !== 'Call') return undefined;
  return dottedName(source.func)?.endsWith('compile') ? source.args[0] : undefined;
}

function writtenOnce(cls: ClassFacts, name: string): Expression | undefined {
  let found: Expression | undefined;
  const init = cls.methods.get('__init__');
  for (const statement of init?.node.body ?? []) {
    if (statement.kind !== 'Assign') continue;
    for (const target of statement.targets) {
      if (
        target.kind === 'Attribute' &&
        target.attr === name &&
        target.value.kind === 'Name' &&
        target.value.id === init?.self
      )
        found = statement.value;
    }
  }
  return found;
}
