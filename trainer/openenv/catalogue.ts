/** The environments that are served, and which of them an episode is played on. */
import { nearest } from '../../server/contract/nearest.ts';
import type { Profile } from '../../server/contract/profile.ts';
import { inline } from '../../server/contract/visible.ts';
import type { Verdict } from '../../server/protocol/finding.ts';
import { seedOf } from '../curriculum/random.ts';

export interface Served {
  /** The file's name without `.py`; its path where another one has the same name. */
  readonly name: string;
  readonly source: string;
  readonly sha256: string;
  readonly className: string | undefined;
  readonly profile: Profile;
  /** The source counts on the names that the reference loader injects. */
  readonly compat: boolean;
  readonly verdict: Verdict;
}

/** There is no such environment. The message is for whoever asked. */
export class NoSuchEnvironment extends Error {
  override readonly name = 'NoSuchEnvironment';
}

/** Characters of a hash from which on it is taken for one. */
const SHORTEST_HASH = 8;

export class Catalogue {
  readonly environments: readonly Served[];
  readonly #byName: ReadonlyMap<string, Served>;

  /** @throws RangeError for an empty list. */
  constructor(environments: readonly Served[]) {
    if (environments.length === 0) throw new RangeError('There is no environment to serve.');
    this.environments = environments;
    this.#byName = new Map(environments.map((one) => [one.name, one]));
  }

  /** By name, hash or index; without one of them, drawn by the seed. @throws NoSuchEnvironment */
  choose(wanted: string | number | undefined, seed: number): Served {
    const { environments } = this;
    if (wanted === undefined) {
      const drawn = environments[seedOf(seed, 'served environment') % environments.length];
      if (drawn) return drawn;
    } else if (typeof wanted === 'number') {
      const found = environments[wanted];
      if (found) return found;
      throw new NoSuchEnvironment(
        `There is no environment ${wanted}: the pool has ${environments.length}, counted from 0.`,
      );
    } else {
      const found = this.#byName.get(wanted) ?? this.#byHash(wanted);
      if (found) return found;
    }
    const meant = nearest(String(wanted), [...this.#byName.keys()]);
    throw new NoSuchEnvironment(
      `No environment of the pool is called "${inline(String(wanted))}".${meant ? ` Did you mean "${inline(meant)}"?` : ''}`,
    );
  }

  #byHash(wanted: string): Served | undefined {
    const digits = wanted.toLowerCase();
    if (digits.length < SHORTEST_HASH || !/^[0-9a-f]+$/.test(digits)) return undefined;
    const found = this.environments.filter(({ sha256 }) => sha256.startsWith(digits));
    if (found.length > 1)
      throw new NoSuchEnvironment(`${found.length} environments have a SHA-256 that begins with ${digits}.`);
    return found[0];
  }
}
