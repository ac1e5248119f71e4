import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool, type SandboxPool } from '../../server/sandbox/pool.ts';
import { decodeReply } from '../policy/pocket/tokens.ts';
import type { Trajectory } from '../policy/policy.ts';
import type { ScriptedPolicy } from '../policy/scripted.ts';
import { SelfPlay } from './loop.ts';
import { type Asked, configWith, freight, freightAnswer, Ledger, partsWith, scripted } from './testing.ts';

let pool: SandboxPool;
beforeAll(async () => {
  pool = await createPool({ children: 1 });
});
afterAll(() => pool.close());

const SMALL = {
  rollouts: 4,
  design: {
    skills: ['Optimization', 'Pattern Recognition'],
    activeSkills: 2,
    perSkill: 1,
    every: 2,
    attempts: 3,
    maxTokens: 4_000,
  },
  play: { group: 4, maxTurns: 3, ownTurns: false, maxTokens: 64, context: 2_000 },
  update: { batch: 5 },
};

const NAMES = ['Barge', 'Canal', 'Depot', 'Ferry', 'Harbour', 'Lorry', 'Pier', 'Quay'];

/** Writes freights, hints how they are summed, plays right with the hint, and without it every second time. */
function freightPlayer(): ScriptedPolicy {
  let designed = 0;
  return scripted(({ role, parts }: Asked, seed) => {
    if (role === 'designer') return freight(NAMES[designed++ % NAMES.length] ?? '');
    if (role === 'hinter') return 'multiply all three and add the permit';
    const knows = parts.has('hint') || seed % 2 === 0;
    return knows ? freightAnswer(parts.get('observation') ?? '') : 'no idea';
  });
}

async function played(policy: ScriptedPolicy, overrides: Record<string, unknown> = {}) {
  const config = configWith({ ...SMALL, ...overrides });
  const ledger = new Ledger(config);
  const end = await new SelfPlay(config, partsWith(pool, policy)).run(ledger.context());
  return { ledger, end, config };
}

