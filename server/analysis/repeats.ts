/** Ways through `step` that can be gone again and again, because nothing on them changes what they depend on. */
import { attributesOf } from './attributes.ts';
import type { ClassFacts } from './classes.ts';
import { effectsOf } from './effects.ts';
import { type Flow, flowOf, type Point } from './flow.ts';
import { helperOf } from './helpers.ts';
import { typeOf } from './infer.ts';
import type { Expression, FunctionDef, Module, Node, Return } from './python/syntax.ts';
import { isFunction, selfAttribute, walk } from './python/visit.ts';
import { definitionsOf } from './reaching.ts';
import { isOnly } from './types.ts';

/** Points that one question may visit. */
const MAX_VISITS = 3000;

interface Inputs {
  readonly attributes: ReadonlySet<string>;
  /** Depends on the action. */
  readonly action: boolean;
  /** Depends on what nobody can read off: a draw, or too much. */
  readonly open: boolean;
}

/**
 * Whether an agent that sends the same action again comes to `target` every time: some way there, past `through` if
 * that is given, leaves alone every attribute that its conditions depend on, and some condition depends on the
 * action. `false` when nothing is certain.
 * @param also what else must stay as it is, such as the condition of a reward.
 */
export function canRepeat(
  module: Module,
  cls: ClassFacts,
  step: FunctionDef,
  target: Return,
  through?: Node,
  also: readonly Expression[] = [],
): boolean {
  return new Search(module, cls, step).find(target, through, also);
}

class Search {
  private readonly module: Module;
  private readonly cls: ClassFacts;
  private readonly step: FunctionDef;
  private readonly flow: Flow;
  private readonly inputs = new Map<Node, Inputs>();
  private readonly writes = new Map<Point, ReadonlySet<string> | undefined>();
  private visits = 0;

  constructor(module: Module, cls: ClassFacts, step: FunctionDef) {
    this.module = module;
    this.cls = cls;
    this.step = step;
    this.flow = flowOf(step);
  }

  find(target: Return, through: Node | undefined, also: readonly Expression[]): boolean {
    const goal = this.flow.pointsOf(target)[0];
    const by = through && this.flow.pointsOf(through)[0];
    const before = also.map((one) => this.inputsOf(one, 0));
    if (!goal || (through && !by) || before.some(({ open }) => open)) return false;
    const read = new Set(before.flatMap(({ attributes }) => [...attributes]));
    const action = before.some((one) => one.action);
    return this.search(this.flow.entry, goal, by, new Set(), new Set(), read, action, by === undefined);
  }

  private search(
    id: number,
    goal: Point,
    by: Point | undefined,
    path: ReadonlySet<number>,
    written: ReadonlySet<string>,
    read: ReadonlySet<string>,
    action: boolean,
    passed: boolean,
  ): boolean {
    const point = this.flow.points[id];
    if (!point || path.has(id) || ++this.visits > MAX_VISITS) return false;
    const own = this.writesAt(point);
    if (!own) return false;
    const inputs = this.conditionAt(point);
    if (inputs?.open) return false;
    const nowWritten = own.size > 0 ? new Set([...written, ...own]) : written;
    const nowRead = inputs ? new Set([...read, ...inputs.attributes]) : read;
    if ([...nowWritten].some((name) => nowRead.has(name))) return false;
    const nowAction = action || (inputs?.action ?? false);
    const nowPassed = passed || point === by;
    if (point === goal) return nowPassed && nowAction;
    const onward = new Set(path).add(id);
    return point.next.some((next) =>
      this.search(next, goal, by, onward, nowWritten, nowRead, nowAction, nowPassed),
    );
  }

  /** `undefined` when something may be changed that no attribute's name tells. */
  private writesAt(point: Point): ReadonlySet<string> | undefined {
    if (!this.writes.has(point)) this.writes.set(point, this.collectWrites(point));
    return this.writes.get(point);
  }

  private collectWrites({ nodes }: Point): ReadonlySet<string> | undefined {
    const found = new Set<string>();
    let open = false;
    const uses = attributesOf(this.cls).byMethod.get(this.step) ?? [];
    for (const root of nodes)
      for (const { node, kind, name } of uses)
        if (kind !== 'read' && root.start <= node.start && node.end <= root.end) found.add(name);
    for (const root of nodes)
      walk(root, (node) => {
        if (isFunction(node) || node.kind === 'ClassDef') return false;
        if (node.kind === 'Call') {
          const helper = helperOf(node, { module: this.module, cls: this.cls })?.node;
          if (helper) for (const name of effectsOf(this.module, this.cls, helper).writes) found.add(name);
          // A function that is handed the instance, or a part of it, may change it.
          open ||= helper?.parent?.kind === 'Module' && node.args.some(isOwn);
          open ||=
            node.func.kind === 'Attribute' && this.mayAlias(node.func.value) && !isQuery(node.func.attr);
        }
        if (node.kind === 'Assign')
          for (const target of node.targets)
            open ||= target.kind === 'Subscript' && this.mayAlias(target.value);
        if (node.kind === 'AugAssign')
          open ||= node.target.kind === 'Subscript' && this.mayAlias(node.target.value);
        return !open;
      });
    return open ? undefined : found;
  }

