/** Chance with a seed, a stream for each purpose, so that what one part draws never moves another. */
import { createHash } from 'node:crypto';
import { generator } from '../../server/playtest/chance.ts';

/** Uniform in [0, 1). */
export type Random = () => number;

/**
 * A stream of its own for everything that is named: `streamOf(seed, 'document', step, slot)`. Equal names give equal
 * streams, in whatever order they are asked for; so a step that is done again after a crash draws the same.
 */
export function streamOf(seed: number, ...names: readonly (string | number)[]): Random {
  return generator(seedOf(seed, ...names));
}

/** A seed of 32 bits from a seed and names. */
export function seedOf(seed: number, ...names: readonly (string | number)[]): number {
  return createHash('sha256')
    .update(JSON.stringify([seed, ...names]))
    .digest()
    .readUInt32LE(0);
}

/** `count` different items, fewer when there are fewer. */
export function sampleOf<T>(items: readonly T[], count: number, random: Random): T[] {
  const rest = [...items];
  const drawn: T[] = [];
  while (drawn.length < count && rest.length > 0)
    drawn.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return drawn;
}
