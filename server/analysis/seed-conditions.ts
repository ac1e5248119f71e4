/** Ways through an environment that are taken only when `reset` was given a seed, or only when it was not. */
import { attributesOf } from './attributes.ts';
import type { ClassFacts } from './classes.ts';
import type { Expression, FunctionDef, Module, Name, Node, Parameter } from './python/syntax.ts';
import { isFunction } from './python/visit.ts';
import { definitionsOf } from './reaching.ts';

/** `reset` was called with a seed that is not `None` (and not 0), or without one. */
export type Called = 'given' | 'absent';

const MAX_DEPTH = 8;

export class SeedConditions {
  private readonly module: Module;
  private readonly cls: ClassFacts;
  private readonly started: ReadonlySet<FunctionDef>;

  /** @param started what `reset` may run. */
  constructor(module: Module, cls: ClassFacts, started: ReadonlySet<FunctionDef>) {
    this.module = module;
    this.cls = cls;
    this.started = started;
  }

  /** Conditions on the seed around a place: `if seed is None:` and the like. */
  runs(node: Node, called: Called): boolean {
    for (let child = node, at = node.parent; at && !isFunction(at); child = at, at = at.parent) {
      if (at.kind === 'If' || at.kind === 'IfExp') {
        const asked = this.asks(at.test);
        if (asked === undefined || child === at.test) continue;
        const inBody = at.kind === 'If' ? at.body.some((one) => one === child) : at.body === child;
        if ((asked === called) !== inBody) return false;
      } else if (at.kind === 'BoolOp') {
        for (const value of at.values) {
          if (value === child) break;
          const asked = this.asks(value);
          if (asked !== undefined && (asked === called) !== (at.op === 'and')) return false;
        }
      }
    }
    return true;
  }

  /** Under which condition a test is true; `undefined` for a test of something else. */
  asks(test: Expression, depth = 0): Called | undefined {
    if (depth > MAX_DEPTH) return undefined;
    if (test.kind === 'Name') return this.isSeed(test) ? 'given' : undefined;
    if (test.kind === 'UnaryOp' && test.op === 'not') {
      const inner = this.asks(test.operand, depth + 1);
      return inner && (inner === 'given' ? 'absent' : 'given');
    }
    const [op, ...more] = test.kind === 'Compare' ? test.ops : [];
    const [other] = test.kind === 'Compare' ? test.comparators : [];
    if (test.kind !== 'Compare' || more.length > 0 || other?.kind !== 'Constant' || other.value !== null)
      return undefined;
    if (test.left.kind !== 'Name' || !this.isSeed(test.left)) return undefined;
    return op === 'is' || op === '==' ? 'absent' : op === 'is not' || op === '!=' ? 'given' : undefined;
  }

  private isSeed(name: Name): boolean {
    return definitionsOf(this.module, name).some(
      ({ node }) => node.kind === 'Parameter' && this.isSeedParameter(node),
    );
  }

  /** The `seed` of `reset`, or of a helper to which `reset` hands it under that name. */
  isSeedParameter(parameter: Parameter): boolean {
    const fn = parameter.parent;
    if (!/seed/i.test(parameter.name) || fn?.kind !== 'FunctionDef' || !this.started.has(fn)) return false;
    if (fn.name === 'reset') return true;
    const reads = attributesOf(this.cls).byName.get(fn.name)?.reads ?? [];
    const calls = reads.flatMap(({ node }) =>
      node.parent?.kind === 'Call' && node.parent.func === node ? [node.parent] : [],
    );
    return (
      calls.length > 0 &&
      calls.every((call) => [...call.args, ...call.keywords.map(({ value }) => value)].some(isSeedName))
    );
  }
}

const isSeedName = (node: Expression): boolean => node.kind === 'Name' && /seed/i.test(node.id);
