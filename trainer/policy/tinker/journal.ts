/**
 * What was about to be sent to an engine that changes weights, written to disk before it is sent. A model is never gone
 * on with after a crash, since only the engine knows what arrived; the journal says which model that was, so that it
 * can be unloaded, and what it may have learnt that counts no more.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { z } from 'zod';

const line = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('model'), run: z.string(), attempt: z.number(), model: z.string() }),
  z.object({ kind: z.literal('unloaded'), model: z.string() }),
  /** A checkpoint, and the folder that names it, from the journal's own: a run's folder may be moved. */
  z.object({ kind: z.literal('saved'), path: z.string(), folder: z.string() }),
  z.object({ kind: z.literal('deleted'), path: z.string() }),
  z.object({
    kind: z.literal('sent'),
    run: z.string(),
    /** Updates that the weights have seen before this one. */
    step: z.number(),
    model: z.string(),
    call: z.string(),
    seq_id: z.number(),
    sha256: z.string(),
  }),
]);
export type Line = z.infer<typeof line>;

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export class SendJournal {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** On disk when it returns. */
  write(entry: Line): void {
    const file = openSync(this.#path, 'a', 0o600);
    try {
      writeSync(file, `${JSON.stringify(entry)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }

  /** All that was written; a line that a crash cut short is left out. */
  read(): Line[] {
    if (!existsSync(this.#path)) return [];
    return readFileSync(this.#path, 'utf8')
      .split('\n')
      .flatMap((text) => {
        try {
          return [line.parse(JSON.parse(text))];
        } catch {
          return [];
        }
      });
  }

  /** Notes a checkpoint. @param folder where the run keeps its name. */
  saved(path: string, folder: string): void {
    this.write({ kind: 'saved', path, folder: relative(dirname(this.#path), resolve(folder)) });
  }

  /** Checkpoints that the engine still has, by its name, with the folder that names each. */
  checkpoints(): Map<string, string> {
    const kept = new Map<string, string>();
    for (const entry of this.read()) {
      if (entry.kind === 'saved') kept.set(entry.path, resolve(dirname(this.#path), entry.folder));
      if (entry.kind === 'deleted') kept.delete(entry.path);
    }
    return kept;
  }

  /** Models that a process left behind. */
  orphans(): string[] {
    const open = new Set<string>();
    for (const entry of this.read()) {
      if (entry.kind === 'model') open.add(entry.model);
      if (entry.kind === 'unloaded') open.delete(entry.model);
    }
    return [...open];
  }
}
