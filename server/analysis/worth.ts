/** What flags and rewards are worth in `step`, as far as constants and the turn limit tell. */
import { attributesOf } from './attributes.ts';
import type { ClassFacts } from './classes.ts';
import { flowOf } from './flow.ts';
import { memo } from './memo.ts';
import type { Call, Expression, FunctionDef, Node } from './python/syntax.ts';
import { selfAttribute, walk, walkBody } from './python/visit.ts';
import type { TurnLimit } from './turn-limit.ts';

/**
 * `true`, `false`; `late`: true because time is up; `free`: a comparison that has nothing to do with the turns, so
 * both can be; a number; `?`: not known.
 */
export type Worth = 'true' | 'false' | 'late' | 'free' | '?' | number;

/** What is known on the way to a point. */
export interface State {
  readonly worth: ReadonlyMap<string, Worth>;
  /** Time is up, is not, or was not asked for since the turn was counted. */
  readonly time: 'late' | 'early' | '?';
  /** By a test that is true on one turn only. */
  readonly exact: boolean;
  readonly counted: boolean;
  readonly after: boolean;
  readonly tested: boolean;
}

/** A value, and what is known where it is that. */
export type Fork = readonly [worth: Worth, state: State];

const MAX_FORKS = 12;

export const isTrue = (worth: Worth): boolean => worth === 'true' || worth === 'late';

export class WorthReader {
  private readonly cls: ClassFacts;
  private readonly step: FunctionDef;
  private readonly limit: TurnLimit;
  /** Locals and attributes that flags and rewards are kept in. */
  readonly tracked: ReadonlySet<string>;

  constructor(cls: ClassFacts, step: FunctionDef, limit: TurnLimit) {
    this.cls = cls;
    this.step = step;
    this.limit = limit;
    this.tracked = this.trackedNames();
  }

  nameOf(node: Node): string | undefined {
    const name = trackable(node);
    return name !== undefined && this.tracked.has(name) ? name : undefined;
  }

  evaluate(node: Expression, state: State): readonly Fork[] {
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
  refine(test: Expression, outcome: boolean, state: State): State {
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

  /** A `True` that stands where time is up is true for that reason. */
  because(worth: Worth, state: State, at: Node): Worth {
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

  /** Nothing in it depends on the action or on what this call of `step` has done. */
  isAboutState(test: Expression): boolean {
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

export function withWorth(state: State, name: string, worth: Worth): State {
  if (state.worth.get(name) === worth) return state;
  return { ...state, worth: new Map(state.worth).set(name, worth) };
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
