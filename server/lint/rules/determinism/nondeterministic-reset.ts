import type { Facts } from '../../../analysis/facts.ts';
import type { Node } from '../../../analysis/python/syntax.ts';
import { homeIn } from '../../../analysis/reach.ts';
import { showsInOutcome } from '../../outcome.ts';
import type { LintRule, Span } from '../../rule.ts';
import {
  globalDraws,
  globalSeeds,
  inStarted,
  isOnly,
  isStarted,
  isUnseededAttribute,
  isUsed,
  takesSeed,
} from './randomness.ts';

/** `reset(seed)` draws from a generator that the seed does not reach. */
export const nondeterministicReset: LintRule = {
  code: 'SP301',
  check(context) {
    const { facts } = context;
    if (!takesSeed(facts)) return;
    for (const { at, says } of [...unseededGenerators(facts), ...sharedDraws(facts), ...drawnBefore(facts)]) {
      context.report(
        at,
        `The same seed starts another episode in another process: ${says}. Plays of one group get different tasks, and none can be played again. Draw everything from one generator that reset makes: random.Random(seed).`,
      );
    }
  },
};

interface Found {
  readonly at: Span;
  readonly says: string;
}

function unseededGenerators(facts: Facts): Found[] {
  const all = facts.seeding?.all ?? [];
  const found: Found[] = all.flatMap((one) => {
    if (one.global || !inStarted(one, facts) || !isOnly(one.given, 'none') || !isUsed(one, facts)) return [];
    const again = all.some(
      (other) =>
        other !== one &&
        inStarted(other, facts) &&
        other.given.size > 0 &&
        !isOnly(other.given, 'none') &&
        (other.attributes.some((name) => one.attributes.includes(name)) ||
          (other.fn === one.fn && other.names.some((name) => one.names.includes(name)))),
    );
    return again ? [] : [{ at: one.node, says: 'this generator is made without the seed' }];
  });
  const seen = new Set<string>();
  for (const { node, from } of facts.entropy?.draws ?? []) {
    const { attribute } = from;
    if (attribute === undefined || seen.has(attribute) || !isStarted(node, facts)) continue;
    if (!facts.seeding?.runs(node, 'given') || !isUnseededAttribute(attribute, facts)) continue;
    seen.add(attribute);
    found.push({ at: node, says: `reset draws from \`self.${attribute}\`, which was made without the seed` });
  }
  return found;
}

/** The first draw of `reset` from the shared generator, where nothing seeds that. */
function sharedDraws(facts: Facts): Found[] {
  if (globalSeeds(facts, 'given').size > 0 || isSeededAnywhere(facts)) return [];
  const draw = globalDraws(facts).find(
    ({ node }) => isStarted(node, facts) && facts.seeding?.runs(node, 'given'),
  );
  return draw
    ? [{ at: draw.node, says: `reset draws by \`${draw.name}\`, which the seed does not reach` }]
    : [];
}

const isSeededAnywhere = (facts: Facts): boolean => facts.seeding?.all.some(({ global }) => global) ?? false;

/** Drawn when the module is loaded or the instance is made, and shown by an outcome. */
function drawnBefore(facts: Facts): Found[] {
  const draws = globalDraws(facts);
  if (draws.length === 0 || isSeededAnywhere(facts)) return [];
  const made = facts.reached('__init__');
  for (const draw of draws) {
    const { node, name } = draw;
    const fn = homeIn(node, made);
    // Elsewhere it is drawn by `reset` or an action, or by nothing that is played.
    if (!fn && draw.fn) continue;
    if (fn && (facts.started.has(fn) || facts.acting.has(fn))) continue;
    const source = fn ? (one: Node) => one === node : assignedName(node);
    if (source && showsInOutcome(facts, source))
      return [
        {
          at: node,
          says: `\`${name}\` is drawn ${fn ? 'by the constructor' : 'when the module is loaded'}, which the seed does not reach`,
        },
      ];
  }
  return [];
}

/** Reads of the global that a draw at the top of the module is assigned to. */
function assignedName(node: Node): ((node: Node) => boolean) | undefined {
  for (let at = node.parent; at; at = at.parent) {
    if (at.kind !== 'Assign') continue;
    const [target] = at.targets;
    return target?.kind === 'Name' && at.parent?.kind === 'Module'
      ? (one) => one.kind === 'Name' && one.id === target.id
      : undefined;
  }
  return undefined;
}
