/**
 * When two states of a search are one. States that agree in everything but turn counters and histories are merged, so
 * that "every turn counts one up" does not make every path a new place.
 */

/** Attributes by name, as the driver hashes them: `i` and an integer's value, `L`, a list's length and hash, a hash. */
export type Hashes = Readonly<Record<string, string>>;

/** Names that integers have which count turns; an index of questions or a place is no such counter. */
const COUNTS_TURNS = /turn|step|tick|clock|time|move|attempt|tries|trial|action|elapsed|used|calls/i;

export class Merger {
  /** Turn counters and the step by which every action moves them. */
  readonly #counters = new Map<string, number>();
  readonly #histories = new Set<string>();

  /** `first`: the states after one action each, valid and invalid ones. */
  constructor(root: Hashes, first: readonly Hashes[], source: string) {
    if (first.length < 2) return;
    for (const name of Object.keys(root)) {
      const step = commonStep(
        root[name],
        first.map((state) => state[name]),
      );
      if (step !== undefined && (COUNTS_TURNS.test(name) || meetsLimit(source, name)))
        this.#counters.set(name, step);
      if (first.every((state) => lengthOf(state[name]) === lengthOf(root[name]) + 1))
        this.#histories.add(name);
    }
  }

  /** Lists that grow with every action were left out: what they remember may matter, so merging is a guess. */
  get guesses(): boolean {
    return this.#histories.size > 0;
  }

  /** Equal for states that are taken for one. */
  key(state: Hashes): string {
    return Object.keys(state)
      .filter((name) => !this.#counters.has(name) && !this.#histories.has(name))
      .sort()
      .map((name) => `${name}=${state[name]}`)
      .join('\n');
  }

  /** Did every counter move as it always does? Otherwise it is no mere counter. */
  keepsCounting(from: Hashes, to: Hashes): boolean {
    return [...this.#counters].every(([name, step]) => integerOf(to[name]) - integerOf(from[name]) === step);
  }
}

const integerOf = (hash: string | undefined): number =>
  hash?.startsWith('i') ? Number(hash.slice(1)) : Number.NaN;
const lengthOf = (hash: string | undefined): number =>
  hash?.startsWith('L') ? Number.parseInt(hash.slice(1), 10) : Number.NaN;

/** The step other than 0 that leads from the first value to all of the others. */
function commonStep(from: string | undefined, to: readonly (string | undefined)[]): number | undefined {
  const steps = new Set(to.map((value) => integerOf(value) - integerOf(from)));
  const [step] = steps;
  return steps.size === 1 && step !== 0 && Number.isFinite(step) ? step : undefined;
}

/** The source holds the attribute against the turn limit. */
function meetsLimit(source: string, name: string): boolean {
  const attribute = `self\\.${name.replace(/\W/g, '')}\\b`;
  return new RegExp(
    `${attribute}\\s*[<>=!]=?\\s*self\\.max_|max_\\w+\\s*(?:-|[<>=!]=?)\\s*${attribute}`,
  ).test(source);
}
