import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createPool, type SandboxPool } from '../../server/sandbox/pool.ts';
import { SelfPlay } from './loop.ts';
import { drawFromPool, loadPool, moveWindows, type PoolEnvironment, type Windows } from './pool.ts';
import { configWith, freight, freightAnswer, Ledger, partsWith, scripted } from './testing.ts';

let sandbox: SandboxPool;
beforeAll(async () => {
  sandbox = await createPool({ children: 1 });
});
afterAll(() => sandbox.close());

function poolWith(sources: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'spade-pool-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const environments = Object.entries(sources).map(([path, source], i) => {
    writeFileSync(join(folder, path), source);
    return { path, skill: 'sums', level: i };
  });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ environments }));
  return folder;
}

const knows = () =>
  scripted(({ role, parts }) => (role === 'agent' ? freightAnswer(parts.get('observation') ?? '') : 'no'));

describe('a pool', () => {
  it('gives its sound environments, with skill and level', async () => {
    const folder = poolWith({
      'a.py': freight('A'),
      'b.py': 'class BEnv:\n    pass\n',
      'c.py': freight('C'),
    });
    const logs: string[] = [];
    const { checker } = partsWith(sandbox, knows());
    const loaded = await loadPool(folder, checker, new AbortController().signal, (line) => logs.push(line));
    expect(loaded.map(({ className, skill, level }) => ({ className, skill, level }))).toEqual([
      { className: 'AEnv', skill: 'sums', level: 0 },
      { className: 'CEnv', skill: 'sums', level: 2 },
    ]);
    expect(logs).toEqual(["2 of the pool's 3 environments are sound and are played"]);
  });

  it('without a sound environment, or without a manifest, is refused with what to do', async () => {
    const { checker } = partsWith(sandbox, knows());
    const load = (folder: string) => loadPool(folder, checker, new AbortController().signal, () => undefined);
    await expect(load(poolWith({ 'b.py': 'class BEnv:\n    pass\n' }))).rejects.toThrow(
      /none of its 1.*spade check/,
    );
    await expect(load(tmpdir())).rejects.toThrow(/holds no pool/);
  });

  it('is played without a designer, and trains the agent alone', async () => {
    const config = configWith({
      rollouts: 2,
      design: { skills: ['sums'], activeSkills: 1, perSkill: 2, every: 1 },
      play: { group: 4, maxTurns: 3, ownTurns: false, maxTokens: 64, context: 2_000 },
      curriculum: { kind: 'fixed', pool: 'given' },
    });
    const policy = scripted(({ parts }, seed) =>
      seed % 2 ? freightAnswer(parts.get('observation') ?? '') : '0',
    );
    const ledger = new Ledger(config);
    const fixed: PoolEnvironment[] = ['A', 'B', 'C'].map((name) => ({
      source: freight(name),
      hash: name,
      className: `${name}Env`,
      skill: 'sums',
      level: 0,
    }));
    await new SelfPlay(config, { ...partsWith(sandbox, policy), fixed }).run(ledger.context());
    expect(ledger.environments).toEqual([]);
    expect(ledger.episodes.length).toBe(16);
    expect(ledger.episodes.every(({ hinted }) => !hinted)).toBe(true);
    const trained = policy.updates.flatMap(({ trajectories }) => trajectories);
    expect(trained.length).toBeGreaterThan(0);
    expect(trained.some(({ importanceWeights }) => importanceWeights)).toBe(false);
  });
});

describe('the sliding window over a pool', () => {
  const pool: PoolEnvironment[] = [0, 1, 2, 3].flatMap((level) =>
    ['x', 'y'].map((name) => ({
      source: '',
      hash: `${name}${level}`,
      className: name,
      skill: 'sums',
      level,
    })),
  );

  it('begins at the easiest and rises when that is mastered', () => {
    let windows: Windows = {};
    const levels = (rollout: number) =>
      new Set(drawFromPool(pool, 40, 1, rollout, windows).map(({ hash }) => Number(hash.slice(1))));
    expect(levels(0)).toEqual(new Set([0]));
    windows = moveWindows(windows, pool, 'x0', new Array(8).fill(1));
    expect(levels(1)).toEqual(new Set([0, 1]));
    windows = moveWindows(windows, pool, 'x1', [null, 1, 1, 1, 1, 1, 1, 1, 0]);
    expect(windows.sums?.high).toBe(1);
  });

  it('draws the same for the same seed and rollout, each environment once', () => {
    const drawn = drawFromPool(pool, 6, 3, 2);
    expect(drawn).toEqual(drawFromPool(pool, 6, 3, 2));
    expect(new Set(drawn.map(({ hash }) => hash)).size).toBe(6);
    expect(drawFromPool(pool, 6, 3, 3)).not.toEqual(drawn);
  });
});
