/** Environments by the hash of their source, and each design that came to one, rejected ones too. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { WARNINGS } from '../../server/contract/insights/rejections.ts';
import type { EnvironmentFilter } from '../../server/protocol/run-insights.ts';
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

/** What is counted of a design. */
export type DesignFacts = Pick<
  EnvironmentHeader,
  'id' | 'hash' | 'step' | 'skill' | 'className' | 'accepted' | 'rules'
>;

const factsRow = row.pick({
  ...{ id: true, hash: true, step: true, skill: true, className: true, accepted: true, rules: true },
});
const FACTS = `SELECT d.id, d.hash, step, skill, class AS className, accepted, rules ${FROM} WHERE step > ? AND step <= ? ORDER BY d.id`;

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

  /** In the order of their ids, after one of them. */
  page(filter: EnvironmentFilter, after: number, limit: number): EnvironmentHeader[] {
    const { text, values } = conditionsOf(filter, ['d.id > ?', after]);
    return this.#database
      .all(`SELECT ${HEADER} ${FROM} WHERE ${text} ORDER BY d.id LIMIT ?`, ...values, limit)
      .map(readHeader);
  }

  /** At any place of the order. */
  slice(filter: EnvironmentFilter, descending: boolean, offset: number, limit: number): EnvironmentHeader[] {
    const { text, values } = conditionsOf(filter);
    return this.#database
      .all(
        `SELECT ${HEADER} ${FROM} WHERE ${text} ORDER BY d.id ${descending ? 'DESC' : 'ASC'} LIMIT ? OFFSET ?`,
        ...values,
        limit,
        offset,
      )
      .map(readHeader);
  }

  /** All designs after an id, one after the other, with what is counted of them. */
  *facts(after: number, to: number): Generator<DesignFacts> {
    for (const found of this.#database.all(FACTS, after, to)) {
      const { accepted, rules, ...rest } = factsRow.parse(found);
      yield { ...rest, accepted: accepted === 1, rules: z.array(z.string()).parse(JSON.parse(rules)) };
    }
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

  /** Of the designs that a filter leaves. */
  countsOf(filter: EnvironmentFilter): { readonly total: number; readonly accepted: number } {
    const { text, values } = conditionsOf(filter);
    const found = this.#database.get(
      `SELECT count(*) AS total, coalesce(sum(accepted), 0) AS accepted ${FROM} WHERE ${text}`,
      ...values,
    );
    return z.object({ total: z.number(), accepted: z.number() }).parse(found);
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

type Value = string | number;

/** A rule's findings stand with every design; `none`: rejected, and no error among them. */
function conditionsOf(filter: EnvironmentFilter, ...more: (readonly [text: string, value: Value])[]) {
  const { accepted, rule } = filter;
  const all = [...more];
  if (accepted !== undefined) all.push(['accepted = ?', Number(accepted)]);
  for (const [column, value] of [
    ['step', filter.step],
    ['skill', filter.skill],
    ['d.hash', filter.hash],
  ] as const)
    if (value !== undefined) all.push([`${column} = ?`, value]);
  if (rule === 'none')
    all.push([
      'accepted = 0 AND NOT EXISTS (SELECT 1 FROM json_each(rules) WHERE value NOT IN (SELECT value FROM json_each(?)))',
      JSON.stringify([...WARNINGS]),
    ]);
  else if (rule !== undefined) all.push(['EXISTS (SELECT 1 FROM json_each(rules) WHERE value = ?)', rule]);
  return {
    text: all.length === 0 ? 'TRUE' : all.map(([text]) => text).join(' AND '),
    values: all.map(([, value]) => value),
  };
}
