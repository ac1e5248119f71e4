/** What a pool holds: verdicts, skills, rules and duplicates. Keeps counts and names only. */
import { Duplicates, programPrint } from '../../playtest/duplicates.ts';
import type { NotChecked } from '../../protocol/check-report.ts';
import type { Verdict } from '../../protocol/finding.ts';
import type { Provenance } from '../../protocol/manifest.ts';
import type { PoolDuplicate } from '../../protocol/pool-report.ts';
import { Tally } from '../report/tally.ts';
import { isChecked, type Told } from '../report/told.ts';

export type VerdictCounts = Record<Verdict, number>;

export class Overview {
  readonly tally = new Tally();
  readonly duplicates: PoolDuplicate[] = [];
  readonly notChecked: NotChecked[] = [];
  readonly #skills = new Map<string, VerdictCounts>();
  readonly #seen = new Duplicates();

  /** Adds one environment. Gives what it repeats, if it does. */
  add(told: Told, opening: string | null, provenance: Provenance | undefined): PoolDuplicate | undefined {
    this.tally.add(told);
    if (!isChecked(told)) {
      this.notChecked.push(told);
      return undefined;
    }
    const skill = provenance?.skill ?? '';
    const counts = this.#skills.get(skill) ?? { sound: 0, unsound: 0, undecided: 0 };
    counts[told.report.verdict] += 1;
    this.#skills.set(skill, counts);
    const repeated = this.#seen.add(told.path, programPrint(told.source), opening);
    if (!repeated) return undefined;
    const duplicate = { path: told.path, ...repeated };
    this.duplicates.push(duplicate);
    return duplicate;
  }

  /** By name; environments without a skill last, under the empty name. */
  get skills(): [name: string, counts: VerdictCounts][] {
    return [...this.#skills].sort(([a], [b]) => (a === '' ? 1 : b === '' ? -1 : a.localeCompare(b)));
  }
}
