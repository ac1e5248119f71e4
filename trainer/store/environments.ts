/** Environments by the hash of their source, and each design that came to one, rejected ones too. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  type EnvironmentDetail,
  type EnvironmentHeader,
  environmentDetail,
  environmentHeader,
} from '../../server/protocol/run-records.ts';
import type { Database } from './database.ts';
import { pack, unpack } from './packed.ts';

/** A design to be recorded. The hash is of `source`, and `rules` the codes of `findings`. */
export type NewEnvironment = Omit<EnvironmentDetail, 'id' | 'hash' | 'rules' | 'step'>;

export interface EnvironmentFilter {
  readonly step?: number | undefined;
  readonly accepted?: boolean | undefined;
}

const content = environmentDetail.pick({ source: true, findings: true, undecided: true, measures: true });

const row = z.object({
  id: z.number(),
  hash: z.string(),
  step: z.number(),
  slot: z.number(),
  attempt: z.number(),
  skill: z.string(),
  className: z.string().nullable(),
  verdict: z.string(),
  accepted: z.number(),
  rejection: z.string().nullable(),
  rules: z.string(),
  document: z.string().nullable(),
});
const whole = row.extend({ profile: z.string(), hint: z.string().nullable() });

const HEADER =
  'd.id, d.hash, step, slot, attempt, skill, class AS className, verdict, accepted, rejection, rules, document';
const FROM = 'FROM designs d JOIN environments e ON e.hash = d.hash';

export const hashOf = (source: string): string => createHash('sha256').update(source).digest('hex');

export class Environments {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Records a design; the content of one that was seen before is kept once. */
  add(step: number, design: NewEnvironment): EnvironmentHeader {
    const { slot, attempt, skill, className, verdict, accepted, rejection, document, hint } = design;
    const hash = hashOf(design.source);
    const rules = [...new Set(design.findings.map(({ code }) => code))].sort();
    const { source, findings, undecided, measures } = design;
    const { data, check } = pack({ source, findings, undecided, measures });
    const { id } = this.#database.transaction(() => {
      this.#database.run(
        'INSERT INTO environments VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        hash,
        design.profile,
        className,
        verdict,
        JSON.stringify(rules),
        data,
        check,
      );
      return this.#database.run(
        'INSERT INTO designs (hash, step, slot, attempt, skill, accepted, rejection, document, hint) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        hash,
        step,
        slot,
        attempt,
        skill,
        Number(accepted),
        rejection,
        document,
        hint,
      );
    });
    return { id, hash, step, slot, attempt, skill, className, verdict, accepted, rejection, rules, document };
  }

  page({ step, accepted }: EnvironmentFilter, after: number, limit: number): EnvironmentHeader[] {
    const wanted = accepted === undefined ? null : Number(accepted);
    return this.#database
      .all(
        `SELECT ${HEADER} ${FROM} WHERE d.id > ? AND (?2 IS NULL OR step = ?2) AND (?3 IS NULL OR accepted = ?3) ORDER BY d.id LIMIT ?4`,
        after,
        step ?? null,
        wanted,
        limit,
      )
      .map(readHeader);
  }

  /** @throws StoreError when its content is damaged. */
  get(id: number): EnvironmentDetail | undefined {
    const found = this.#database.get(
      `SELECT ${HEADER}, profile, hint, data, crc AS "check" ${FROM} WHERE d.id = ?`,
      id,
    );
    if (!found) return undefined;
    const { profile, hint, ...header } = whole.parse(found);
    const inside = unpack(found, content, this.#database.file, `environment ${id}`);
    return environmentDetail.parse({ ...readHeader(header), profile, hint, ...inside });
  }

  counts(): { readonly environments: number; readonly accepted: number } {
    const found = this.#database.get(
      'SELECT count(*) AS environments, coalesce(sum(accepted), 0) AS accepted FROM designs',
    );
    return z.object({ environments: z.number(), accepted: z.number() }).parse(found);
  }

  /** Removes what was designed after a step. */
  discardAfter(step: number): void {
    this.#database.run('DELETE FROM designs WHERE step > ?', step);
    this.#database.run('DELETE FROM environments WHERE hash NOT IN (SELECT hash FROM designs)');
  }
}

function readHeader(found: unknown): EnvironmentHeader {
  const { accepted, rules, ...rest } = row.parse(found);
  return environmentHeader.parse({ ...rest, accepted: accepted === 1, rules: JSON.parse(rules) });
}
