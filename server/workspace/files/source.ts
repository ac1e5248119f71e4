/** Reads one environment's source. */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileProblem } from '../usage-error.ts';

/** Bytes. The longest environments of public pools have about 60 kB. */
export const LARGEST_SOURCE = 1024 * 1024;

/** A named pipe must not keep us waiting for somebody to write. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

export interface Source {
  readonly raw: Uint8Array;
  readonly text: string;
  /** Of the bytes. */
  readonly sha256: string;
}

export type Read = Source | { readonly fault: string };

/** Synchronous: for thousands of small files that is several times as fast, and none blocks for long. */
export function readSource(path: string, shown: string): Read {
  let file: number | undefined;
  try {
    file = openSync(path, READ);
    const found = fstatSync(file);
    if (!found.isFile()) return { fault: `${shown}: it is no ordinary file` };
    return found.size > LARGEST_SOURCE ? tooLarge(shown) : decode(readFileSync(file), shown);
  } catch (error) {
    return { fault: fileProblem(shown, error) };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

export async function readStream(stream: Readable, shown: string): Promise<Read> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > LARGEST_SOURCE) return tooLarge(shown);
    chunks.push(bytes);
  }
  return decode(Buffer.concat(chunks), shown);
}

const tooLarge = (shown: string): Read => ({
  fault: `${shown}: it is larger than ${LARGEST_SOURCE / 1024 / 1024} MB, which is no environment's source`,
});

/** As CPython reads a file: UTF-8, a byte order mark is no part of the text. */
function decode(raw: Uint8Array, shown: string): Read {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    return { fault: `${shown}: it is not UTF-8 text. Save it as UTF-8.` };
  }
  return { raw, text, sha256: createHash('sha256').update(raw).digest('hex') };
}

/**
 * Does a file of a folder look like an environment? Broken ones should pass, helpers should not: a class whose name
 * ends in `Env`, and at least one of its two methods (a tool-use environment inherits `step`).
 */
export function looksLikeEnvironment(source: string): boolean {
  return (
    /^[ \t]*class[ \t]+\w*Env\b/m.test(source) &&
    /^[ \t]*(?:async[ \t]+)?def[ \t]+(?:reset|step)\b/m.test(source)
  );
}
