/**
 * The ways through `step`, as far as the flags, the reward and the turn limit tell them apart: a forward analysis
 * over sets of states, in which each local or attribute that a flag or reward depends on has one of few values.
 */
import { attributesOf } from './attributes.ts';
import type { ClassFacts } from './classes.ts';
import { helperOf } from './constants.ts';
import { effectsOf } from './effects.ts';
import { flowOf, type Point } from './flow.ts';
import { memo } from './memo.ts';
import type { Call, Expression, FunctionDef, Module, Node, Return, Statement } from './python/syntax.ts';
import { isFunction, selfAttribute, walk, walkBody } from './python/visit.ts';
import { returnsOf } from './returns.ts';
import { type TurnLimit, turnLimitOf } from './turn-limit.ts';

/**
 * `true`, `false`; `late`: true because time is up; `free`: a comparison that has nothing to do with the turns, so
 * both can be; a number; `?`: not known.
 */
export type Worth = 'true' | 'false' | 'late' | 'free' | '?' | number;

export interface Ending {
  readonly node: Return;
  readonly reward: Worth;
  readonly terminated: Worth;
  readonly truncated: Worth;
  /** Where the reward stands. */
  readonly rewardAt: Expression | undefined;
  /** Time is up, is not, or was not asked for since the turn was counted. */
  readonly time: 'late' | 'early' | '?';
  /** Time is up by a test that is true on one turn only. */
  readonly exact: boolean;
  /** The turn has been counted before. */
  readonly counted: boolean;
  /** Behind a condition on the state alone, before anything has happened: as after the end of the episode. */
  readonly after: boolean;
  /** The limit was looked at somewhere on the way. */
  readonly tested: boolean;
}

interface State {
  readonly worth: ReadonlyMap<string, Worth>;
  readonly time: Ending['time'];
  readonly exact: boolean;
  readonly counted: boolean;
  readonly after: boolean;
  readonly tested: boolean;
}

type Fork = readonly [worth: Worth, state: State];

/** A point that more states come to is not looked at further: what is found stays true, something may be missed. */
const MAX_STATES = 64;
const MAX_FORKS = 12;

const endings = memo((module: Module) =>
  memo((cls: ClassFacts) => memo((step: FunctionDef) => new Walker(module, cls, step).walk())),
);

/** In no order. */
export const endingsOf = (module: Module, cls: ClassFacts, step: FunctionDef): readonly Ending[] =>
  endings(module)(cls)(step);

export const isTrue = (worth: Worth): boolean => worth === 'true' || worth === 'late';

class Walker {
  private readonly module: Module;
  private readonly cls: ClassFacts;
  private readonly step: FunctionDef;
  private readonly limit: TurnLimit;
  private readonly found = new Map<string, Ending>();
  /** Locals and attributes that flags and rewards are kept in. */
  private readonly tracked: ReadonlySet<string>;

  constructor(module: Module, cls: ClassFacts, step: FunctionDef) {
    this.module = module;
    this.cls = cls;
    this.step = step;
    this.limit = turnLimitOf(module, cls, step);
    this.tracked = this.trackedNames();
  }

