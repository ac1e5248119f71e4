import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Episode } from '../../../contract/episode.ts';
import type { Evidence, Play } from '../../../protocol/finding.ts';
import { createPool, type SandboxPool } from '../../../sandbox/pool.ts';
import { visibleDifference } from '../../compare.ts';
import { playtest } from '../../playtest.ts';
import { Session } from '../../session.ts';
import { DEFAULT_SETTINGS } from '../../settings.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
/** A rule's page, and what its finding's play must show when it is played again. */
const CASES: readonly (readonly [
  code: string,
  page: string,
  shows: (episode: Episode, evidence: Evidence, against: Episode | undefined) => void,
])[] = [
  [
    'SP104',
    '../../../lint/rules/contract/reset-return.md',
    (episode) => expect(episode.opening.returned?.type).toBe('str'),
  ],
  [
    'SP106',
    '../../../lint/rules/contract/step-return.md',
    (episode, { step = 0 }) => expect(episode.turns[step - 1]?.returned?.parts).toHaveLength(4),
  ],
  [
    'SP110',
    '../../../lint/rules/contract/attribute-before-assignment.md',
    (episode) => expect(episode.opening.error?.type).toBe('AttributeError'),
  ],
  [
    'SP111',
    '../../../lint/rules/contract/state-not-reset.md',
    (episode, { step }, against) => expect(against && visibleDifference(against, episode)?.step).toBe(step),
  ],
  [
    'SP112',
    '../../../lint/rules/contract/shared-mutable-state.md',
    (episode, { step }, against) => expect(against && visibleDifference(against, episode)?.step).toBe(step),
  ],
  [
    'SP207',
    '../../../lint/rules/sandbox/process-exit.md',
    (episode) => expect(episode.error?.type).toBe('SystemExit'),
  ],
  ['SP209', '../sandbox/time-limit.md', (episode) => expect(episode.breach?.limit).toBe('time')],
  ['SP210', '../sandbox/memory-limit.md', (episode) => expect(episode.breach?.limit).toBe('memory')],
  [
    'SP706',
    '../../../lint/rules/text/control-characters.md',
    (episode, { step = 0 }) => expect(episode.turns[step - 1]?.observation).toContain('\f'),
  ],
  [
    'SP707',
    '../../../lint/rules/text/empty-observation.md',
    (episode, { step = 0 }) => expect(episode.turns[step - 1]?.observation).toBe(''),
  ],
];

let pool: SandboxPool;
beforeAll(async () => {
  pool = await createPool({ children: 1 });
});
afterAll(() => pool?.close());

it.each(CASES)('%s shows again when its evidence is played', async (code, page, shows) => {
  const source = /^```python bad\n([\s\S]*?)^```$/m.exec(read(page))?.[1] ?? '';
  await pool.use(async (interpreter) => {
    const report = await playtest(interpreter, source, { settings: DEFAULT_SETTINGS });
    const evidence = report.findings.find((finding) => finding.code === code)?.evidence;
    if (!evidence?.play) throw new Error('the finding has no play');
    const session = new Session(interpreter, { source, compat: false, budget: DEFAULT_SETTINGS.budget });
    const alone = async (play: Play): Promise<Episode | undefined> => (await session.play([play]))[0];
    const episode = await alone(evidence.play);
    if (!episode) throw new Error('nothing was played');
    const { play: _, against, ...rest } = evidence;
    const actions = evidence.play.actions.length;
    shows(
      episode,
      { ...rest, play: evidence.play },
      against && (await alone({ ...against, actions: against.actions.slice(0, actions) })),
    );
  });
});
