/**
 * Documents that ground designs: JSON lines, each an object with its text under `orig_doc` or `text` (the first wins).
 * Other keys are the document's own. Lines that are empty or no such object are counted and left out.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Random } from './random.ts';

export interface Document {
  /** `id`, `title` or `name` of the line, else its number in the file, as `line 12`. */
  readonly name: string;
  readonly text: string;
}

export interface Corpus {
  readonly documents: readonly Document[];
  /** Lines that held no document. */
  readonly skipped: number;
}

/** The file cannot be used; the message names it and says what it should hold. */
export class CorpusError extends Error {
  override readonly name = 'CorpusError';
}

/** @param maxWords of a document, the rest of which is cut off. @throws CorpusError */
export async function readCorpus(path: string, maxWords: number): Promise<Corpus> {
  const documents: Document[] = [];
  let skipped = 0;
  let number = 0;
  try {
    for await (const line of createInterface({
      input: createReadStream(path, 'utf8'),
      crlfDelay: Infinity,
    })) {
      number += 1;
      if (line.trim() === '') continue;
      const document = documentOf(line, number, maxWords);
      if (document) documents.push(document);
      else skipped += 1;
    }
  } catch (error) {
    throw new CorpusError(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (documents.length > 0) return { documents, skipped };
  throw new CorpusError(
    `${path} holds no document. Each line must be a JSON object with the text under "orig_doc" or "text".`,
  );
}

/** Any of the documents, all as likely. */
export function drawDocument({ documents }: Corpus, random: Random): Document {
  const drawn = documents[Math.floor(random() * documents.length)];
  if (!drawn) throw new RangeError('The corpus is empty.');
  return drawn;
}

function documentOf(line: string, number: number, maxWords: number): Document | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const text = textIn(value, 'orig_doc') ?? textIn(value, 'text');
  if (text === undefined) return undefined;
  const name = textIn(value, 'id') ?? textIn(value, 'title') ?? textIn(value, 'name') ?? `line ${number}`;
  return { name, text: firstWords(text, maxWords) };
}

/** A value that is a text and not empty. */
function textIn(object: object, key: string): string | undefined {
  const value: unknown = Reflect.get(object, key);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The text up to the end of a word. */
function firstWords(text: string, count: number): string {
  const words = text.matchAll(/\S+/g);
  let end = 0;
  for (let i = 0; i < count; i += 1) {
    const { value, done } = words.next();
    if (done) return text;
    end = value.index + value[0].length;
  }
  return text.slice(0, end);
}
