/**
 * Checkpoints: a folder with `weights.spade` and, unless it is for shipping, `optimiser.spade`.
 *
 * A file is eight bytes of magic, the version and the length of the header as 32-bit numbers, the header as JSON, and
 * the numbers, all little-endian. The header tells the model's sizes and the SHA-256 of the numbers; the optimiser's
 * tells that of the weights it belongs to. A checkpoint is written beside its place and moved there when it is whole.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { PolicyFailure } from '../failure.ts';
import { freshAdam } from './adam.ts';
import { modelConfig } from './config.ts';
import { fromHalf, toHalf } from './half.ts';
import { parameterCount } from './parameters.ts';
import type { Weights } from './weights.ts';

export type Precision = 'float32' | 'float16';

const WEIGHTS = 'weights.spade';
const OPTIMISER = 'optimiser.spade';

const MAGIC = Buffer.from('SPADEPOL');
const VERSION = 1;
const FIXED = MAGIC.length + 8;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const shared = { config: modelConfig, precision: z.enum(['float32', 'float16']), sha256 };
const weightsHeader = z.strictObject({ kind: z.literal('weights'), ...shared, optimiser: z.boolean() });
const optimiserHeader = z.strictObject({
  kind: z.literal('optimiser'),
  ...shared,
  updates: z.int().nonnegative(),
  weights: sha256,
});

export interface SaveOptions {
  /** `float16` halves the weights' size and leaves the optimiser's state out. */
  readonly precision?: Precision;
}

/** Writes a checkpoint; one that is there already is replaced. @throws PolicyFailure `checkpoint`. */
export async function saveCheckpoint(
  path: string,
  { config, parameters, adam }: Weights,
  { precision = 'float32' }: SaveOptions = {},
): Promise<void> {
  const shipping = precision === 'float16';
  const partial = join(dirname(path), `.${basename(path)}.partial`);
  const old = join(dirname(path), `.${basename(path)}.old`);
  try {
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { recursive: true });
    const payload = shipping ? halves(parameters) : floats(parameters);
    const weights = digest(payload);
    const header = { kind: 'weights', config, precision, sha256: weights, optimiser: !shipping };
    await writeWhole(join(partial, WEIGHTS), header, payload);
    if (!shipping) {
      const state = Buffer.concat([floats(adam.first), floats(adam.second)]);
      const { updates } = adam;
      const about = { kind: 'optimiser', config, precision, sha256: digest(state), updates, weights };
      await writeWhole(join(partial, OPTIMISER), about, state);
    }
    await rm(old, { recursive: true, force: true });
    await rename(path, old).catch(ignoreMissing);
    await rename(partial, path);
    await rm(old, { recursive: true, force: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PolicyFailure('checkpoint', `The checkpoint '${path}' could not be written: ${reason}.`, {
      cause,
    });
  }
}

/** @throws PolicyFailure `checkpoint`, which says what is wrong with it. */
export async function loadCheckpoint(path: string): Promise<Weights> {
  const weights = await readWhole(join(path, WEIGHTS), weightsHeader);
  const { config, precision, optimiser } = weights.header;
  const count = parameterCount(config);
  const parameters = numbers(join(path, WEIGHTS), weights.payload, precision, count);
  if (!optimiser) return { config, parameters, adam: freshAdam(count) };

  const file = join(path, OPTIMISER);
  const state = await readWhole(file, optimiserHeader);
  if (state.header.weights !== weights.header.sha256)
    throw refused(
      file,
      'it belongs to other weights than those beside it. Restore both from the same checkpoint',
    );
  const both = numbers(file, state.payload, 'float32', 2 * count);
  const adam = { first: both.slice(0, count), second: both.slice(count), updates: state.header.updates };
  return { config, parameters, adam };
}

async function writeWhole(file: string, header: object, payload: Buffer): Promise<void> {
  const text = Buffer.from(JSON.stringify(header));
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32LE(VERSION, 0);
  sizes.writeUInt32LE(text.length, 4);
  const handle = await open(file, 'w');
  try {
    await handle.writev([MAGIC, sizes, text, payload]);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readWhole<T extends { sha256: string }>(file: string, schema: z.ZodType<T>) {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw refused(file, `it cannot be read (${cause instanceof Error ? cause.message : cause})`);
  });
  if (bytes.length < FIXED || !bytes.subarray(0, MAGIC.length).equals(MAGIC))
    throw refused(file, 'it is no file of a pocket policy');
  const version = bytes.readUInt32LE(MAGIC.length);
  if (version > VERSION)
    throw refused(
      file,
      `it has format ${version}, and this program reads up to ${VERSION}. Use a newer Spade Studio`,
    );
  const end = FIXED + bytes.readUInt32LE(MAGIC.length + 4);
  const header = schema.safeParse(parseJson(bytes.subarray(FIXED, end)));
  if (!header.success) throw refused(file, `its header is damaged (${z.prettifyError(header.error)})`);
  const payload = bytes.subarray(end);
  if (digest(payload) !== header.data.sha256)
    throw refused(
      file,
      'its numbers are damaged or cut short (SHA-256 differs). Restore it, or use an earlier checkpoint',
    );
  return { header: header.data, payload };
}

function numbers(file: string, payload: Buffer, precision: Precision, count: number): Float32Array {
  const bytes = precision === 'float32' ? 4 : 2;
  if (payload.length !== count * bytes)
    throw refused(file, `it holds ${payload.length / bytes} numbers, and a model of its sizes has ${count}`);
  return Float32Array.from({ length: count }, (_, i) =>
    precision === 'float32' ? payload.readFloatLE(i * 4) : fromHalf(payload.readUInt16LE(i * 2)),
  );
}

function floats(values: Float32Array): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) buffer.writeFloatLE(value, i * 4);
  return buffer;
}

function halves(values: Float32Array): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  for (const [i, value] of values.entries()) buffer.writeUInt16LE(toHalf(value), i * 2);
  return buffer;
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

function refused(file: string, why: string): PolicyFailure {
  return new PolicyFailure('checkpoint', `'${file}' was not loaded: ${why}.`);
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
