/** Plays episodes again, one at a time, in a sandbox that is made when it is first asked for. */
import type { Replayed } from '../../server/protocol/daemon-queries.ts';
import { createPool, type SandboxPool } from '../../server/sandbox/pool.ts';
import { detailOf } from '../../server/workspace/play/detail.ts';
import { Table } from '../../server/workspace/play/table.ts';
import type { Replayer } from '../daemon/replay.ts';

export class Replays {
  readonly #ended = new AbortController();
  #pool: Promise<SandboxPool> | undefined;

  readonly replay: Replayer = async (source, play) => {
    this.#pool ??= createPool({ children: 1 });
    const pool = await this.#pool;
    return pool.use(async (interpreter, signal): Promise<Replayed> => {
      const table = await Table.open(interpreter, { source, compat: false, profile: 'auto', signal });
      if (table === 'no class') return notPlayed('The source has no environment that can be played.');
      if (!(table instanceof Table))
        return notPlayed(
          'error' in table
            ? `${table.error.type}: ${table.error.message}`
            : `It passed the ${table.breach.limit} limit.`,
        );
      return { kind: 'played', table: await detailOf(table, play) };
    }, this.#ended.signal);
  };

  async close(): Promise<void> {
    this.#ended.abort(new Error('the daemon has ended'));
    await (await this.#pool)?.close();
  }
}

const notPlayed = (message: string): Replayed => ({ kind: 'not-played', message });
