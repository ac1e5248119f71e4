/**
 * The ways through `step`, as far as the flags, the reward and the turn limit tell them apart: a forward analysis
 * over sets of states, in which each local or attribute that a flag or reward depends on has one of few values.
 */
import type { ClassFacts } from './classes.ts';
import { effectsOf } from './effects.ts';
import { flowOf, type Point } from './flow.ts';
import { helperOf } from './helpers.ts';
import { memo } from './memo.ts';
import type { Call, Expression, FunctionDef, Module, Node, Return, Statement } from './python/syntax.ts';
import { isFunction, selfAttribute, walk } from './python/visit.ts';
import { returnsOf } from './returns.ts';
import { type TurnLimit, turnLimitOf } from './turn-limit.ts';
import { type Fork, isTrue, type State, type Worth, WorthReader, withWorth } from './worth.ts';

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

/** Where more states than this come to a point, rewards are no longer told apart. */
const MANY_STATES = 24;
/** So many ways are not followed to their end: then nothing is said. */
const MAX_VISITS = 4000;

const endings = memo((module: Module) =>
  memo((cls: ClassFacts) => memo((step: FunctionDef) => new Walker(module, cls, step).walk())),
);

/** In no order; empty when there are too many ways. */
export const endingsOf = (module: Module, cls: ClassFacts, step: FunctionDef): readonly Ending[] =>
  endings(module)(cls)(step);

class Walker {
  private readonly module: Module;
  private readonly cls: ClassFacts;
  private readonly step: FunctionDef;
  private readonly limit: TurnLimit;
  private readonly found = new Map<string, Ending>();
  private readonly worth: WorthReader;

  constructor(module: Module, cls: ClassFacts, step: FunctionDef) {
    this.module = module;
    this.cls = cls;
    this.step = step;
    this.limit = turnLimitOf(module, cls, step);
    this.worth = new WorthReader(cls, step, this.limit);
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
    let visits = 0;
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [id] = next;
      const point = flow.points[id];
      const known = seen.get(id) ?? new Set();
      const state = known.size < MANY_STATES ? next[1] : coarse(next[1]);
      const key = keyOf(state);
      if (!point || known.has(key)) continue;
      if (++visits > MAX_VISITS) return [];
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
      return this.worth
        .evaluate(statement.test, this.effects(statement.test, state))
        .flatMap(([worth, forked]) =>
          point.next.flatMap((to) => {
            const taken = into.has(to);
            if (!known) return [[to, forked] as const];
            if (taken ? worth === 'false' || worth === 0 : isTrue(worth)) return [];
            const refined = this.worth.refine(statement.test, taken, forked);
            const after = taken && !refined.counted && this.worth.isAboutState(statement.test);
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
      const name = this.worth.nameOf(node.target);
      if (name === undefined) return [state];
      const old = state.worth.get(name);
      return this.worth.evaluate(node.value, state).map(([worth, forked]) => {
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
    const name = this.worth.nameOf(target);
    if (name === undefined) return [state];
    if (!value) return [withWorth(state, name, '?')];
    return this.worth
      .evaluate(value, state)
      .map(([worth, forked]) => withWorth(forked, name, this.worth.because(worth, forked, at)));
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
        if (this.worth.tracked.has(`self.${name}`)) state = withWorth(state, `self.${name}`, '?');
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

  private either(flag: { test: Expression | undefined; known: Worth[] }, state: State): readonly Fork[] {
    return flag.test
      ? this.worth.evaluate(flag.test, state)
      : flag.known.map((worth): Fork => [worth, state]);
  }

  private parts(
    node: Return,
    state: State,
    reward: Expression,
    terminated: Expression,
    truncated: Expression,
  ): void {
    for (const [pays, first] of this.worth.evaluate(reward, state))
      for (const [ends, second] of this.worth.evaluate(terminated, first))
        for (const [cuts, third] of this.worth.evaluate(truncated, second))
          this.note(
            node,
            third,
            pays,
            this.worth.because(ends, third, node),
            this.worth.because(cuts, third, node),
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
}

const counted = (state: State): State => ({ ...state, counted: true, time: '?', exact: false });

function coarse(state: State): State {
  const worth = [...state.worth].map(
    ([name, value]) => [name, typeof value === 'number' ? '?' : value] as const,
  );
  return { ...state, worth: new Map(worth) };
}

function keyOf({ worth, time, exact, counted: was, after, tested }: State): string {
  const parts = [...worth].map(([name, value]) => `${name}=${value}`).sort();
  return [time, exact, was, after, tested, ...parts].join(' ');
}

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