  walk(): readonly Ending[] {
    const flow = flowOf(this.step);
    const start: State = {
      worth: new Map(),
      time: '?',
      exact: false,
      counted: false,
      after: false,
      tested: false,
    };
    const seen = new Map<number, Set<string>>();
    const queue: [number, State][] = [[flow.entry, start]];
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [id, state] = next;
      const point = flow.points[id];
      const known = seen.get(id) ?? new Set();
      const key = keyOf(state);
      if (!point || known.has(key) || known.size >= MAX_STATES) continue;
      seen.set(id, known.add(key));
      for (const [to, after] of this.leave(point, state)) queue.push([to, after]);
    }
    return [...this.found.values()];
  }

  private leave(point: Point, state: State): (readonly [number, State])[] {
    const { statement } = point;
    if (statement?.kind === 'Return') {
      this.end(statement, state);
      return [];
    }
    if (statement?.kind === 'If' && point.nodes[0] === statement.test) {
      const into = new Set(
        flowOf(this.step)
          .pointsOf(firstNode(statement.body[0]) ?? statement)
          .map(({ id }) => id),
      );
      const known = point.next.some((to) => into.has(to));
      return this.evaluate(statement.test, this.effects(statement.test, state)).flatMap(([worth, forked]) =>
        point.next.flatMap((to) => {
          const taken = into.has(to);
          if (!known) return [[to, forked] as const];
          if (taken ? worth === 'false' || worth === 0 : isTrue(worth)) return [];
          const refined = this.refine(statement.test, taken, forked);
          const after = taken && !refined.counted && this.isAboutState(statement.test);
          return [[to, after ? { ...refined, after: true } : refined] as const];
        }),
      );
    }
    let states = [state];
    for (const node of point.nodes) states = states.flatMap((one) => this.execute(node, one));
    return states.flatMap((one) => point.next.map((to) => [to, one] as const));
  }

  private execute(node: Node, before: State): State[] {
    const state = this.effects(node, before);
    if (node.kind === 'Assign' || (node.kind === 'AnnAssign' && node.value)) {
      const targets = node.kind === 'Assign' ? node.targets : [node.target];
      return targets.reduce<State[]>(
        (states, target) => states.flatMap((one) => this.assign(target, node.value, one, node)),
        [state],
      );
    }
    if (node.kind === 'AugAssign') {
      const name = this.nameOf(node.target);
      if (name === undefined) return [state];
      const old = state.worth.get(name);
      return this.evaluate(node.value, state).map(([worth, forked]) => {
        const sum = typeof old === 'number' && typeof worth === 'number' ? summed(node.op, old, worth) : '?';
        return withWorth(forked, name, sum);
      });
    }
    return [state];
  }

  private assign(target: Expression, value: Expression | undefined, state: State, at: Statement): State[] {
    if ((target.kind === 'Tuple' || target.kind === 'List') && value?.kind === 'Tuple')
      return target.elements.reduce<State[]>(
        (states, one, i) => states.flatMap((now) => this.assign(one, value.elements[i], now, at)),
        [state],
      );
    if (target.kind === 'Tuple' || target.kind === 'List')
      return target.elements.reduce<State[]>(
        (states, one) => states.flatMap((now) => this.assign(one, undefined, now, at)),
        [state],
      );
    const name = this.nameOf(target);
    if (name === undefined) return [state];
    if (!value) return [withWorth(state, name, '?')];
    return this.evaluate(value, state).map(([worth, forked]) =>
      withWorth(forked, name, this.because(worth, forked, at)),
    );
  }

  /** A `True` that stands where time is up is true for that reason. */
  private because(worth: Worth, state: State, at: Node): Worth {
    if (worth !== 'true' || state.time !== 'late') return worth;
    for (let child = at, up = at.parent; up && up !== this.step; child = up, up = up.parent) {
      if (up.kind === 'If' && up.test !== child && this.asksForTime(up.test)) return 'late';
    }
    return worth;
  }

  private asksForTime(test: Expression): boolean {
    let found = false;
    walk(test, (node) => {
      found ||= this.limit.testOf(node as Expression) !== undefined || this.holdsTest(node);
      return !found;
    });
    return found;
  }

  /** A local or attribute that a test of the limit was assigned to. */
  private holdsTest(node: Node): boolean {
    const name = this.nameOf(node);
    return name !== undefined && this.carriers.has(name);
  }

  private get carriers(): ReadonlySet<string> {
    return carriersOf(this.limit)(this.step);
  }

  /** What calls of helpers, and the counting of turns, change. */
  private effects(node: Node, before: State): State {
    let state = before;
    walk(node, (one) => {
      if (isFunction(one) || one.kind === 'ClassDef') return false;
      const attribute =
        one.kind === 'AugAssign'
          ? selfAttribute(one.target)
          : one.kind === 'Assign'
            ? one.targets.map((target) => selfAttribute(target)).find(Boolean)
            : undefined;
      if (attribute !== undefined && this.limit.counters.has(attribute)) state = counted(state);
      const helper = one.kind === 'Call' ? this.helper(one) : undefined;
      if (!helper) return true;
      const { writes } = effectsOf(this.module, this.cls, helper);
      if ([...this.limit.counters].some((name) => writes.has(name))) state = counted(state);
      for (const name of writes)
        if (this.tracked.has(`self.${name}`)) state = withWorth(state, `self.${name}`, '?');
      return true;
    });
    return state;
  }

  private helper(node: Call): FunctionDef | undefined {
    const helper = helperOf(node, { module: this.module, cls: this.cls })?.node;
    return helper && helper.parent?.kind === 'ClassDef' ? helper : undefined;
  }

  private end(node: Return, state: State): void {
    const { value } = node;
    const after = value ? this.effects(value, state) : state;
    if (value?.kind === 'Tuple' && value.elements.length === 5) {
      const [, reward, terminated, truncated] = value.elements;
      if (reward && terminated && truncated) this.parts(node, after, reward, terminated, truncated);
      return;
    }
    for (const { node: own, parts } of returnsOf(this.module, this.cls, this.step)) {
      const [, reward, terminated, truncated] = parts?.length === 5 ? (parts ?? []) : [];
      if (own !== node || !reward || !terminated || !truncated) continue;
      const flags = [terminated, truncated].map(({ values, expression }) => {
        const test = expression && this.limit.testOf(expression) ? expression : undefined;
        const known = values.map(
          (one): Worth => (one.kind === 'bool' ? (one.value ? 'true' : 'false') : '?'),
        );
        return { test, known: known.length > 0 ? known : (['?'] as Worth[]) };
      });
      const [first, second] = flags;
      const pays =
        reward.values.length === 1 && reward.values[0]?.kind === 'num' ? reward.values[0].value : '?';
      if (!first || !second) continue;
      for (const [ends, one] of this.either(first, after))
        for (const [cuts, two] of this.either(second, one))
          this.note(node, two, pays, ends, cuts, reward.expression);
    }
  }

  private either(flag: { test: Expression | undefined; known: Worth[] }, state: State): Fork[] {
    return flag.test ? this.evaluate(flag.test, state) : flag.known.map((worth): Fork => [worth, state]);
  }

  private parts(
    node: Return,
    state: State,
    reward: Expression,
    terminated: Expression,
    truncated: Expression,
  ): void {
    for (const [pays, first] of this.evaluate(reward, state))
      for (const [ends, second] of this.evaluate(terminated, first))
        for (const [cuts, third] of this.evaluate(truncated, second))
          this.note(
            node,
            third,
            pays,
            this.because(ends, third, node),
            this.because(cuts, third, node),
            reward,
          );
  }

  private note(
    node: Return,
    state: State,
    reward: Worth,
    terminated: Worth,
    truncated: Worth,
    rewardAt: Expression | undefined,
  ): void {
    const { time, exact, counted: wasCounted, after, tested } = state;
    const flags = [time, exact, wasCounted, after, tested];
    this.found.set([node.start, reward, terminated, truncated, ...flags].join(' '), {
      node,
      reward,
      terminated,
      truncated,
      rewardAt,
      time,
      exact,
      counted: wasCounted,
      after,
      tested,
    });
  }

  private evaluate(node: Expression, state: State): readonly Fork[] {
    const test = this.limit.testOf(node);
    if (test) {
      const asked: State = { ...state, tested: true };
      const worthOf = (late: boolean): Worth =>
        late === (test.trueWhen === 'late') ? (late ? 'late' : 'true') : 'false';
      // The turn that reaches the limit is not past it.
      if (state.time === 'late' && state.exact && test.strict) return [[worthOf(false), asked]];
      const sure =
        state.time === 'late'
          ? !state.exact || test.exact
          : state.time === 'early' && test.exact === state.exact;
      if (sure) return [[worthOf(state.time === 'late'), asked]];
      return [
        [worthOf(true), { ...asked, time: 'late', exact: test.exact }],
        [worthOf(false), { ...asked, time: 'early', exact: test.exact }],
      ];
    }
    switch (node.kind) {
      case 'Constant':
        return [[node.value === true ? 'true' : node.value === '...' ? '?' : 'false', state]];
      case 'Num':
        return [[node.value, state]];
      case 'UnaryOp':
        return this.evaluate(node.operand, state).map(([worth, one]): Fork => {
          if (node.op === 'not') return [negated(worth), one];
          return [node.op === '-' && typeof worth === 'number' ? -worth : '?', one];
        });
      case 'BoolOp':
        return this.boolean(node.op, node.values, state);
      case 'IfExp':
        return this.evaluate(node.test, state)
          .flatMap(([worth, one]) => [
            ...(worth === 'false' ? [] : this.evaluate(node.body, this.refine(node.test, true, one))),
            ...(isTrue(worth) ? [] : this.evaluate(node.orelse, this.refine(node.test, false, one))),
          ])
          .slice(0, MAX_FORKS);
      case 'Name':
      case 'Attribute': {
        const name = this.nameOf(node);
        const worth = (name === undefined ? undefined : state.worth.get(name)) ?? '?';
        return [[worth, this.holdsTest(node) ? { ...state, tested: true } : state]];
      }
      case 'Compare':
        return [[this.isFree(node) ? 'free' : '?', state]];
      case 'Call': {
        const [only, ...others] = node.args;
        const casts = node.func.kind === 'Name' && /^(?:bool|float|int)$/.test(node.func.id);
        if (!casts || !only || others.length > 0) return [['?', state]];
        return this.evaluate(only, state).map(([worth, one]): Fork => [cast(node, worth), one]);
      }
      default:
        return [['?', state]];
    }
  }

  private boolean(op: 'and' | 'or', values: readonly Expression[], state: State): readonly Fork[] {
    let forks: readonly Fork[] = [[op === 'and' ? 'true' : 'false', state]];
    for (const value of values) {
      forks = forks.flatMap(([left, one]): readonly Fork[] => {
        if (op === 'and' ? left === 'false' : isTrue(left)) return [[left, one]];
        return this.evaluate(value, one).map(([right, two]): Fork => [both(op, left, right), two]);
      });
    }
    return forks.slice(0, MAX_FORKS);
  }

  /** What the outcome of a condition tells of the names in it. */
  private refine(test: Expression, outcome: boolean, state: State): State {
    if (test.kind === 'UnaryOp' && test.op === 'not') return this.refine(test.operand, !outcome, state);
    if (test.kind === 'BoolOp')
      return (test.op === 'and') === outcome
        ? test.values.reduce((now, value) => this.refine(value, outcome, now), state)
        : state;
    const name = this.nameOf(test);
    if (name === undefined) return state;
    const old = state.worth.get(name);
    if (old !== undefined && old !== '?' && old !== 'free') return state;
    return withWorth(state, name, outcome ? 'true' : 'false');
  }

  private nameOf(node: Node): string | undefined {
    const name = trackable(node);
    return name !== undefined && this.tracked.has(name) ? name : undefined;
  }

  /** Nothing in it depends on the action or on what this call of `step` has done. */
  private isAboutState(test: Expression): boolean {
    let only = true;
    walk(test, (node) => {
      only &&=
        node.kind !== 'Call' && (node.kind !== 'Name' || node.id === 'self' || /^[A-Z_]+$/.test(node.id));
      return only;
    });
    return only;
  }

  /** A comparison of other things than flags and turns. */
  private isFree(node: Expression): boolean {
    let names = 0;
    let bound = false;
    walk(node, (one) => {
      const name = trackable(one);
      if (name !== undefined && name !== 'self') {
        names++;
        const attribute = selfAttribute(one) ?? '';
        bound ||=
          this.tracked.has(name) || this.limit.counters.has(attribute) || this.limit.limits.has(attribute);
      }
      return !bound;
    });
    return names > 0 && !bound;
  }

  private trackedNames(): ReadonlySet<string> {
    const found = new Set<string>();
    const note = (node: Node): void => {
      walk(node, (one) => {
        const name = one.kind === 'Call' ? undefined : trackable(one);
        if (name !== undefined && name !== 'self') found.add(name);
        return one.kind !== 'Compare' && one.kind !== 'Attribute';
      });
    };
    for (const { node } of flowOf(this.step).returns)
      if (node.value?.kind === 'Tuple') for (const part of node.value.elements.slice(1, 4)) note(part);
    // Attributes that are true or false, and names that a test of the limit is kept in.
    for (const [name, { writes }] of attributesOf(this.cls).byName)
      if (writes.some(({ value }) => value?.kind === 'Constant' && typeof value.value === 'boolean'))
        found.add(`self.${name}`);
    walkBody(this.step.body, (node) => {
      if (node.kind !== 'Assign') return true;
      const { value } = node;
      const kept =
        (value.kind === 'Constant' && typeof value.value === 'boolean') ||
        this.limit.testOf(value) !== undefined;
      for (const target of node.targets) if (kept && target.kind === 'Name') found.add(target.id);
      return true;
    });
    return found;
  }
}