describe('self-play', () => {
  it('designs every k rollouts, plays every rollout, and commits each step with its intent before', async () => {
    const { ledger, end } = await played(freightPlayer());
    expect(end).toBe('finished');
    expect(ledger.commits.map(({ step }) => step)).toEqual([0, 1, 2, 3]);
    expect(ledger.intents).toEqual([0, 1, 2, 3]);
    expect(ledger.environments.map(({ className }) => className)).toEqual([
      'BargeEnv',
      'CanalEnv',
      'DepotEnv',
      'FerryEnv',
    ]);
    // Two environments, four plays each; as many with the hint where they are new.
    const plays = [0, 1, 2, 3].map((step) => ledger.episodes.filter((one) => one.step === step).length);
    expect(plays).toEqual([16, 8, 16, 8]);
    for (const one of ledger.episodes) if (one.hinted) expect(one.outcome).toBe('won');
  });

  it('measures regret at the regeneration step and pays the designer when its window is over', async () => {
    const { ledger } = await played(freightPlayer());
    const returns = ledger.episodes
      .filter((one) => one.step === 0 && !one.hinted)
      .map((one) => one.return ?? 0);
    const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length;
    expect(ledger.metric(0, 'return')).toBeCloseTo(mean, 9);
    expect(ledger.metric(0, 'hinted-return')).toBe(1);
    expect(ledger.metric(0, 'regret')).toBeCloseTo(1 - mean, 9);
    expect([0, 1, 2, 3].map((step) => ledger.metric(step, 'designer-reward') !== undefined)).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it('trains on the tokens that were sampled, of both roles, and on nothing else', async () => {
    const policy = freightPlayer();
    const { ledger } = await played(policy, { update: { batch: 1_000 } });
    // The second step's update holds the designs of the first.
    const second = policy.updates.find(({ trajectories }) =>
      trajectories.some(({ importanceWeights }) => importanceWeights),
    );
    const designs = second?.trajectories.filter(({ importanceWeights }) => importanceWeights) ?? [];
    expect(designs.length).toBe(2);
    const read = ({ tokens, mask }: (typeof designs)[number]) =>
      decodeReply(Array.from(tokens).filter((_, t) => mask[t]));
    expect(designs.map((one) => /class (\w+)/.exec(read(one))?.[1]).sort()).toEqual(['BargeEnv', 'CanalEnv']);
    const agents = policy.updates
      .flatMap(({ trajectories }) => trajectories)
      .filter((one) => !one.importanceWeights);
    const answers = new Set(
      ledger.episodes
        .filter((one) => !one.hinted)
        .flatMap((one) => one.transcript.turns.map((turn) => turn.response)),
    );
    for (const agent of agents)
      expect([...answers].some((answer) => read(agent).startsWith(answer))).toBe(true);
  });

  it('holds designs near the reference in every update, and pays them when their window is over', async () => {
    const policy = freightPlayer();
    const config = configWith({ ...SMALL, update: { batch: 1_000, epochs: 1, kl: 0.1, rehearsals: 12 } });
    const parts = { ...partsWith(pool, policy), reference: policy };
    await new SelfPlay(config, parts).run(new Ledger(config).context());
    const isDesign = ({ tokens, mask }: Trajectory) =>
      decodeReply(Array.from(tokens).filter((_, t) => mask[t])).includes('class ');
    const designs = policy.updates.map(({ trajectories }) => trajectories.filter(isDesign));
    expect(designs.map((some) => some.length)).toEqual([2, 2, 2, 2]);
    // The reference is the policy itself, so that the term is 0 where nothing is paid yet.
    for (const { advantages } of [...(designs[0] ?? []), ...(designs[2] ?? [])])
      expect(Math.max(...Array.from(advantages, Math.abs))).toBe(0);
  });

  it.each([1, 3])(
    'splits an update into steps of a batch, and uses each trajectory in each of %d epochs',
    async (epochs) => {
      const policy = freightPlayer();
      const { ledger } = await played(policy, { update: { batch: 5, epochs } });
      const sizes = policy.updates.map(({ trajectories }) => trajectories.length);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(5);
      const told = [0, 1, 2, 3].reduce((sum, step) => sum + (ledger.metric(step, 'trajectories') ?? 0), 0);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(told * epochs);
    },
  );

  it('goes on after any commit as if nothing had happened', async () => {
    const whole = freightPlayer();
    const { ledger: undisturbed, config } = await played(whole, { curriculum: { memory: 5 } });
    for (const at of [0, 1, 2]) {
      const policy = freightPlayer();
      // The script's own count of designs is where it was; the policy's weights are those of the commit.
      const designs = at < 2 ? 2 : 4;
      for (let i = 0; i < designs; i += 1)
        await policy.sample([
          { prompt: DESIGNER, settings: { maxTokens: 4_000, temperature: 1, stop: [256] }, seed: 0 },
        ]);
      for (let i = 0; i <= at; i += 1) await policy.save(`step-${i}`);
      const ledger = new Ledger(config);
      const from = undisturbed.commits[at];
      expect(await new SelfPlay(config, partsWith(pool, policy)).run(ledger.context(from))).toBe('finished');
      const later = (one: Ledger, after: number) => one.episodes.filter(({ step }) => step > after);
      expect(later(ledger, at)).toEqual(later(undisturbed, at));
      const plain = (commits: Ledger['commits']) =>
        commits.map(({ step, state, metrics }) => ({
          step,
          state,
          metrics: metrics.filter(({ name }) => name !== 'updates'),
        }));
      expect(plain(ledger.commits)).toEqual(plain(undisturbed.commits.slice(at + 1)));
    }
  });

  it('measures held-out environments before, between and after, and keeps them out of everything else', async () => {
    const held = freight('Held');
    const heldOut = [{ source: held, hash: 'h', className: 'HeldEnv', skill: 'Optimization', level: 0 }];
    const config = configWith({ ...SMALL, evaluation: { pool: 'shipped', every: 2, plays: 6 } });
    const run = async (withThem: boolean) => {
      const policy = freightPlayer();
      const ledger = new Ledger(config);
      const parts = { ...partsWith(pool, policy), ...(withThem ? { heldOut } : {}) };
      await new SelfPlay(config, parts).run(ledger.context());
      return { ledger, policy };
    };
    const [measured, plain] = [await run(true), await run(false)];
    const told = (name: string) =>
      [0, 1, 2, 3].map((step) => measured.ledger.metric(step, name) !== undefined);
    expect(told('held-out-win-rate')).toEqual([true, false, true, false]);
    expect(told('held-out-win-rate-after')).toEqual([false, false, false, true]);
    const shares = [0, 2].map((step) => measured.ledger.metric(step, 'held-out-win-rate'));
    // The same plays every time; this player does not learn.
    expect(shares[0]).toBe(shares[1]);
    expect(shares[0]).toBeGreaterThan(0);
    expect(shares[0]).toBeLessThan(1);
    expect(measured.ledger.episodes).toEqual(plain.ledger.episodes);
    expect(measured.policy.updates).toEqual(plain.policy.updates);
  });

  it('pauses after the commit at which it is asked to', async () => {
    const config = configWith(SMALL);
    const ledger = new Ledger(config);
    ledger.pauseAfter = 1;
    expect(await new SelfPlay(config, partsWith(pool, freightPlayer())).run(ledger.context())).toBe('paused');
    expect(ledger.commits.length).toBe(2);
  });
});

/** `<designer> <reply>` */
const DESIGNER = [258, 257];

describe('designs', () => {
  it('that are rejected are kept with their reasons, tried again, and never played', async () => {
    let tries = 0;
    const policy = scripted(({ role, parts }) => {
      if (role === 'hinter') return 'a hint';
      if (role !== 'designer') return freightAnswer(parts.get('observation') ?? '');
      tries += 1;
      if (tries <= 2) return 'class BrokenEnv:\n    def reset(self, seed=None):\n        return "x", {}\n';
      return freight(NAMES[tries] ?? '');
    });
    const { ledger } = await played(policy, { rollouts: 1 });
    const [first, second, ...rest] = ledger.environments;
    for (const bad of [first, second]) {
      expect(bad).toMatchObject({ accepted: false, attempt: 1, verdict: 'unsound', hint: null });
      expect(bad?.rejection).toMatch(/SP10\d.*step/);
    }
    expect(rest.map(({ accepted, attempt, hint }) => ({ accepted, attempt, hint }))).toEqual(
      new Array(2).fill({ accepted: true, attempt: 2, hint: 'a hint' }),
    );
    expect(ledger.metric(0, 'sound-at-first')).toBe(0);
    expect(ledger.metric(0, 'accepted-share')).toBe(0.5);
  });

  it('that are rejected are paid with the others of their skill, where that is configured', async () => {
    let tries = 0;
    const policy = scripted(({ role, parts }) => {
      if (role === 'hinter') return 'a hint';
      if (role !== 'designer') return freightAnswer(parts.get('observation') ?? '');
      tries += 1;
      return tries === 1 ? 'class BrokenEnv:\n    pass\n' : freight(NAMES[tries] ?? '');
    });
    const overrides = {
      rollouts: 1,
      design: { ...SMALL.design, every: 1, skills: ['Optimization'], activeSkills: 1 },
    };
    const reward = { variant: 'regret', rejected: -1 };
    await played(policy, { ...overrides, reward });
    // Both tries are centred together: no regret earns 0, the rejected one -1.
    const designs = policy.updates
      .flatMap(({ trajectories }) => trajectories)
      .filter(({ importanceWeights }) => importanceWeights);
    expect(designs.map(({ advantages }) => advantages[0])).toEqual(expect.arrayContaining([0.5, -0.5]));
    expect(designs.length).toBe(2);
  });

  it('of which none passes leave the last set in play; without one the run ends, and says what was wrong', async () => {
    let designed = 0;
    const failing = (from: number) =>
      scripted(({ role, parts }) => {
        if (role === 'hinter') return 'a hint';
        if (role !== 'designer') return freightAnswer(parts.get('observation') ?? '');
        designed += 1;
        return designed > from ? 'class BrokenEnv:\n    pass\n' : freight(NAMES[designed] ?? '');
      });
    const { ledger, end } = await played(failing(2));
    expect(end).toBe('finished');
    expect(ledger.logs.join('\n')).toMatch(
      /None of 6 designs passed the checks; most often: SP10\d.*The last set is kept/,
    );
    const hashes = (step: number) =>
      [...new Set(ledger.episodes.filter((one) => one.step === step).map((one) => one.environment))].sort();
    expect(hashes(2)).toEqual(hashes(1));
    // What was kept was paid for its first window.
    expect(ledger.metric(1, 'designer-reward')).toBeDefined();
    designed = 0;
    await expect(played(failing(0))).rejects.toThrow(/None of 6 designs passed the checks/);
  });

  it('that are the same program twice are played once', async () => {
    const policy = scripted(({ role, parts }) =>
      role === 'designer'
        ? freight('Same')
        : role === 'hinter'
          ? 'h'
          : freightAnswer(parts.get('observation') ?? ''),
    );
    const { ledger } = await played(policy, { rollouts: 1 });
    expect(ledger.environments.filter(({ accepted }) => accepted).length).toBe(1);
    expect(ledger.environments.at(-1)?.rejection).toMatch(/same program/);
  });

  it('that all fail end the run with what was wrong with them', async () => {
    const policy = scripted(() => 'print("hello")');
    await expect(played(policy, { rollouts: 1 })).rejects.toThrow(
      /None of 6 designs passed the checks; most often: SP101 \(6\)/,
    );
  });
});

describe('plays', () => {
  it('in which the environment fails have no return and train nobody', async () => {
    // No check can find what one checksum in four milliards does.
    const fatal = crc32('\\boxed{boom}');
    const raising = (name: string) =>
      freight(name)
        .replace('import re\n', 'import re\nimport zlib\n')
        .replace(
          '        self.attempts += 1\n',
          `        self.attempts += 1\n        if zlib.crc32(action.encode()) == ${fatal}:\n            raise RuntimeError("boom")\n`,
        );
    let designed = 0;
    const policy = scripted(({ role, parts }, seed) => {
      if (role === 'designer') return raising(NAMES[designed++] ?? '');
      if (role === 'hinter') return 'h';
      if (seed % 3 === 0) return '\\boxed{boom}';
      return seed % 3 === 1 ? freightAnswer(parts.get('observation') ?? '') : '0';
    });
    const { ledger } = await played(policy, { rollouts: 1, play: { ...SMALL.play, group: 12 } });
    const faults = ledger.episodes.filter(({ outcome }) => outcome === 'fault');
    expect(faults.length).toBeGreaterThan(0);
    for (const { return: value, transcript } of faults) {
      expect(value).toBeNull();
      expect(transcript.fault).toMatch(/RuntimeError: boom \(line \d+\)/);
      expect(transcript.advantage).toBeUndefined();
    }
    expect(ledger.metric(0, 'fault-share')).toBeGreaterThan(0);
    const trained = policy.updates
      .flatMap(({ trajectories }) => trajectories)
      .map(({ tokens }) => Buffer.from(Array.from(tokens).filter((t) => t < 256)).toString());
    expect(trained.some((text) => text.includes('boom'))).toBe(false);
  });

  it('end when their turns are used up', async () => {
    const policy = scripted(({ role }) =>
      role === 'designer' ? freight(NAMES[0] ?? '') : role === 'hinter' ? 'h' : 'hm',
    );
    const { ledger } = await played(policy, { rollouts: 1, play: { ...SMALL.play, maxTurns: 2 } });
    for (const { outcome, turns, return: value } of ledger.episodes)
      expect({ outcome, turns, value }).toEqual({ outcome: 'truncated', turns: 2, value: 0 });
  });
});
