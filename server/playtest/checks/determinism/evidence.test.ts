import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Play } from '../../../protocol/finding.ts';
import { createPool, type SandboxPool } from '../../../sandbox/pool.ts';
import { visibleDifference } from '../../compare.ts';
import { conditionsOf } from '../../conditions.ts';
import { playtest } from '../../playtest.ts';
import { Session } from '../../session.ts';
import { DEFAULT_SETTINGS } from '../../settings.ts';
import { GAME, variant } from '../../testing.ts';

const CLUNK = '            self.progress = 0\n            text = "Clunk';
const slipping = `            self.progress = max(0, self.progress - random.randint(1, 3))\n            text = "Clunk`;
const LEVERS = 'Levers: amber, blue, coral, green, violet';

/** The rule, a source that breaks it, and whether its two plays come out differently. */
const CASES = [
  ['SP301', variant(GAME, ['random.Random(seed)', 'random.Random()']), true],
  ['SP302', variant(GAME, [CLUNK, slipping]), true],
  ['SP304', variant(GAME, ['rng.sample(LEVERS', 'rng.sample(list(set(LEVERS))']), true],
  [
    'SP305',
    variant(
      GAME,
      ['rng = random.Random(seed)', 'random.seed(seed)'],
      ['rng.sample(', 'random.sample('],
      [CLUNK, slipping],
    ),
    true,
  ],
  [
    'SP307',
    variant(
      GAME,
      ['random.Random(seed)', 'random.Random(seed or 5)'],
      [LEVERS, `${LEVERS}, first {self.order[0]}`],
    ),
    false,
  ],
  ['SP310', variant(GAME, ['**kwargs', 'seed=None'], [LEVERS, `${LEVERS}, first {self.order[0]}`]), true],
] as const;

describe('the evidence of determinism rules', () => {
  let pool: SandboxPool;
  beforeAll(async () => {
    pool = await createPool({ children: 1 });
  });
  afterAll(() => pool?.close());

  it.each(CASES)('%s shows again when its plays are played', async (code, source, apart) => {
    await pool.use(async (interpreter) => {
      const report = await playtest(interpreter, source, {
        settings: DEFAULT_SETTINGS,
        selects: (one) => one === code,
      });
      const evidence = report.findings[0]?.evidence;
      expect(evidence?.play).toBeDefined();
      expect(evidence?.against).toBeDefined();
      const session = new Session(interpreter, { source, compat: false, budget: DEFAULT_SETTINGS.budget });
      const again = async (play: Play | undefined) =>
        play && (await session.play([play], conditionsOf(play)))[0];
      const [one, other] = [await again(evidence?.play), await again(evidence?.against)];
      if (!one || !other) throw new Error('nothing was played');
      const parted = visibleDifference(one, other);
      expect(parted !== undefined).toBe(apart);
      if (parted) expect(parted.step).toBe(evidence?.step);
    });
  });
});
