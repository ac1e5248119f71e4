/**
 * Commands by id: one that comes again is answered as before and not carried out again, also by the next daemon.
 * What a command is about to make (the id of a run) is noted first, so that a crash in between makes it once.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../store/database.ts';
import { Refusal } from './refusal.ts';

const row = z.object({
  method: z.string(),
  parameters: z.string(),
  plan: z.string().nullable(),
  result: z.string().nullable(),
});

export interface Carrying<T> {
  readonly id: string;
  readonly method: string;
  /** Without the id. */
  readonly parameters: unknown;
  /** What will be made, decided once. */
  readonly plan: () => string;
  readonly carryOut: (plan: string) => T | Promise<T>;
  readonly result: z.ZodType<T>;
}

export class Commands {
  readonly #database: Database;
  /** Commands at work: the same one may come on another connection meanwhile. */
  readonly #open = new Map<string, Promise<unknown>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws Refusal when the id came with another command; what `carryOut` throws, and then it may be tried again. */
  async perform<T>({ id, method, parameters, plan, carryOut, result }: Carrying<T>): Promise<T> {
    const text = createHash('sha256').update(JSON.stringify(parameters)).digest('hex');
    const known = this.#find(id);
    if (known && (known.method !== method || known.parameters !== text))
      throw new Refusal(
        'command-reused',
        `The command id ${id} was used for another command. Give every command an id of its own.`,
      );
    if (known?.result) return result.parse(JSON.parse(known.result));
    const open = this.#open.get(id);
    if (open) return result.parse(await open);
    const work = this.#carry(id, method, text, known?.plan ?? plan(), carryOut);
    this.#open.set(id, work);
    try {
      return await work;
    } finally {
      this.#open.delete(id);
    }
  }

  async #carry<T>(
    id: string,
    method: string,
    parameters: string,
    plan: string,
    carryOut: (plan: string) => T | Promise<T>,
  ): Promise<T> {
    this.#database.run(
      'INSERT OR REPLACE INTO commands VALUES (?, ?, ?, ?, NULL, ?)',
      id,
      method,
      parameters,
      plan,
      Date.now(),
    );
    try {
      const done = await carryOut(plan);
      this.#database.run('UPDATE commands SET result = ? WHERE id = ?', JSON.stringify(done), id);
      return done;
    } catch (error) {
      // Nothing was made: the id is free for the same command, put right.
      if (error instanceof Refusal) this.#database.run('DELETE FROM commands WHERE id = ?', id);
      throw error;
    }
  }

  #find(id: string): z.infer<typeof row> | undefined {
    const found = this.#database.get(
      'SELECT method, parameters, plan, result FROM commands WHERE id = ?',
      id,
    );
    return found ? row.parse(found) : undefined;
  }
}
