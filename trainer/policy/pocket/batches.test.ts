import { describe, expect, it } from 'vitest';
import { planBatches, rowLength } from './batches.ts';

describe('rows', () => {
  it('have few lengths', () => {
    expect([1, 64, 65, 256, 257, 1000].map(rowLength)).toEqual([64, 64, 128, 256, 384, 1024]);
  });
});

describe('batches', () => {
  it('take every sequence once, into a row that holds it, within the positions allowed', () => {
    const lengths = Array.from({ length: 50 }, (_, i) => 1 + ((i * 97) % 500));
    const batches = planBatches(lengths, 1024);
    expect(batches.flatMap(({ members }) => members).sort((a, b) => a - b)).toEqual(lengths.map((_, i) => i));
    for (const { rows, length, members } of batches) {
      expect(rows * length).toBeLessThanOrEqual(1024);
      expect(members.length).toBeLessThanOrEqual(rows);
      for (const index of members) expect(lengths[index]).toBeLessThanOrEqual(length);
    }
  });

  it('give one row to what is longer than the positions allowed', () => {
    expect(planBatches([900, 900], 512)).toEqual([
      { rows: 1, length: 1024, members: [0] },
      { rows: 1, length: 1024, members: [1] },
    ]);
  });
});