  /** A local that may stand for a part of the instance. */
  private mayAlias(node: Expression): boolean {
    let at = node;
    while (at.kind === 'Subscript' || (at.kind === 'Attribute' && selfAttribute(at) === undefined))
      at = at.value;
    if (at.kind !== 'Name' || at.id === 'self') return false;
    const definitions = definitionsOf(this.module, at);
    return definitions.some(({ kind, value }) => {
      if (kind === 'import' || kind === 'class' || kind === 'function') return false;
      if (kind === 'parameter') return !this.isAction(at);
      const type = value && typeOf(value, { module: this.module, cls: this.cls });
      return !type || (!isOnly(type, 'str', 'int', 'float', 'bool', 'none') && mentionsSelf(value));
    });
  }

  private isAction(node: Node): boolean {
    const parameter = this.step.parameters[1];
    return node.kind === 'Name' && node.id === parameter?.name;
  }

  private conditionAt({ statement, nodes }: Point): Inputs | undefined {
    switch (statement?.kind) {
      case 'If':
      case 'While':
        return this.inputsOf(statement.test, 0);
      case 'For':
        return this.inputsOf(statement.iter, 0);
      case 'Match':
        return this.inputsOf(statement.subject, 0);
      case 'MatchCase':
        return nodes.map((node) => this.inputsOf(node, 0)).reduce(together, NOTHING);
      case 'ExceptHandler': {
        const attempt = statement.parent;
        return attempt?.kind === 'Try'
          ? attempt.body.map((one) => this.inputsOf(one, 0)).reduce(together, NOTHING)
          : undefined;
      }
      default:
        return undefined;
    }
  }

  /** What a value depends on, through locals and helpers. */
  private inputsOf(node: Node, depth: number): Inputs {
    const known = this.inputs.get(node);
    if (known) return known;
    this.inputs.set(node, NOTHING);
    const attributes = new Set<string>();
    let action = false;
    let open = depth > 8;
    const add = (inner: Inputs): void => {
      for (const name of inner.attributes) attributes.add(name);
      action ||= inner.action;
      open ||= inner.open;
    };
    walk(node, (one) => {
      const attribute = selfAttribute(one);
      if (attribute !== undefined) {
        const method = this.cls.methods.get(attribute);
        if (method) {
          for (const name of effectsOf(this.module, this.cls, method.node).reads) attributes.add(name);
        } else {
          attributes.add(attribute);
          open ||= /rng|rand/i.test(attribute);
        }
        return false;
      }
      if (one.kind === 'Name') {
        if (this.isAction(one)) action = true;
        else if (one.id === 'random') open = true;
        else if (one.id !== 'self' && depth <= 8)
          for (const { value } of definitionsOf(this.module, one))
            if (value) add(this.inputsOf(value, depth + 1));
      }
      return !open;
    });
    const found = {
      attributes,
      action,
      open: open || [...attributes].some((name) => /rng|rand/i.test(name)),
    };
    this.inputs.set(node, found);
    return found;
  }
}

const NOTHING: Inputs = { attributes: new Set(), action: false, open: false };

const together = (a: Inputs, b: Inputs): Inputs => ({
  attributes: new Set([...a.attributes, ...b.attributes]),
  action: a.action || b.action,
  open: a.open || b.open,
});

const isOwn = (node: Expression): boolean =>
  (node.kind === 'Name' && node.id === 'self') || selfAttribute(node) !== undefined;

function mentionsSelf(node: Node | undefined): boolean {
  let found = false;
  if (node)
    walk(node, (one) => {
      found ||= one.kind === 'Name' && one.id === 'self';
      return !found;
    });
  return found;
}

/** Methods that change nothing. */
const isQuery = (name: string): boolean =>
  /^(?:get|keys|values|items|index|count|copy|group|groups|strip|split|lower|upper|startswith|endswith|join|format|title|capitalize|replace|find|is\w+)$/.test(
    name,
  );
