/**
 * Follows the action's text from `step` through locals, unwrapping patterns, splits and helper methods, and notes
 * every place where it meets something: a literal, a container, a pattern, a number.
 *
 * Flow-insensitive within a function, context-sensitive across calls (a helper is read again for every shape that
 * it is handed), and bounded: the calls of an environment are few and shallow.
 */

import { ActionReader } from './action-reader.ts';
import type { ActionValue } from './action-value.ts';
import { evaluate } from './constants.ts';
import type {
  Call,
  Compare,
  ComparisonOp,
  Expression,
  FunctionDef,
  Match,
  Node,
  Pattern,
} from './python/syntax.ts';
import type { RegexFacts } from './regex.ts';
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

export class ActionFlow extends ActionReader {
  readonly meetings: Meeting[] = [];

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

  protected meet(node: Node): void {
    switch (node.kind) {
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

  private matchStatement(node: Match): void {
    const value = this.valueOf(node.subject);
    if (!value) return;
    for (const one of node.cases) this.note(value, 'match', one, { pattern: one.pattern });
  }
}
