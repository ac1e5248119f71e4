/** The fix of SP305: a generator of the instance, made in `reset`, takes the place of the shared one. */
import type { Method } from '../../../analysis/classes.ts';
import type { Facts } from '../../../analysis/facts.ts';
import type { Call, FunctionDef, If, Name, Statement } from '../../../analysis/python/syntax.ts';
import type { Seeding } from '../../../analysis/seeding.ts';
import { lineBefore, replacement } from '../../edits.ts';
import type { Fixing, LintContext, Replacement } from '../../rule.ts';
import { type GlobalDraw, seedingsOf, takesSeed } from './randomness.ts';

/** `undefined` where a draw may come before `reset`, or stands where there is no `self`. */
export function ownGenerator(
  context: LintContext,
  draws: readonly GlobalDraw[],
  seeds: readonly Seeding[],
): Fixing | undefined {
  const { facts } = context;
  const reset = facts.method('reset');
  const name = freeName(facts);
  if (reset?.self !== 'self' || !name || !takesSeed(facts)) return undefined;
  const edits: Replacement[] = [];
  for (const { node, fn } of draws) {
    const root = randomIn(node, facts);
    if (!root || !fn || !isAfterReset(fn, facts) || !facts.seeding?.runs(node, 'given')) return undefined;
    edits.push(replacement(root, `self.${name}`));
  }
  const made =
    seeds.length === 0 ? added(context, reset, name) : replaced(context, reset, seeds, draws, name);
  return made && { title: `Use self.${name}, made in reset`, edits: [...edits, ...made] };
}

/** Another attribute may have the name already. */
const freeName = (facts: Facts): string | undefined =>
  ['rng', '_rng', '_random'].find(
    (name) =>
      !facts.attributes?.byName.has(name) && !facts.method(name) && seedingsOf(name, facts).length === 0,
  );

/** The `random` of `random.choice(…)`; not `choice(…)` alone, nor numpy's. */
function randomIn({ func }: Call, facts: Facts): Name | undefined {
  if (func.kind !== 'Attribute' || func.value.kind !== 'Name') return undefined;
  return facts.qualified(func.value) === 'random' ? func.value : undefined;
}

/** A method of the environment that has `self` and never runs before `reset` has begun. */
function isAfterReset(fn: FunctionDef, facts: Facts): boolean {
  const cls = facts.environment?.cls;
  const method = [...(cls?.methods.values() ?? [])].find(({ node }) => node === fn);
  if (method?.kind !== 'instance' || method.self !== 'self') return false;
  if (facts.started.has(fn)) return true;
  return !facts.reached('__init__').has(fn);
}

/** The first statement behind the docstring. */
const firstOf = ({ node }: Method): Statement | undefined =>
  node.body.find((one, i) => i > 0 || one.kind !== 'ExpressionStatement' || one.value.kind !== 'Str');

function added({ document }: LintContext, reset: Method, name: string): Replacement[] | undefined {
  const first = firstOf(reset);
  const line = first && lineBefore(document, first, `self.${name} = random.Random(seed)`);
  return line && [line];
}

/** The one `random.seed(…)` of `reset`, as a statement of its own before anything is drawn. */
function replaced(
  { facts, text }: LintContext,
  reset: Method,
  seeds: readonly Seeding[],
  draws: readonly GlobalDraw[],
  name: string,
): Replacement[] | undefined {
  const [only, ...others] = seeds;
  const statement = only?.node.parent;
  if (!only || others.length > 0 || only.fn !== reset.node || statement?.kind !== 'ExpressionStatement')
    return undefined;
  if (!randomIn(only.node, facts)) return undefined;
  const guard = statement.parent;
  const whole = guard?.kind === 'If' && isSeedGuard(guard, facts) ? guard : statement;
  if (whole.parent !== reset.node) return undefined;
  if (draws.some(({ node, fn }) => fn === reset.node && node.start < whole.start)) return undefined;
  if (drawsBefore(reset, whole, draws, facts)) return undefined;
  const [argument] = only.node.args;
  const seed = whole === statement && argument ? text.slice(argument.start, argument.end) : 'seed';
  return [replacement(whole, `self.${name} = random.Random(${seed})`)];
}

/** `if seed is not None: random.seed(seed)` and nothing else: without a seed, `Random(None)` does as well. */
const isSeedGuard = (guard: If, facts: Facts): boolean =>
  guard.body.length === 1 &&
  guard.orelse.length === 0 &&
  /^seed(?: is not None)?$/.test(facts.document.text.slice(guard.test.start, guard.test.end));

/** A helper that `reset` calls before the place draws too. */
function drawsBefore(reset: Method, place: Statement, draws: readonly GlobalDraw[], facts: Facts): boolean {
  const uses = facts.attributes?.byMethod.get(reset.node) ?? [];
  return uses.some(
    ({ node, name }) =>
      node.start < place.start &&
      facts.method(name) !== undefined &&
      draws.some(({ fn }) => fn && facts.reached(name).has(fn)),
  );
}
