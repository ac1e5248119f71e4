import type { EntropySource } from '../../../analysis/entropy.ts';
import type { Facts } from '../../../analysis/facts.ts';
import type { Expression } from '../../../analysis/python/syntax.ts';
import { isOnly, type Type } from '../../../analysis/types.ts';
import { showsInOutcome } from '../../outcome.ts';
import type { LintContext, LintRule } from '../../rule.ts';

const WHAT: Readonly<Partial<Record<EntropySource['kind'], string>>> = {
  time: 'the clock',
  uuid: 'a random UUID',
  secrets: "the operating system's entropy",
  urandom: "the operating system's entropy",
  systemRandom: "the operating system's entropy",
  hash: 'a hash that differs between processes',
  identity: 'an address in memory',
};
const HARM = 'No seed holds it still, so a group plays different tasks and no play can be repeated.';

/** Time, UUIDs, hashes and the like reach the state. */
export const outsideEntropy: LintRule = {
  code: 'SP303',
  check(context) {
    const { facts } = context;
    for (const source of facts.entropy?.sources ?? []) {
      const what = source.name === 'os.getpid' ? 'a number of the process' : WHAT[source.kind];
      if (what && facts.isPlayed(source.node)) judge(context, source, what);
    }
  },
};

function judge(context: LintContext, { node, name, kind }: EntropySource, what: string): void {
  const { facts } = context;
  const sure = kind === 'hash' ? hashedText(node.args[0], facts) : kind !== 'identity' || isShown(node);
  if (sure === false) return;
  const seeds = facts.seeding?.all.find((one) => one.node === node || contains(one.node, node));
  const called = `\`${name}(…)\` is ${what}`;
  if (facts.seeding && !facts.seeding.runs(node, 'given')) {
    context.report(
      node,
      `${called}, and stands in for a missing seed. Two resets within one tick then play the same task. Use random.Random(seed) as it is: it draws fresh entropy for None.`,
      { severity: 'warning' },
    );
    return;
  }
  if (seeds?.given.has('entropy')) {
    context.report(node, `${called}, and seeds the generator. ${HARM} Make random.Random(seed) in reset.`);
    return;
  }
  if (seeds?.absent.has('entropy')) {
    context.report(
      node,
      `${called}, and stands in for a missing seed. Two resets within one tick then play the same task. Use random.Random(seed) as it is: it draws fresh entropy for None.`,
      { severity: 'warning' },
    );
    return;
  }
  const shown = showsInOutcome(facts, (one) => one === node);
  const kept = facts.spread((one) => one === node)?.attributes ?? new Set();
  const read = [...kept].some((attribute) => facts.attributes?.byName.get(attribute)?.reads.length);
  if (!shown && !read) return;
  const remedy = 'Draw what should vary from random.Random(seed), and count turns instead of seconds.';
  context.report(
    node,
    `${called}, and reaches ${shown ? 'what the agent is shown or paid' : 'the state'}. ${HARM} ${remedy}`,
    {
      severity: shown && sure === true ? 'error' : 'warning',
    },
  );
}

const contains = (outer: Expression, inner: Expression): boolean =>
  inner.start >= outer.start && inner.end <= outer.end;

/** Comparing two addresses tells whether two objects are one, in every process alike. */
const isShown = (node: Expression): boolean =>
  node.parent?.kind !== 'Compare' && node.parent?.kind !== 'Subscript';

/** Hashes of numbers are the same everywhere, those of texts are not; `undefined` where the type is not known. */
function hashedText(node: Expression | undefined, facts: Facts): boolean | undefined {
  if (!node) return false;
  // The seed is a number, and so is what is made from it by counting.
  if (node.kind === 'Name' && /seed/i.test(node.id)) return false;
  return holdsText(facts.typeOf(node));
}

function holdsText(type: Type): boolean | undefined {
  if (isOnly(type, 'str', 'bytes', 'object')) return true;
  if (isOnly(type, 'int', 'float', 'bool')) return false;
  if (!isOnly(type, 'tuple') || !type.items) return undefined;
  const parts = type.items.map(holdsText);
  return parts.includes(true) ? true : parts.every((part) => part === false) ? false : undefined;
}
