/** Where a report goes: standard output, or a file that appears whole or not at all. */

import { once } from 'node:events';
import { createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { fileProblem, UsageError } from '../workspace/usage-error.ts';
import { type Terminal, write } from './terminal.ts';

export interface Output {
  write(text: string): Promise<void>;
  /** Everything was written. */
  finish(): Promise<void>;
  /** Something went wrong: leaves no half-written file. */
  abandon(): void;
}

/** @throws UsageError when the file cannot be written. */
export async function openOutput(terminal: Terminal, path: string | undefined): Promise<Output> {
  if (path === undefined || path === '-')
    return {
      write: (text) => write(terminal.stdout, text),
      finish: async () => undefined,
      abandon: () => undefined,
    };
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing?.isDirectory())
    throw new UsageError(fileProblem(path, Object.assign(new Error(), { code: 'EISDIR' })));
  // A pipe or a device has no content to keep whole, and must not be replaced.
  const direct = existing !== undefined && !existing.isFile();
  const target = direct ? path : `${path}.${process.pid}.part`;
  const stream = createWriteStream(target);
  try {
    await once(stream, 'open');
  } catch (error) {
    throw new UsageError(`The report cannot be written. ${fileProblem(path, error)}`);
  }
  return new FileOutput(stream, target, path);
}

class FileOutput implements Output {
  readonly #stream: Writable;
  readonly #target: string;
  readonly #path: string;
  #failure: Error | undefined;

  constructor(stream: Writable, target: string, path: string) {
    this.#stream = stream;
    this.#target = target;
    this.#path = path;
    stream.on('error', (error) => {
      this.#failure ??= error;
    });
  }

  async write(text: string): Promise<void> {
    await write(this.#stream, text);
    this.#check();
  }

  async finish(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#stream.once('close', resolve);
      this.#stream.end();
    });
    this.#check();
    if (this.#target !== this.#path) renameSync(this.#target, this.#path);
  }

  abandon(): void {
    this.#stream.destroy();
    if (this.#target !== this.#path) rmSync(this.#target, { force: true });
  }

  #check(): void {
    if (this.#failure)
      throw new UsageError(`The report cannot be written. ${fileProblem(this.#path, this.#failure)}`);
  }
}
