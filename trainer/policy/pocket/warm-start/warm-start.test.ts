import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool, type SandboxPool } from '../../../../server/sandbox/pool.ts';
import { ScriptedPolicy } from '../../scripted.ts';
import { POCKET } from '../config.ts';
import { END, encodeParts, VOCABULARY } from '../tokens.ts';
import { writtenDesigns } from './designs.ts';
import { lesson, lessonsOf } from './lessons.ts';
import { program } from './programs.ts';
import { learningRateAt, type WarmStart, warmStart } from './warm-start.ts';

let pool: SandboxPool;
let folder: string;
beforeAll(async () => {
  pool = await createPool({ children: 1 });
  folder = await mkdtemp(join(tmpdir(), 'spade-warm-start-'));
});
afterAll(async () => {
  await pool.close();
  await rm(folder, { recursive: true });
});

const MIXTURE = { programs: 1, plays: 2, hints: 0 };
const SETTINGS: Omit<WarmStart, 'folder'> = {
  config: { ...POCKET, width: 16, layers: 1, heads: 2, feedForward: 16 },
  seed: 1,
  stages: [
    { steps: 2, mixture: { programs: 1, plays: 1, hints: 1 }, learningRate: 1e-3 },
    { steps: 1, mixture: MIXTURE, learningRate: 1e-3 },
  ],
  saveEvery: 2,
};

describe('lessons', () => {
  it('teach replies and their ends, and nothing else', () => {
    const { tokens, mask } = lesson([
      { marker: 'agent', text: '' },
      { marker: 'observation', text: 'hi' },
      { marker: 'reply', text: 'up' },
      { marker: 'observation', text: 'no' },
      { marker: 'reply', text: '' },
    ]);
    const taught = Array.from(tokens).filter((_, t) => mask[t]);
    expect(taught).toEqual([...Buffer.from('up'), END, END]);
  });

  it('of a step are always the same, and others for another step', async () => {
    const first = await lessonsOf(3, MIXTURE, pool);
    expect(first).toHaveLength(3);
    expect(await lessonsOf(3, MIXTURE, pool)).toEqual(first);
    expect(await lessonsOf(4, MIXTURE, pool)).not.toEqual(first);
  });
});

describe('the learning rate', () => {
  it('rises, holds and falls', () => {
    const rate = (step: number) => learningRateAt(step, { mixture: MIXTURE, steps: 1000, learningRate: 1 });
    expect([0, 49, 500, 800, 999].map((step) => Number(rate(step).toFixed(3)))).toEqual([
      0.02, 1, 1, 0.5, 0.05,
    ]);
  });
});

describe('a warm start', () => {
  it('that was interrupted comes to the same bits', async () => {
    const whole = join(folder, 'whole');
    await (await warmStart({ ...SETTINGS, folder: whole }, pool)).close();
    const broken = join(folder, 'broken');
    const controller = new AbortController();
    const interrupted = warmStart(
      {
        ...SETTINGS,
        folder: broken,
        signal: controller.signal,
        onStep: (step) => {
          if (step === 2) controller.abort();
        },
      },
      pool,
    );
    await expect(interrupted).rejects.toMatchObject({ kind: 'cancelled' });
    expect(await readdir(broken)).toEqual(['step-000002']);
    const steps: number[] = [];
    await (
      await warmStart({ ...SETTINGS, folder: broken, onStep: (step) => steps.push(step) }, pool)
    ).close();
    expect(steps).toEqual([3]);
    for (const file of ['weights.spade', 'optimiser.spade'])
      expect(await readFile(join(broken, 'step-000003', file))).toEqual(
        await readFile(join(whole, 'step-000003', file)),
      );
    expect((await readdir(whole)).sort()).toEqual(['step-000002', 'step-000003']);
  });
});

describe('designs', () => {
  it('are judged by playing what was written', async () => {
    const { source } = program(1);
    const replies = [
      encodeParts([{ marker: 'reply', text: source }]).slice(1),
      [...Buffer.from('no program'), END],
    ];
    const writer = new ScriptedPolicy({
      reply: (_, __, sampled) => replies[sampled] ?? [END],
      context: 2048,
      vocabulary: VOCABULARY,
    });
    const [good, bad] = await writtenDesigns(writer, pool, [1, 2], 1);
    expect(good).toMatchObject({ family: 'guess', source, report: { verdict: 'sound' } });
    expect(bad).toMatchObject({ source: 'no program', report: { verdict: 'unsound' } });
  });
});
