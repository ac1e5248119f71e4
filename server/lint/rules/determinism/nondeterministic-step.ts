import type { Facts } from '../../../analysis/facts.ts';
import type { FunctionDef, Node } from '../../../analysis/python/syntax.ts';
import type { LintRule } from '../../rule.ts';
import { globalDraws, globalSeeds, isOnly, isUnseededAttribute, isUsed } from './randomness.ts';

/** `step` or a tool draws from a generator that no seed reaches. */
export const nondeterministicStep: LintRule = {
  code: 'SP302',
  check(context) {
    const { facts } = context;
    for (const { at, says } of [...sharedDraws(facts), ...ownGenerators(facts)]) {
      context.report(
        at,
        `The same seed and actions come out differently in another process: ${says}. The agent is paid for luck that cannot be replayed. Draw from self.rng = random.Random(seed), made in reset.`,
      );
    }
  },
};

interface Found {
  readonly at: Node;
  readonly says: string;
}

/** What only an action runs; what `reset` runs too is SP301's. */
const isActing = (fn: FunctionDef | undefined, facts: Facts): fn is FunctionDef =>
  fn !== undefined && facts.acting.has(fn) && !facts.started.has(fn);

function sharedDraws(facts: Facts): Found[] {
  // Seeded by every reset, it gives the same draws as long as nobody else draws: SP305.
  if (globalSeeds(facts, 'given').size > 0) return [];
  const seen = new Set<FunctionDef>();
  return globalDraws(facts).flatMap(({ node, fn, name }) => {
    if (!isActing(fn, facts) || seen.has(fn)) return [];
    seen.add(fn);
    return [{ at: node, says: `\`${fn.name}\` draws by \`${name}\`, which no seed reaches` }];
  });
}

function ownGenerators(facts: Facts): Found[] {
  const found: Found[] = (facts.seeding?.all ?? []).flatMap((one) =>
    !one.global && isActing(one.fn, facts) && isOnly(one.given, 'none') && isUsed(one, facts)
      ? [{ at: one.node, says: `\`${one.fn.name}\` makes a generator without a seed` }]
      : [],
  );
  const draws = facts.entropy?.draws ?? [];
  const seen = new Set<string>();
  for (const { node, fn, from } of draws) {
    const { attribute } = from;
    if (attribute === undefined || seen.has(attribute) || !isActing(fn, facts)) continue;
    const inReset = draws.some(
      (other) => other.from.attribute === attribute && other.fn && facts.started.has(other.fn),
    );
    if (inReset || !isUnseededAttribute(attribute, facts)) continue;
    seen.add(attribute);
    found.push({
      at: node,
      says: `\`${fn.name}\` draws from \`self.${attribute}\`, which was made without a seed`,
    });
  }
  return found;
}
