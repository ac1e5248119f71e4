/** Texts as they lie in the database: compressed with Zstandard, with a checksum over the compressed bytes. */
import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { storeError } from './failure.ts';

export interface Packed {
  readonly data: Uint8Array;
  readonly check: number;
}

/** Bytes that one packed text may unpack to: beyond it, the row is damaged or hostile. */
const LARGEST = 1 << 28;

export function pack(value: unknown): Packed {
  const data = zstdCompressSync(Buffer.from(JSON.stringify(value)));
  return { data, check: crc32(data) };
}

const row = z.object({ data: z.instanceof(Uint8Array), check: z.number() });

/** The text as it was packed; `undefined` when it is not what was packed. */
export function textOf(found: unknown): string | undefined {
  const parsed = row.safeParse(found);
  if (!parsed.success || crc32(parsed.data.data) !== parsed.data.check) return undefined;
  try {
    return zstdDecompressSync(parsed.data.data, { maxOutputLength: LARGEST }).toString('utf8');
  } catch {
    return undefined;
  }
}

/** @throws StoreError that names the place when it is not what was packed. */
export function unpack<T>(found: unknown, schema: z.ZodType<T>, file: string, place: string): T {
  const parsed = row.safeParse(found);
  if (!parsed.success || crc32(parsed.data.data) !== parsed.data.check)
    throw storeError('damaged', file, `${place} is not what was written`);
  try {
    const text = zstdDecompressSync(parsed.data.data, { maxOutputLength: LARGEST }).toString('utf8');
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw storeError('damaged', file, `${place} cannot be read`, error);
  }
}
