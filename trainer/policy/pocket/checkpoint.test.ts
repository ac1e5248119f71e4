import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCheckpoint, saveCheckpoint } from './checkpoint.ts';
import { TINY } from './config.ts';
import { fromHalf, toHalf } from './half.ts';
import { freshWeights } from './weights.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spade-checkpoint-'));
});
afterAll(() => rm(folder, { recursive: true }));

const CONFIG = { ...TINY, width: 16, layers: 1, feedForward: 16 };

function trained() {
  const weights = freshWeights(CONFIG, 3);
  weights.adam.first.fill(0.25);
  weights.adam.second.set(weights.parameters);
  weights.adam.updates = 17;
  return weights;
}

describe('a checkpoint', () => {
  it('gives back weights and optimiser, bit by bit', async () => {
    const path = join(folder, 'whole');
    await saveCheckpoint(path, trained());
    expect(await loadCheckpoint(path)).toEqual(trained());
  });

  it('is replaced by the next one, and leaves nothing else behind', async () => {
    const path = join(folder, 'twice', 'deep');
    await saveCheckpoint(path, freshWeights(CONFIG, 1));
    await saveCheckpoint(path, trained());
    expect((await loadCheckpoint(path)).adam.updates).toBe(17);
    expect(await readdir(join(folder, 'twice'))).toEqual(['deep']);
  });

  it('for shipping has half the size and no optimiser', async () => {
    const path = join(folder, 'shipped');
    const weights = trained();
    await saveCheckpoint(path, weights, { precision: 'float16' });
    expect(await readdir(path)).toEqual(['weights.spade']);
    const loaded = await loadCheckpoint(path);
    expect(loaded.adam).toEqual(freshWeights(CONFIG, 1).adam);
    for (const [i, value] of loaded.parameters.entries())
      expect(Math.abs(value - (weights.parameters[i] ?? 0))).toBeLessThanOrEqual(
        Math.abs(value) / 2048 + 1e-7,
      );
  });

  it.each<[string, string, (bytes: Buffer) => Buffer, string]>([
    [
      'a changed number',
      'weights.spade',
      (bytes) => flipped(bytes, bytes.length - 5),
      'damaged or cut short',
    ],
    ['a cut end', 'weights.spade', (bytes) => bytes.subarray(0, -4), 'damaged or cut short'],
    ['a changed header', 'weights.spade', (bytes) => flipped(bytes, 17), 'its header is damaged'],
    [
      'another file',
      'weights.spade',
      () => Buffer.from('PK zip or so, no policy'),
      'it is no file of a pocket policy',
    ],
    ['an empty file', 'optimiser.spade', () => Buffer.alloc(0), 'it is no file of a pocket policy'],
    [
      'a newer format',
      'weights.spade',
      (bytes) => Buffer.concat([bytes.subarray(0, 8), Buffer.of(2), bytes.subarray(9)]),
      'Use a newer Spade Studio',
    ],
    [
      'a changed optimiser',
      'optimiser.spade',
      (bytes) => flipped(bytes, bytes.length - 1),
      'damaged or cut short',
    ],
  ])('with %s is refused', async (name, file, damage, message) => {
    const path = join(folder, name);
    await saveCheckpoint(path, trained());
    await writeFile(join(path, file), damage(await readFile(join(path, file))));
    await expect(loadCheckpoint(path)).rejects.toMatchObject({
      kind: 'checkpoint',
      message: expect.stringContaining(message),
    });
  });

  it('without its optimiser, or with that of others, is refused', async () => {
    const path = join(folder, 'mixed');
    await saveCheckpoint(path, trained());
    const other = join(folder, 'other');
    await saveCheckpoint(other, freshWeights(CONFIG, 1));
    await writeFile(join(path, 'optimiser.spade'), await readFile(join(other, 'optimiser.spade')));
    await expect(loadCheckpoint(path)).rejects.toThrow('it belongs to other weights');
    await rm(join(path, 'optimiser.spade'));
    await expect(loadCheckpoint(path)).rejects.toThrow('cannot be read');
  });

  it('that cannot be written says where', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await expect(saveCheckpoint(join(file, 'inside'), trained())).rejects.toMatchObject({
      kind: 'checkpoint',
      message: expect.stringContaining(join(file, 'inside')),
    });
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

describe('half precision', () => {
  it('comes back unchanged, for every number that it has', () => {
    for (let half = 0; half < 0x10000; half++) {
      const value = fromHalf(half);
      if (Number.isNaN(value)) expect(fromHalf(toHalf(value))).toBeNaN();
      else expect(toHalf(value)).toBe(half);
    }
  });

  it('rounds to the nearest, ties to even', () => {
    expect(fromHalf(toHalf(1 + 1 / 2048))).toBe(1);
    expect(fromHalf(toHalf(1 + 3 / 2048))).toBe(1 + 2 / 1024);
    expect(fromHalf(toHalf(1 + 1.1 / 2048))).toBe(1 + 1 / 1024);
    expect(fromHalf(toHalf(65_519))).toBe(65_504);
    expect(fromHalf(toHalf(65_520))).toBe(Number.POSITIVE_INFINITY);
    expect(fromHalf(toHalf(2 ** -25))).toBe(0);
    expect(fromHalf(toHalf(1.5 * 2 ** -24))).toBe(2 ** -23);
  });
});
