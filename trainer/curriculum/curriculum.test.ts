import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { drawDocument, readCorpus } from './corpus.ts';
import { Memory, type MemoryRecord, wrongWith } from './memory.ts';
import { seedOf, streamOf } from './random.ts';
import { activeSkills, isRegeneration } from './rotation.ts';
import { afterPlay, drawLevel, FIRST_WINDOW, type Window } from './sliding-window.ts';

describe('skills', () => {
  it('take turns, three of six', () => {
    const skills = ['a', 'b', 'c', 'd', 'e', 'f'];
    expect([0, 1, 2].map((set) => activeSkills(skills, 3, set).join(''))).toEqual(['abc', 'def', 'abc']);
    expect([0, 1, 2, 3].map((set) => activeSkills(skills, 4, set).join(''))).toEqual([
      'abcd',
      'efab',
      'cdef',
      'abcd',
    ]);
  });

  it('are designed for every k rollouts', () => {
    expect([0, 1, 2, 3, 4, 5].map((rollout) => isRegeneration(rollout, 4))).toEqual([
      true,
      false,
      false,
      false,
      true,
      false,
    ]);
  });
});

describe('memory', () => {
  const remembered = (
    winRate: number,
    regret: number | null,
    skill = 'logic',
    rollout = 0,
  ): MemoryRecord => ({
    className: `W${winRate}R${regret}Env`,
    skill,
    source: 'x'.repeat(3_000),
    winRate,
    regret,
    rollout,
  });

  it('shows seeds of the skill that taught much, and none that were too easy or too hard', () => {
    const memory = new Memory(200, [
      ...Array.from({ length: 30 }, (_, i) => remembered(0.5, i / 100)),
      remembered(0.95, 1),
      remembered(0.05, 1),
      remembered(0.5, 1, 'optimization'),
    ]);
    const drawn = Array.from({ length: 50 }, (_, i) => memory.seeds('logic', 2, streamOf(i))).flat();
    expect(drawn.length).toBe(100);
    // The best ten of thirty: regret 0.20 to 0.29.
    expect(Math.min(...drawn.map(({ regret }) => regret ?? 0))).toBeCloseTo(0.2, 9);
    expect(new Set(drawn.map(({ regret }) => regret)).size).toBe(10);
    expect(drawn.every(({ skill, source }) => skill === 'logic' && source.length === 2_000)).toBe(true);
  });

  it('warns of what was too easy or too hard', () => {
    const memory = new Memory(9, [remembered(0.95, 0), remembered(0.05, 0), remembered(0.5, 0)]);
    const told = memory.warnings('logic', 5, streamOf(1)).map(wrongWith);
    expect(told.sort()).toEqual(['too easy', 'too hard']);
  });

  it('forgets the oldest, and can be without any', () => {
    const memory = new Memory(2);
    for (let rollout = 0; rollout < 5; rollout += 1) memory.add(remembered(0.5, 0, 'logic', rollout));
    expect(memory.records.map(({ rollout }) => rollout)).toEqual([3, 4]);
    const none = new Memory(0, [remembered(0.5, 0)]);
    expect(none.seeds('logic', 2, streamOf(1))).toEqual([]);
  });
});

describe('streams of chance', () => {
  it('depend on their names alone', () => {
    const first = [streamOf(1, 'document', 3)(), streamOf(1, 'seed', 3)()];
    const again = [streamOf(1, 'seed', 3)(), streamOf(1, 'document', 3)()].reverse();
    expect(again).toEqual(first);
    expect(seedOf(1, 'a', 12)).not.toBe(seedOf(1, 'a1', 2));
  });
});

describe('a corpus', () => {
  const file = (text: string): string => {
    const folder = mkdtempSync(join(tmpdir(), 'spade-corpus-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'corpus.jsonl'), text);
    return join(folder, 'corpus.jsonl');
  };

  it('takes orig_doc before text, cuts after so many words, and counts what is no document', async () => {
    const lines = [
      '{"orig_doc": "one two  three four", "text": "not this", "id": "a"}',
      '',
      '{"text": "tides and moons", "source": "x"}',
      '{"text": ""}',
      'not json',
      '["text"]',
      '{"orig_doc": 5, "text": "second choice"}',
    ];
    const { documents, skipped } = await readCorpus(file(`${lines.join('\r\n')}\n`), 3);
    expect(documents).toEqual([
      { name: 'a', text: 'one two  three' },
      { name: 'line 3', text: 'tides and moons' },
      { name: 'line 7', text: 'second choice' },
    ]);
    expect(skipped).toBe(3);
  });

  it('draws all documents alike', async () => {
    const corpus = await readCorpus(file('{"text": "a"}\n{"text": "b"}\n{"text": "c"}\n'), 9);
    const random = streamOf(7);
    const counts = new Map<string, number>();
    for (let i = 0; i < 3_000; i += 1) {
      const { text } = drawDocument(corpus, random);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(120);
    expect(counts.size).toBe(3);
  });

  it('without any document is refused with what it should hold', async () => {
    await expect(readCorpus(file('\n{"x": 1}\n'), 9)).rejects.toThrow(
      /holds no document.*"orig_doc" or "text"/,
    );
    await expect(readCorpus('/nowhere/corpus.jsonl', 9)).rejects.toThrow(/cannot be read/);
  });
});

describe('the sliding window', () => {
  const play = (window: Window, results: string) =>
    [...results].reduce((now, result) => afterPlay(now, now.high, result === '1', 9), window);

  it('rises when eight plays at its top succeed nearly always', () => {
    expect(play(FIRST_WINDOW, '1111111').high).toBe(0);
    expect(play(FIRST_WINDOW, '11111111')).toEqual({ low: 0, high: 1, plays: 0, successes: 0 });
    expect(play(FIRST_WINDOW, '11111110').high).toBe(0);
  });

  it('is four levels wide at most, and ends at the last', () => {
    expect(play(FIRST_WINDOW, '1'.repeat(40))).toMatchObject({ low: 2, high: 5 });
    expect(play(FIRST_WINDOW, '1'.repeat(200))).toMatchObject({ low: 6, high: 9 });
  });

  it('learns only from its top, and draws from all of it', () => {
    const window: Window = { low: 2, high: 5, plays: 0, successes: 0 };
    expect(afterPlay(window, 3, true, 9)).toBe(window);
    const random = streamOf(3);
    const drawn = new Set(Array.from({ length: 200 }, () => drawLevel(window, random)));
    expect([...drawn].sort()).toEqual([2, 3, 4, 5]);
  });
});
