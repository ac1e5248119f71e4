/** What of the action each variable of a function holds. */

import { ActionCalls } from './action-calls.ts';
import {
  type ActionValue,
  combine,
  elementOf,
  itemAt,
  literalIndex,
  merge,
  methodValue,
  sliceOf,
  UNWRAPPING,
} from './action-value.ts';
import type { ClassFacts } from './classes.ts';
import { evaluate } from './constants.ts';
import type { Context } from './helpers.ts';
import type { Call, Expression, Node, Pattern, Subscript } from './python/syntax.ts';
import { dottedName } from './python/visit.ts';
import { type RegexFacts, readRegex } from './regex.ts';
import { bindingsOf, scopesOf } from './scope.ts';

const MATCHING = new Set(['match', 'fullmatch', 'search', 'findall', 'finditer']);

export abstract class ActionReader extends ActionCalls {
  protected bind(node: Node): void {
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
    }
  }

  /** `boxes.add(text)`: a list of texts, as a pattern's matches are. */
  protected collected(node: Call): void {
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

  protected assign(target: Expression, value: ActionValue | undefined, source: Expression | undefined): void {
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

  protected capture(pattern: Pattern, value: ActionValue): void {
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

  protected assignName(name: string, value: ActionValue): void {
    const known = this.env.get(name);
    this.env.set(name, known ? combine(known, value) : value);
  }

  /** What of the action an expression holds, `undefined` when nothing. */
  protected valueOf(node: Expression): ActionValue | undefined {
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

  protected callValue(node: Call): ActionValue | undefined {
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

  protected subscriptValue(node: Subscript): ActionValue | undefined {
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

  protected regexCall(
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
}

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
