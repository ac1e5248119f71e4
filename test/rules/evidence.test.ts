/** What a finding shows must show again: the plays of the episode rules' evidence, on their pages' bad examples. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Episode, Turn } from '../../server/contract/episode.ts';
import { ruleOf } from '../../server/contract/rules.ts';
import { conditionsOf } from '../../server/playtest/conditions.ts';
import { playtest } from '../../server/playtest/playtest.ts';
import { Session } from '../../server/playtest/session.ts';
import { DEFAULT_SETTINGS } from '../../server/playtest/settings.ts';
import { numberOf } from '../../server/protocol/value.ts';
import { createPool, type SandboxPool } from '../../server/sandbox/pool.ts';
import { pagePath } from '../../server/workspace/rule-page.ts';
import { readPage } from './page.ts';

const reward = (turn: Turn): number => turn.reward ?? 0;

/** What the step of the evidence looks like when it is played again. */
const SHOWS: Readonly<Record<string, (turn: Turn, episode: Episode) => boolean>> = {
  SP401: (turn) => turn.returned !== undefined && !turn.terminated && !turn.truncated,
  SP402: (turn) => reward(turn) > 0 && !turn.terminated,
  SP403: (turn) => turn.terminated && turn.truncated,
  SP404: (turn, episode) => reward(turn) > 0 && turn.step > episode.turns.length,
  SP405: (turn, episode) => episode.ending === 'truncated' && !turn.truncated,
  SP406: (turn) => !Number.isFinite(numberOf(turn.returned?.parts[1] ?? null)),
  SP407: (turn) => reward(turn) < 0 || reward(turn) > 1,
  SP408: (turn) => turn.truncated && reward(turn) > 0,
  SP409: (turn) => turn.truncated && reward(turn) === 0,
  SP410: (turn) => turn.returned !== undefined,
  SP411: (turn) => JSON.stringify(turn.returned?.parts[4]).includes('"'),
  SP412: (turn) => turn.error !== undefined,
  SP413: (turn) => !turn.terminated && !turn.truncated,
  SP414: (turn) => turn.terminated || turn.truncated,
  SP415: (turn) => turn.truncated,
};

let pool: SandboxPool;
beforeAll(async () => {
  pool = await createPool({ children: 1 });
});
afterAll(() => pool?.close());

it.each(Object.keys(SHOWS))('%s shows again when its evidence is played', async (code) => {
  const path = join(import.meta.dirname, '../..', pagePath(ruleOf(code)) ?? '');
  const [source = ''] = readPage(readFileSync(path, 'utf8')).bad;
  await pool.use(async (interpreter) => {
    const options = { settings: DEFAULT_SETTINGS, selects: (one: string) => one === code };
    const evidence = (await playtest(interpreter, source, options)).findings[0]?.evidence;
    if (!evidence?.play) throw new Error('the finding has no play');
    const session = new Session(interpreter, { source, compat: false, budget: DEFAULT_SETTINGS.budget });
    const [episode] = await session.play([evidence.play], conditionsOf(evidence.play));
    const turn = [...(episode?.turns ?? []), ...(episode?.after ?? [])].at(-1);
    if (!episode || !turn) throw new Error('nothing was played');
    expect(turn.step).toBe(evidence.step);
    expect(SHOWS[code]?.(turn, episode)).toBe(true);
  });
});
