import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { textEmbeddings, vendiScore } from './diversity.ts';

const SKILLS = ['cats purr softly', 'engines burn petrol', 'violins need rosin'];

describe('the Vendi score', () => {
  it('is 1 for equal items and n for unrelated ones', () => {
    expect(vendiScore(new Array(24).fill([1, 2, 3]))).toBeCloseTo(1, 9);
    const unrelated = Array.from({ length: 24 }, (_, i) =>
      Array.from({ length: 24 }, (_, j) => Number(i === j)),
    );
    expect(vendiScore(unrelated)).toBeCloseTo(24, 9);
    expect(vendiScore([])).toBe(0);
  });

  it('is what the eigenvalues of two items say', () => {
    // Cosine c: eigenvalues (1 ± c) / 2.
    for (const c of [0.1, 0.5, 0.9]) {
      const [a, b] = [(1 + c) / 2, (1 - c) / 2];
      const wanted = Math.exp(-a * Math.log(a) - b * Math.log(b));
      expect(
        vendiScore([
          [1, 0],
          [c, Math.sqrt(1 - c * c)],
        ]),
      ).toBeCloseTo(wanted, 9);
    }
  });

  it('counts groups by their sizes, as the entropy of the shares does', () => {
    const groups = [
      [1, 0, 0],
      [1, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const entropy = -(0.5 * Math.log(1 / 2) + (1 / 3) * Math.log(1 / 3) + (1 / 6) * Math.log(1 / 6));
    expect(vendiScore(groups)).toBeCloseTo(Math.exp(entropy), 9);
  });

  it('is that of an independent computation', () => {
    // Eigenvalues by the QR algorithm, in Python.
    const rows = [
      [1, 2, 0, 1],
      [0, 1, 3, 1],
      [2, 2, 1, 0],
      [1, 0, 0, 4],
      [3, 1, 1, 1],
    ];
    expect(vendiScore(rows)).toBeCloseTo(2.821504368502547, 6);
  });
});

describe('embeddings of texts', () => {
  it('are alike for the same words in other forms, and unlike for other words', () => {
    const [a, b, c] = textEmbeddings(['drawDocument(12)', 'draw_document(7)', 'violin rosin']);
    const cosine = (x: Float64Array, y: Float64Array) =>
      x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);
    if (!a || !b || !c) throw new Error('three texts have three embeddings');
    expect(cosine(a, b)).toBeCloseTo(1, 9);
    expect(cosine(a, c)).toBeCloseTo(0, 9);
  });

  it('give equal texts a score of 1 and texts without a common word a score of n', () => {
    expect(vendiScore(textEmbeddings(new Array(24).fill(SKILLS[0])))).toBeCloseTo(1, 6);
    expect(vendiScore(textEmbeddings(SKILLS))).toBeCloseTo(3, 6);
  });

  it('order sets as the paper does: the same environment, one kind, a mixture', () => {
    const folder = new URL('../../examples/environments/', import.meta.url);
    const sources = (kind: string) =>
      readdirSync(new URL(`${kind}/`, folder))
        .filter((name) => name.endsWith('.py'))
        .map((name) => readFileSync(new URL(`${kind}/${name}`, folder), 'utf8'));
    const [games, tools] = [sources('games-studio'), sources('tools-studio')];
    const score = (texts: string[]) => vendiScore(textEmbeddings(texts.slice(0, 16)));
    const same = score(new Array(16).fill(games[0]));
    const oneKind = score(tools);
    const mixed = score([...games.slice(0, 8), ...tools.slice(0, 8)]);
    expect(same).toBeCloseTo(1, 6);
    expect(oneKind).toBeGreaterThan(2);
    expect(mixed).toBeGreaterThan(oneKind);
    expect(mixed).toBeLessThan(16);
  });
});
