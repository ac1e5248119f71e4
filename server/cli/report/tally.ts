/** Counts over a whole run: all that is kept of an environment once it has been told. */
import type { CheckSummary } from '../../protocol/check-report.ts';
import { isChecked, type Told } from './told.ts';

export interface RunFacts {
  readonly complete: boolean;
  readonly seconds: number;
  readonly cached: number;
  readonly leftOut: number;
  /** Configuration files that applied, as the user would write them. */
  readonly configs: readonly string[];
  /** The cache could not be used: why. */
  readonly cacheProblem?: string | undefined;
}

export class Tally {
  sound = 0;
  unsound = 0;
  undecided = 0;
  notChecked = 0;
  cached = 0;
  episodes = 0;
  /** Episodes of results that were not taken from the cache. */
  played = 0;
  warnings = 0;
  readonly #rules = new Map<string, { findings: number; environments: number }>();

  add(told: Told): void {
    if (!isChecked(told)) {
      this.notChecked += 1;
      return;
    }
    this[told.report.verdict] += 1;
    const episodes = told.report.measures?.episodes ?? 0;
    this.episodes += episodes;
    if (told.cached) this.cached += 1;
    else this.played += episodes;
    const codes = new Set<string>();
    for (const { code, severity } of told.report.findings) {
      if (severity === 'warning') this.warnings += 1;
      const rule = this.#rules.get(code) ?? { findings: 0, environments: 0 };
      rule.findings += 1;
      if (!codes.has(code)) rule.environments += 1;
      codes.add(code);
      this.#rules.set(code, rule);
    }
  }

  get environments(): number {
    return this.sound + this.unsound + this.undecided + this.notChecked;
  }

  /** Rules with findings, by code. */
  get rules(): [code: string, counts: { findings: number; environments: number }][] {
    return [...this.#rules].sort(([a], [b]) => a.localeCompare(b));
  }

  summary(leftOut: number): CheckSummary {
    const { environments, sound, unsound, undecided, notChecked, episodes } = this;
    return {
      environments,
      sound,
      unsound,
      undecided,
      notChecked,
      leftOut,
      episodes,
      rules: Object.fromEntries(this.rules),
    };
  }
}
