import type { Facts } from '../../../analysis/facts.ts';
import type { FunctionDef, Node } from '../../../analysis/python/syntax.ts';
import { homeIn } from '../../../analysis/reach.ts';
import type { LintRule } from '../../rule.ts';
import { globalDraws, globalSeeds, isOnly, isStarted, isUnseededAttribute, isUsed } from './randomness.ts';

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
function actingAt(node: Node, facts: Facts): FunctionDef | undefined {
  const fn = homeIn(node, facts.acting);
  return fn && !facts.started.has(fn) ? fn : undefined;
}

function sharedDraws(facts: Facts): Found[] {
  // Seeded by every reset, it gives the same draws as long as nobody else draws: SP305.
  if (globalSeeds(facts, 'given').size > 0) return [];
  const seen = new Set<FunctionDef>();
  return globalDraws(facts).flatMap(({ node, name }) => {
    const fn = actingAt(node, facts);
    if (!fn || seen.has(fn)) return [];
    seen.add(fn);
    return [{ at: node, says: `\`${fn.name}\` draws by \`${name}\`, which no seed reaches` }];
  });
}

function ownGenerators(facts: Facts): Found[] {
  const found: Found[] = (facts.seeding?.all ?? []).flatMap((one) => {
    const fn = actingAt(one.node, facts);
    return fn && !one.global && isOnly(one.given, 'none') && isUsed(one, facts)
      ? [{ at: one.node, says: `\`${fn.name}\` makes a generator without a seed` }]
      : [];
  });
  const draws = facts.entropy?.draws ?? [];
  const seen = new Set<string>();
  for (const { node, from } of draws) {
    const { attribute } = from;
    const fn = actingAt(node, facts);
    if (attribute === undefined || seen.has(attribute) || !fn) continue;
    const inReset = draws.some((other) => other.from.attribute === attribute && isStarted(other.node, facts));
    if (inReset || !isUnseededAttribute(attribute, facts)) continue;
    seen.add(attribute);
    found.push({
      at: node,
      says: `\`${fn.name}\` draws from \`self.${attribute}\`, which was made without a seed`,
    });
  }
  return found;
}
