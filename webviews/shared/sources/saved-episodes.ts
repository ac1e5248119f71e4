/** The episodes of a saved run as columns: some forty bytes each, while transcripts stay in the file. */
import { fits } from '../../../server/contract/insights/episode-filter.ts';
import type { Group } from '../../../server/contract/insights/tally.ts';
import type { EpisodeCounts, EpisodeFilter, EpisodeSort } from '../../../server/protocol/run-insights.ts';
import { type EpisodeHeader, episodeHeader, episodeOutcome } from '../../../server/protocol/run-records.ts';
import { headOf, linesOf, type Place } from './saved-file.ts';

const OUTCOMES = episodeOutcome.options;

/** Texts that come again and again, as numbers. */
class Words {
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];

  number(word: string): number {
    const found = this.#numbers.get(word);
    if (found !== undefined) return found;
    this.#numbers.set(word, this.#words.length);
    this.#words.push(word);
    return this.#words.length - 1;
  }

  word(number: number): string {
    return this.#words[number] ?? '';
  }
}

/** Grows by doubling. */
class Column<A extends Float64Array | Int32Array | Uint8Array> {
  #values: A;
  readonly #make: (length: number) => A;
  length = 0;

  constructor(make: (length: number) => A) {
    this.#make = make;
    this.#values = make(1_024);
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = this.#make(2 * this.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }
}

const ints = () => new Column((length) => new Int32Array(length));
const bytes = () => new Column((length) => new Uint8Array(length));
const floats = () => new Column((length) => new Float64Array(length));

export class SavedEpisodes {
  readonly #words = new Words();
  readonly #id = ints();
  readonly #step = ints();
  readonly #environment = ints();
  readonly #skill = ints();
  readonly #seed = floats();
  readonly #hinted = bytes();
  readonly #outcome = bytes();
  /** Not a number: none. */
  readonly #return = floats();
  readonly #turns = ints();
  readonly #start = floats();
  readonly #end = floats();

  /** @throws when the file cannot be read. @param unreadable is told of lines that are no episode. */
  static async read(file: Blob, unreadable: () => void): Promise<SavedEpisodes> {
    const made = new SavedEpisodes();
    for await (const { bytes, place } of linesOf(file)) {
      try {
        made.#add(episodeHeader.parse(headOf(bytes, 'transcript')), place);
      } catch {
        unreadable();
      }
    }
    return made;
  }

  #add(episode: EpisodeHeader, { start, end }: Place): void {
    this.#id.push(episode.id);
    this.#step.push(episode.step);
    this.#environment.push(this.#words.number(episode.environment));
    this.#skill.push(this.#words.number(episode.skill));
    this.#seed.push(episode.seed);
    this.#hinted.push(Number(episode.hinted));
    this.#outcome.push(OUTCOMES.indexOf(episode.outcome));
    this.#return.push(episode.return ?? Number.NaN);
    this.#turns.push(episode.turns);
    this.#start.push(start);
    this.#end.push(end);
  }

  get length(): number {
    return this.#id.length;
  }

  at(index: number): EpisodeHeader {
    const earned = this.#return.at(index);
    return {
      id: this.#id.at(index),
      step: this.#step.at(index),
      environment: this.#words.word(this.#environment.at(index)),
      skill: this.#words.word(this.#skill.at(index)),
      seed: this.#seed.at(index),
      hinted: this.#hinted.at(index) === 1,
      outcome: OUTCOMES[this.#outcome.at(index)] ?? 'fault',
      return: Number.isNaN(earned) ? null : earned,
      turns: this.#turns.at(index),
    };
  }

  placeOf(index: number): Place {
    return { start: this.#start.at(index), end: this.#end.at(index) };
  }

  /** Of an id, `undefined` when there is none. They rise along the file. */
  find(id: number): number | undefined {
    let [low, high] = [0, this.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#id.at(middle);
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** Indices of those that fit, in the order of the file. */
  matching(filter: EpisodeFilter): Int32Array {
    const found = ints();
    for (let index = 0; index < this.length; index++) if (fits(this.at(index), filter)) found.push(index);
    return Int32Array.from({ length: found.length }, (_, i) => found.at(i));
  }

  /** In the order that the daemon has: ties go by id, and what has no return comes before all that have one. */
  sorted(indices: Int32Array, sort: EpisodeSort, descending: boolean): Int32Array {
    const sign = descending ? -1 : 1;
    if (sort === 'played') return descending ? indices.slice().reverse() : indices;
    const column = sort === 'return' ? this.#return : this.#turns;
    const value = (index: number) => {
      const found = column.at(index);
      return Number.isNaN(found) ? Number.NEGATIVE_INFINITY : found;
    };
    return indices.slice().sort((a, b) => {
      const [one, other] = [value(a), value(b)];
      return sign * (one === other ? a - b : one < other ? -1 : 1);
    });
  }

  counts(indices: Int32Array): EpisodeCounts {
    const outcomes = { won: 0, lost: 0, truncated: 0, fault: 0 };
    let [hinted, last] = [0, 0];
    for (const index of indices) {
      outcomes[OUTCOMES[this.#outcome.at(index)] ?? 'fault'] += 1;
      hinted += this.#hinted.at(index);
      last = Math.max(last, this.#id.at(index));
    }
    return { total: indices.length, last, outcomes, hinted };
  }

  /** The plays of each environment in each step up to one, counted. */
  groups(last: number): Group[] {
    const groups = new Map<string, { -readonly [K in keyof Group]: Group[K] }>();
    for (let index = 0; index < this.length; index++) {
      const { step, environment, hinted, outcome, return: earned } = this.at(index);
      if (step > last) continue;
      const key = `${step} ${environment}`;
      const group = groups.get(key) ?? {
        ...{ step, environment, plays: 0, won: 0, faults: 0, sum: 0 },
        ...{ hintedPlays: 0, hintedFaults: 0, hintedSum: 0 },
      };
      const fault = Number(outcome === 'fault');
      if (hinted) {
        group.hintedPlays += 1;
        group.hintedFaults += fault;
        group.hintedSum += earned ?? 0;
      } else {
        group.plays += 1;
        group.won += Number(outcome === 'won');
        group.faults += fault;
        group.sum += earned ?? 0;
      }
      groups.set(key, group);
    }
    return [...groups.values()];
  }
}
