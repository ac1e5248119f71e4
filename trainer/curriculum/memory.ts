/** What the designer is shown of its past: environments that taught much, and such as were too easy or too hard. */
import { z } from 'zod';
import type { Random } from './random.ts';
import { sampleOf } from './random.ts';

/** Characters of a source that are kept. */
const SNIPPET = 2_000;

/** Win rates within which an environment is worth following, and beyond which it is a warning. */
const WORTH_FOLLOWING = [0.15, 0.85] as const;
const TOO_HARD = 0.1;
const TOO_EASY = 0.9;

export const record = z.strictObject({
  className: z.string(),
  skill: z.string(),
  /** The source's start. */
  source: z.string(),
  /** Without the hint, in [0, 1]. */
  winRate: z.number(),
  /** In [-2, 2]; `null` when it was not measured. */
  regret: z.number().nullable(),
  rollout: z.number().int(),
});
export type MemoryRecord = z.infer<typeof record>;

export class Memory {
  readonly #size: number;
  #records: MemoryRecord[];

  /** @param size records that are kept, the oldest going first; 0 keeps none. */
  constructor(size: number, records: readonly MemoryRecord[] = []) {
    this.#size = size;
    this.#records = [];
    for (const one of records) this.add(one);
  }

  /** Oldest first. */
  get records(): readonly MemoryRecord[] {
    return this.#records;
  }

  add(one: MemoryRecord): void {
    this.#records.push({ ...one, source: one.source.slice(0, SNIPPET) });
    if (this.#records.length > this.#size)
      this.#records = this.#records.slice(this.#records.length - this.#size);
  }

  /** At most `count` of the skill's environments with the highest regret, drawn from the best 3 · count or ten. */
  seeds(skill: string, count: number, random: Random): MemoryRecord[] {
    const [low, high] = WORTH_FOLLOWING;
    const best = this.#records
      .filter((one) => one.skill === skill && one.winRate >= low && one.winRate <= high)
      .sort((a, b) => (b.regret ?? 0) - (a.regret ?? 0))
      .slice(0, Math.max(3 * count, 10));
    return sampleOf(best, count, random);
  }

  /** At most `count` of the skill's environments that nearly always or hardly ever were won. */
  warnings(skill: string, count: number, random: Random): MemoryRecord[] {
    const bad = this.#records.filter(
      (one) => one.skill === skill && (one.winRate > TOO_EASY || one.winRate < TOO_HARD),
    );
    return sampleOf(bad, count, random);
  }
}

/** Why an environment is a warning. */
export const wrongWith = ({ winRate }: MemoryRecord): 'too easy' | 'too hard' =>
  winRate > TOO_EASY ? 'too easy' : 'too hard';
