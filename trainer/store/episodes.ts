/** Episodes: headers in pages, each transcript on its own. */
import { z } from 'zod';
import {
  type EpisodeHeader,
  episodeHeader,
  type Transcript,
  transcript,
} from '../../server/protocol/run-records.ts';
import type { Database } from './database.ts';
import { pack, unpack } from './packed.ts';

export type NewEpisode = Omit<EpisodeHeader, 'id' | 'step'> & { readonly transcript: Transcript };

export interface EpisodeFilter {
  readonly step?: number | undefined;
  readonly environment?: string | undefined;
  readonly outcome?: EpisodeHeader['outcome'] | undefined;
  readonly hinted?: boolean | undefined;
}

const row = z.object({ hinted: z.number() }).loose();

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

  /** In the order of their ids. The filters are equalities, so each has an index that also keeps the order. */
  page(filter: EpisodeFilter, after: number, limit: number): EpisodeHeader[] {
    const conditions: string[] = ['id > ?'];
    const values: (string | number)[] = [after];
    for (const name of ['step', 'environment', 'outcome', 'hinted'] as const) {
      const value = filter[name];
      if (value === undefined) continue;
      conditions.push(`${name} = ?`);
      values.push(typeof value === 'boolean' ? Number(value) : value);
    }
    const sql = `SELECT * FROM episodes WHERE ${conditions.join(' AND ')} ORDER BY id LIMIT ?`;
    return this.#database.all(sql, ...values, limit).map(readHeader);
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
