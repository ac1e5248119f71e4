import type { Method } from '../../../analysis/classes.ts';
import type { Facts } from '../../../analysis/facts.ts';
import type { Name, Parameter } from '../../../analysis/python/syntax.ts';
import { insertion, nameSpan, replacement } from '../../edits.ts';
import type { Fixing, LintRule, Span } from '../../rule.ts';
import { parametersOf, quoted, requiredOf } from './signature.ts';

/** `reset` cannot be called as `reset()` and as `reset(seed=7)`, or a missing seed is not `None`. */
export const resetSignature: LintRule = {
  code: 'SP103',
  check(context) {
    const { facts } = context;
    const method = facts.method('reset');
    const parameters = parametersOf(method);
    const problem = method && parameters && problemOf(method, parameters, facts);
    if (!problem) return;
    const { at, says, harm, fix } = problem;
    context.report(
      at,
      `${says} A trainer that asks for a seed ${harm}. Declare \`def reset(self, seed=None)\`.`,
      {
        ...(fix ? { fix } : {}),
      },
    );
  },
};

interface Problem {
  readonly at: Span;
  readonly says: string;
  readonly harm: string;
  readonly fix?: Fixing | undefined;
}

function problemOf(method: Method, parameters: readonly Parameter[], facts: Facts): Problem | undefined {
  const at = nameSpan(method.node);
  const seed = parameters.find(({ name, flavour }) => name === 'seed' && flavour !== 'positionalOnly');
  const others = requiredOf(parameters).filter((parameter) => parameter !== seed);
  if (others.length > 0)
    return { at, says: `\`reset\` requires ${quoted(others)}.`, harm: 'gets a TypeError' };
  if (!seed) {
    if (parameters.some(({ flavour }) => flavour === 'varKeywords')) return undefined;
    const fix = parameters.some(({ name }) => name === 'seed') ? undefined : added(method);
    return { at, says: '`reset` takes no `seed` by name.', harm: 'gets a TypeError', fix };
  }
  const withNone = (edit: { readonly start: number; readonly end: number; readonly text: string }) =>
    takesNone(method, facts) ? { title: 'Make None the default of seed', edits: [edit] } : undefined;
  if (!seed.default)
    return {
      at: seed,
      says: '`reset` requires a `seed`.',
      harm: 'can no longer leave the choice to chance: `reset()` is a TypeError',
      fix: withNone(insertion(seed.end, seed.annotation ? ' = None' : '=None')),
    };
  const value = facts.evaluate(seed.default);
  if (value.kind === 'none' || value.kind === 'unknown') return undefined;
  return {
    at: seed,
    says: `\`reset\` takes \`seed=${facts.document.text.slice(seed.default.start, seed.default.end)}\` when none is given.`,
    harm: 'or none then gets one and the same task from every bare `reset()`',
    fix: withNone(replacement(seed.default, 'None')),
  };
}

/** `seed=None` behind what can be given by position, so that calls by position stay what they are. */
function added(method: Method): Fixing | undefined {
  const last = method.node.parameters.findLast(
    ({ flavour }) => flavour === 'normal' || flavour === 'positionalOnly',
  );
  if (!last || !method.self || last.flavour === 'positionalOnly') return undefined;
  return { title: 'Add seed=None', edits: [insertion(last.end, ', seed=None')] };
}

/** The method reads its seed only where `None` is as good as a number: to seed a generator, or to ask for `None`. */
function takesNone({ node }: Method, facts: Facts): boolean {
  const reads = facts
    .nodes('Name')
    .filter(
      (name) =>
        name.id === 'seed' &&
        name.start > node.start &&
        name.end <= node.end &&
        facts.definitions(name).some(({ kind, node: by }) => kind === 'parameter' && by.parent === node),
    );
  return reads.every((name) => isSafe(name, facts));
}

function isSafe(name: Name, facts: Facts): boolean {
  const { parent } = name;
  // `seed = seed + 1` binds the name as well as reading it.
  if (parent?.kind === 'Assign' && parent.targets.some((target) => target === name)) return true;
  if (parent?.kind === 'Compare')
    return parent.ops.length === 1 && /^is/.test(parent.ops[0] ?? '') && parent.left === name;
  const call = parent?.kind === 'Keyword' ? parent.parent : parent;
  if (call?.kind !== 'Call' || call.func === name) return false;
  const called = facts.qualified(call.func);
  if (called === 'random.Random' || called === 'random.seed' || called === 'numpy.random.default_rng')
    return true;
  return call.func.kind === 'Attribute' && (call.func.attr === 'seed' || call.func.attr === 'reset');
}
