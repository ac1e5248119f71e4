/** The plays of a run, counted by environment and step: how hard environments are, and how much hints help. */
import type { Band, Difficulty, Place } from '../../protocol/run-insights.ts';
import { addAt, type Spans, zeros } from './spans.ts';

/** All plays of one environment in one step. Sums are of returns. */
export interface Group {
  readonly step: number;
  /** Its hash. */
  readonly environment: string;
  readonly plays: number;
  readonly won: number;
  readonly faults: number;
  readonly sum: number;
  readonly hintedPlays: number;
  readonly hintedFaults: number;
  readonly hintedSum: number;
}

export const BANDS: readonly Band[] = ['never', 'hard', 'learnable', 'easy', 'always'];

/** Win rates within which an environment is learnable. */
export const LEARNABLE = [0.2, 0.8] as const;

export function bandOf(rate: number): Band {
  const [low, high] = LEARNABLE;
  if (rate <= 0) return 'never';
  if (rate >= 1) return 'always';
  if (rate < low) return 'hard';
  return rate <= high ? 'learnable' : 'easy';
}

interface Sums {
  plays: number;
  won: number;
  faults: number;
  sum: number;
  hintedPlays: number;
  hintedKnown: number;
  hintedSum: number;
  /** Without the hint, in steps with hinted plays. */
  besideKnown: number;
  besideSum: number;
}

type Played = Pick<Place, 'id' | 'hash' | 'step' | 'skill' | 'className'>;

export class Tally {
  /** By step: environments in each band. */
  readonly #bands: number[][] = [];
  readonly #environments = new Map<string, Sums>();

  /** A group comes once. */
  add(group: Group): void {
    const known = group.plays - group.faults;
    if (known > 0) {
      this.#bands[group.step] ??= BANDS.map(() => 0);
      const counts = this.#bands[group.step];
      const band = BANDS.indexOf(bandOf(group.won / known));
      if (counts) counts[band] = (counts[band] ?? 0) + 1;
    }
    const sums = this.#sumsOf(group.environment);
    sums.plays += group.plays;
    sums.won += group.won;
    sums.faults += group.faults;
    sums.sum += group.sum;
    if (group.hintedPlays === 0) return;
    sums.hintedPlays += group.hintedPlays;
    sums.hintedKnown += group.hintedPlays - group.hintedFaults;
    sums.hintedSum += group.hintedSum;
    sums.besideKnown += known;
    sums.besideSum += group.sum;
  }

  #sumsOf(environment: string): Sums {
    const found = this.#environments.get(environment);
    if (found) return found;
    const made = {
      ...{ plays: 0, won: 0, faults: 0, sum: 0 },
      ...{ hintedPlays: 0, hintedKnown: 0, hintedSum: 0, besideKnown: 0, besideSum: 0 },
    };
    this.#environments.set(environment, made);
    return made;
  }

  difficulty(spans: Spans): Difficulty {
    const columns = BANDS.map(() => zeros(spans));
    const told = zeros(spans);
    for (const [step, counts] of this.#bands.entries()) {
      if (!counts) continue;
      addAt(told, spans, step, 1);
      for (const [band, number] of counts.entries()) addAt(columns[band] ?? [], spans, step, number);
    }
    return {
      ...spans,
      bands: BANDS.map((band, index) => ({
        band,
        environments: (columns[index] ?? []).map((sum, at) => sum / Math.max(1, told[at] ?? 0)),
      })),
    };
  }

  has(environment: string): boolean {
    return this.#environments.has(environment);
  }

  /** What is known of a design that was played. */
  placeOf({ id, hash, step, skill, className }: Played): Place | undefined {
    const sums = this.#environments.get(hash);
    if (!sums) return undefined;
    const mean = (sum: number, of: number) => (of > 0 ? sum / of : null);
    const known = sums.plays - sums.faults;
    const hintedReturn = mean(sums.hintedSum, sums.hintedKnown);
    const beside = mean(sums.besideSum, sums.besideKnown);
    return {
      ...{ id, hash, step, skill, className },
      plays: sums.plays,
      faults: sums.faults,
      winRate: mean(sums.won, known),
      return: mean(sums.sum, known),
      hintedPlays: sums.hintedPlays,
      hintedReturn,
      regret: hintedReturn === null || beside === null ? null : hintedReturn - beside,
    };
  }
}

/** Places of the designs that were played, each environment once, the newest first. */
export function landscapeOf(
  designs: Iterable<Played & { readonly accepted: boolean }>,
  tally: Tally,
  { skill, limit }: { readonly skill?: string | undefined; readonly limit: number },
): { items: Place[]; total: number } {
  const newest = new Map<string, Played>();
  for (const design of designs)
    if (design.accepted && tally.has(design.hash) && (skill === undefined || design.skill === skill))
      newest.set(design.hash, design);
  const chosen = [...newest.values()].sort((a, b) => b.id - a.id).slice(0, limit);
  return { items: chosen.flatMap((design) => tally.placeOf(design) ?? []), total: newest.size };
}