const trackable = (node: Node): string | undefined => {
  if (node.kind === 'Name') return node.id;
  const attribute = selfAttribute(node);
  return attribute === undefined ? undefined : `self.${attribute}`;
};

const carriersOf = memo((limit: TurnLimit) =>
  memo((step: FunctionDef): ReadonlySet<string> => {
    const found = new Set<string>();
    walkBody(step.body, (node) => {
      if (node.kind !== 'Assign') return true;
      let tests = false;
      walk(node.value, (one) => {
        tests ||= limit.testOf(one as Expression) !== undefined;
        return !tests;
      });
      for (const target of node.targets) {
        const name = trackable(target);
        if (tests && name !== undefined) found.add(name);
      }
      return true;
    });
    return found;
  }),
);

const counted = (state: State): State => ({ ...state, counted: true, time: '?', exact: false });

function withWorth(state: State, name: string, worth: Worth): State {
  if (state.worth.get(name) === worth) return state;
  return { ...state, worth: new Map(state.worth).set(name, worth) };
}

function keyOf({ worth, time, exact, counted: was, after, tested }: State): string {
  const parts = [...worth].map(([name, value]) => `${name}=${value}`).sort();
  return [time, exact, was, after, tested, ...parts].join(' ');
}

const negated = (worth: Worth): Worth =>
  worth === 'false' ? 'true' : isTrue(worth) ? 'false' : worth === 'free' ? 'free' : '?';

function both(op: 'and' | 'or', left: Worth, right: Worth): Worth {
  if (op === 'or')
    return left === 'false' || isTrue(right) ? right : left === 'free' && right !== '?' ? 'free' : '?';
  if (right === 'false' || isTrue(left)) return right;
  return left === 'free' && right !== '?' ? 'free' : '?';
}

const cast = ({ func }: Call, worth: Worth): Worth => {
  if (func.kind === 'Name' && func.id === 'bool') return worth;
  if (typeof worth === 'number') return worth;
  return isTrue(worth) ? 1 : worth === 'false' ? 0 : '?';
};

const summed = (op: string, old: number, value: number): Worth =>
  op === '+' ? old + value : op === '-' ? old - value : op === '*' ? old * value : '?';

/** The node by which the flow knows the point where a statement begins. */
function firstNode(statement: Statement | undefined): Node | undefined {
  switch (statement?.kind) {
    case 'If':
    case 'While':
      return statement.test;
    case 'For':
      return statement.iter;
    case 'With':
      return statement.items[0];
    case 'Match':
      return statement.subject;
    case 'Try':
      return firstNode(statement.body[0]);
    default:
      return statement;
  }
}
