import type { Facts } from '../../../analysis/facts.ts';
import type { Call, Node } from '../../../analysis/python/syntax.ts';
import type { Seeding } from '../../../analysis/seeding.ts';
import type { LintRule } from '../../rule.ts';
import { inStarted } from './randomness.ts';

/** From so many seeds on, the circle is longer than a training run. */
const MANY = 2 ** 31 - 1;

/** Without a seed, the generator is seeded with a number that it drew itself. */
export const selfReseeding: LintRule = {
  code: 'SP309',
  check(context) {
    const { facts } = context;
    for (const one of facts.seeding?.all ?? []) {
      if (!inStarted(one, facts) || !one.absent.has('self')) continue;
      const draw = drawOf(one, facts);
      const seeds = draw && seedsOf(draw, facts);
      if (seeds !== undefined && seeds >= MANY) continue;
      context.report(
        draw ?? one.node,
        `Without a seed, reset seeds the generator with a number that it drew itself${seeds === undefined ? '' : ` out of ${seeds}`}: the episodes soon go round in a circle${seeds === undefined ? '' : ` of about ${circle(seeds)}`}. Where no seed is given, leave the generator alone or make random.Random(None).`,
      );
    }
  },
};

/** The draw that becomes the seed: in the call itself, or assigned to what it is given. */
function drawOf({ attributes, node }: Seeding, facts: Facts): Call | undefined {
  const draws = (facts.entropy?.draws ?? []).filter(
    ({ from, fn }) =>
      from.attribute !== undefined && attributes.includes(from.attribute) && fn && facts.started.has(fn),
  );
  const inside = draws.find((draw) => draw.node.start >= node.start && draw.node.end <= node.end);
  return (inside ?? draws.find((draw) => draw.node.start < node.start && isSeedValue(draw.node)))?.node;
}

function isSeedValue(node: Node): boolean {
  for (let at = node.parent; at && at.kind !== 'FunctionDef'; at = at.parent) {
    if (at.kind === 'Assign')
      return at.targets.some((target) => target.kind === 'Name' && /seed/i.test(target.id));
  }
  return false;
}

/** How many numbers a draw gives, where that is known. */
function seedsOf({ func, args }: Call, facts: Facts): number | undefined {
  const numbers = args.map((argument) => {
    const value = facts.evaluate(argument);
    return value.kind === 'num' ? value.value : power(argument, facts);
  });
  const [first, second] = numbers;
  const method = func.kind === 'Attribute' ? func.attr : '';
  if (method === 'getrandbits') return first === undefined ? undefined : 2 ** first;
  if (method === 'randrange' && args.length === 1) return first;
  if (first === undefined || second === undefined) return method === 'random' ? Infinity : undefined;
  if (method === 'randint') return second - first + 1;
  return method === 'randrange' ? second - first : undefined;
}

/** `2**32`, `2**31 - 1`, `1 << 30`, `sys.maxsize`. */
function power(node: Node, facts: Facts): number | undefined {
  if (node.kind === 'Attribute') return node.attr === 'maxsize' ? Infinity : undefined;
  if (node.kind !== 'BinOp') return undefined;
  const side = (one: typeof node.left): number | undefined => {
    const value = facts.evaluate(one);
    return value.kind === 'num' ? value.value : power(one, facts);
  };
  const [left, right] = [side(node.left), side(node.right)];
  if (left === undefined || right === undefined) return undefined;
  if (node.op === '**') return left ** right;
  if (node.op === '<<') return left * 2 ** right;
  return node.op === '-' ? left - right : node.op === '+' ? left + right : undefined;
}

/** A map of n numbers onto themselves that was made at random has circles of about √(πn/8). */
const circle = (seeds: number): number => Math.max(1, Math.round(Math.sqrt((Math.PI * seeds) / 8)));
