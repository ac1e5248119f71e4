import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { publish } from './build.ts';
import { findImage, inputKey, readImage } from './image.ts';
import { readMeta } from './meta.ts';

const root = mkdtempSync(join(tmpdir(), 'spade-image-'));
afterEach(() => rmSync(root, { recursive: true, force: true }));

function finished(name: string, content: string): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'meta.json'), content);
  return folder;
}

describe('publish', () => {
  it('keeps the first of two builders and cleans up after the second', () => {
    const target = join(root, 'image');
    expect(publish(finished('a', 'first'), target)).toBe(target);
    expect(publish(finished('b', 'second'), target)).toBe(target);
    expect(readFileSync(join(target, 'meta.json'), 'utf8')).toBe('first');
    expect(readdirSync(root)).toEqual(['image']);
  });

  it('fails when the image is not there afterwards', () => {
    expect(() => publish(finished('a', 'first'), join(root, 'missing', 'image'))).toThrow();
  });
});

describe('the present image', () => {
  it('fits the sources, and is complete', () => {
    const folder = findImage();
    if (!folder) throw new Error('there is none');
    const meta = readMeta(folder);
    expect(meta.key).toBe(inputKey());
    const image = readImage(folder, meta);
    for (const hashSeed of [0, 1] as const) {
      const { runs } = image.snapshot(hashSeed).meta;
      const pages = runs.reduce((sum, page, i) => sum + (i % 2 === 0 ? -page : page), 0);
      expect(image.snapshot(hashSeed).pages.byteLength).toBe(pages * 4_096);
    }
  });

  it('carries the notice that its licence asks for', () => {
    expect(readFileSync(join(findImage() ?? '', 'NOTICE'), 'utf8')).toContain('Mozilla Public License');
  });
});
