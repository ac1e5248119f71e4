/** Episodes: headers in pages, each transcript on its own. */
import { z } from 'zod';
import { findIn, mayHold } from '../../server/contract/insights/search.ts';
import type { Group } from '../../server/contract/insights/tally.ts';
import type { EpisodeCounts, EpisodeFilter, EpisodeSort, Hit } from '../../server/protocol/run-insights.ts';
import {
  type EpisodeHeader,
  episodeHeader,
  episodeOutcome,
  type Transcript,
  transcript,
} from '../../server/protocol/run-records.ts';
import type { Database } from './database.ts';
import { conditionsOf, orderOf } from './episode-sql.ts';
import { pack, textOf, unpack } from './packed.ts';

export type NewEpisode = Omit<EpisodeHeader, 'id' | 'step'> & { readonly transcript: Transcript };

/** Episodes that a search reads at once. */
const BATCH = 64;

const row = z.object({ hinted: z.number() }).loose();
const number = z.number();
const countRow = z.object({
  ...{
    total: number,
    last: number,
    hinted: number,
    won: number,
    lost: number,
    truncated: number,
    fault: number,
  },
});
const COUNTS = `count(*) AS total, ifnull(max(id), 0) AS last, ifnull(sum(hinted), 0) AS hinted, ${episodeOutcome.options
  .map((outcome) => `ifnull(sum(outcome = '${outcome}'), 0) AS ${outcome}`)
  .join(', ')}`;

const GROUPS = `SELECT step, environment, sum(NOT hinted) AS plays,
  sum(NOT hinted AND outcome = 'won') AS won, sum(NOT hinted AND outcome = 'fault') AS faults,
  total(CASE WHEN NOT hinted THEN return END) AS sum, sum(hinted) AS hintedPlays,
  sum(hinted AND outcome = 'fault') AS hintedFaults, total(CASE WHEN hinted THEN return END) AS hintedSum
  FROM episodes WHERE step > ? AND step <= ? GROUP BY step, environment`;
const groupRow = z.object({
  ...{ step: number, environment: z.string(), plays: number, won: number, faults: number, sum: number },
  ...{ hintedPlays: number, hintedFaults: number, hintedSum: number },
});

export class Episodes {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  add(step: number, { transcript, ...episode }: NewEpisode): EpisodeHeader {
    const { environment, skill, seed, hinted, outcome, turns } = episode;
    const { data, check } = pack(transcript);
    const id = this.#database.transaction(() => {
      const { id } = this.#database.run(
        'INSERT INTO episodes (step, environment, skill, seed, hinted, outcome, return, turns) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        step,
        environment,
        skill,
        seed,
        Number(hinted),
        outcome,
        episode.return,
        turns,
      );
      this.#database.run('INSERT INTO transcripts VALUES (?, ?, ?)', id, data, check);
      return id;
    });
    return { id, step, ...episode };
  }

  /** In the order of their ids. */
  page(filter: EpisodeFilter, after: number, limit: number): EpisodeHeader[] {
    const { text, values } = conditionsOf(filter, ['id > ?', after]);
    return this.#database
      .all(`SELECT * FROM episodes WHERE ${text} ORDER BY id LIMIT ?`, ...values, limit)
      .map(readHeader);
  }

  /** At any place of any order. Only ids are sorted, since they are small. */
  slice(
    filter: EpisodeFilter,
    order: { readonly sort: EpisodeSort; readonly descending: boolean },
    offset: number,
    limit: number,
  ): EpisodeHeader[] {
    const { text, values } = conditionsOf(filter);
    const by = orderOf(order.sort, order.descending);
    return this.#database
      .all(
        `SELECT * FROM episodes WHERE id IN (SELECT id FROM episodes WHERE ${text} ORDER BY ${by} LIMIT ? OFFSET ?) ORDER BY ${by}`,
        ...values,
        limit,
        offset,
      )
      .map(readHeader);
  }

  /** In one pass, without groups, which would be sorted first. */
  counts(filter: EpisodeFilter): EpisodeCounts {
    const { text, values } = conditionsOf(filter);
    const { total, last, hinted, ...outcomes } = countRow.parse(
      this.#database.get(`SELECT ${COUNTS} FROM episodes WHERE ${text}`, ...values),
    );
    return { total, last, outcomes, hinted };
  }

  /**
   * Looks for a text, from the newest on. Damaged transcripts are passed over.
   * @param before only episodes with a smaller id.
   * @param time milliseconds after which it stops; at least one batch is read.
   */
  search(
    filter: EpisodeFilter,
    wanted: string,
    { before, limit, time }: { before: number | undefined; limit: number; time: number },
  ): { items: Hit[]; searched: number; next: number | null } {
    const until = performance.now() + time;
    const items: Hit[] = [];
    let searched = 0;
    let at = before ?? Number.MAX_SAFE_INTEGER;
    while (true) {
      const { text, values } = conditionsOf(filter, ['id < ?', at]);
      const rows = this.#database.all(
        `SELECT episodes.*, data, crc AS "check" FROM episodes JOIN transcripts ON transcripts.episode = id WHERE ${text} ORDER BY id DESC LIMIT ?`,
        ...values,
        BATCH,
      );
      for (const { data, check, ...header } of rows) {
        const episode = readHeader(header);
        at = episode.id;
        searched++;
        const json = textOf({ data, check });
        const found =
          json !== undefined && mayHold(json, wanted)
            ? findIn(transcript.parse(JSON.parse(json)), wanted)
            : undefined;
        if (found) items.push({ episode, ...found });
        if (items.length >= limit) return { items, searched, next: at };
      }
      if (rows.length < BATCH) return { items, searched, next: null };
      if (performance.now() > until) return { items, searched, next: at };
    }
  }

  /** The plays of steps after one, to another, counted; a row for each environment and step. */
  groups(after: number, to: number): Group[] {
    return this.#database.all(GROUPS, after, to).map((found) => groupRow.parse(found));
  }

  /** @throws StoreError when its transcript is damaged. */
  get(id: number): (EpisodeHeader & { readonly transcript: Transcript }) | undefined {
    const found = this.#database.get('SELECT * FROM episodes WHERE id = ?', id);
    if (!found) return undefined;
    const body = this.#database.get('SELECT data, crc AS "check" FROM transcripts WHERE episode = ?', id);
    return {
      ...readHeader(found),
      transcript: unpack(body, transcript, this.#database.file, `the transcript of episode ${id}`),
    };
  }

  get count(): number {
    return z.object({ count: z.number() }).parse(this.#database.get('SELECT count(*) AS count FROM episodes'))
      .count;
  }

  /** Removes what was played after a step. */
  discardAfter(step: number): void {
    this.#database.run('DELETE FROM episodes WHERE step > ?', step);
  }
}

function readHeader(found: unknown): EpisodeHeader {
  const { hinted, ...rest } = row.parse(found);
  return episodeHeader.parse({ ...rest, hinted: hinted === 1 });
}
