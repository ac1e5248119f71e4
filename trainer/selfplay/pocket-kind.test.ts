import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TINY } from '../policy/pocket/config.ts';
import { PocketPolicy } from '../policy/pocket/pocket.ts';
import { POCKET_KIND } from './pocket-kind.ts';
import { configWith, Ledger } from './testing.ts';

/** Weights that have learnt nothing. */
let weights: string;
beforeAll(async () => {
  weights = join(mkdtempSync(join(tmpdir(), 'spade-weights-')), 'untrained');
  const policy = await PocketPolicy.open({ config: TINY, seed: 1 });
  await policy.save(weights);
  await policy.close();
});
afterAll(() => rmSync(join(weights, '..'), { recursive: true }));

const pocket = (more: Record<string, unknown> = {}) =>
  configWith({
    engine: { kind: 'pocket', weights },
    rollouts: 1,
    curriculum: { corpus: null, memory: 0 },
    evaluation: null,
    design: { activeSkills: 1, perSkill: 1, attempts: 2, maxTokens: 40 },
    ...more,
  });

describe('self-play on the pocket policy', () => {
  it('is refused before it begins where something is missing, with what to name', async () => {
    const kind = POCKET_KIND;
    expect(await kind.check(pocket())).toBeUndefined();
    expect(await kind.check(configWith({}))).toBeUndefined();
    const nowhere = { kind: 'pocket', weights: '/nowhere/weights' };
    expect(await kind.check(pocket({ engine: nowhere }))).toMatch(/there is no folder \/nowhere\/weights/);
    const corpus = { path: '/nowhere/corpus.jsonl', maxWords: 9 };
    expect(await kind.check(pocket({ curriculum: { corpus } }))).toMatch(
      /there is no file \/nowhere\/corpus/,
    );
    const evaluation = { pool: '/nowhere/pool', every: 1, plays: 1 };
    expect(await kind.check(pocket({ evaluation }))).toMatch(/there is no folder \/nowhere\/pool/);
  });

  it('with a policy that cannot write environments ends with what was wrong, and keeps all tries', async () => {
    const config = pocket();
    const ledger = new Ledger(config);
    await expect(POCKET_KIND.create(config).run(ledger.context())).rejects.toThrow(
      /None of 2 designs passed the checks/,
    );
    expect(ledger.environments.map(({ accepted }) => accepted)).toEqual([false, false]);
    expect(ledger.commits).toEqual([]);
  });
});
