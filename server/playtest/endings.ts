/**
 * How episodes end, and what comes after: repeated actions under a short turn limit, wins and losses that are played
 * on, the winning move on the last turn, and solutions that stumble on the way.
 */
import type { Episode } from '../contract/episode.ts';
import { DEFAULT_MAX_TURNS, wrapAction } from '../contract/profile.ts';
import type { Play } from '../protocol/finding.ts';
import { generator } from './chance.ts';
import { candidates } from './harvest.ts';
import type { Lab } from './lab.ts';
import { toolCall } from './solution.ts';
import { schemasOf, toolValues, validArguments } from './tool-calls.ts';

/**
 * `repeat`: one action over and over, the constructor given `SHORT_LIMIT`. `late`: a solution without its last
 * action, then nothing until time is up. `won`, `lost`: played on after the end. `last`: nothing, then a solution
 * whose last action falls on the last turn. `stumble`: a solution with a wrong action in it.
 */
export type EndingKind = 'repeat' | 'late' | 'won' | 'lost' | 'last' | 'stumble';

export interface EndingTrial {
  readonly kind: EndingKind;
  readonly episode: Episode;
}

/** The `max_turns` of the short plays, and how many turns beyond a limit an episode may go on before it is late. */
export const SHORT_LIMIT = 6;
export const GRACE = 6;

/** Turns of the longest play of this experiment. */
const LONGEST = 80;
const HARVESTED = 12;
/** Actions of a solution that are played after an end. */
const AFTER = 12;

const PADS = {
  games: ['I do not know.', '\\boxed{}', ''],
  tool_use: ['I do not know.', '<answer></answer>', ''],
};
const MALFORMED = { games: ['\\boxed{unclosed'], tool_use: ['<tool_call>not json</tool_call>'] };

interface Planned {
  readonly kind: EndingKind;
  readonly play: Play;
}

export function endings(lab: Lab): Promise<readonly EndingTrial[]> {
  return lab.once('endings', async () => {
    const planned = [...(await repeats(lab)), ...(await afterSolutions(lab)), ...(await losses(lab))];
    const episodes = planned.length > 0 ? await lab.play(planned.map(({ play }) => play)) : [];
    return planned.flatMap(({ kind }, index) => {
      const episode = episodes[index];
      return episode ? [{ kind, episode }] : [];
    });
  });
}

/** Every episode of the standard experiments and of this one. */
export async function everyEpisode(lab: Lab): Promise<readonly Episode[]> {
  return [
    ...(await lab.episodes()).map(({ episode }) => episode),
    ...(await endings(lab)).map(({ episode }) => episode),
  ];
}

/** The environment's own turn limit; `undefined` where the instance does not hold one. */
export async function turnLimit(lab: Lab): Promise<number | undefined> {
  const openings = await lab.openings();
  return openings.find(({ constructed }) => constructed)?.constructed?.maxTurns ?? undefined;
}

/** A passive episode of the seed that nothing but time ended: its action changes nothing, its length is the limit. */
export async function idleEpisode(lab: Lab, seed: number): Promise<Episode | undefined> {
  const idle = (await lab.passive()).filter(
    ({ play, ending, turns }) => play.seed === seed && ending === 'truncated' && constant(turns),
  );
  const pads: readonly string[] = PADS[lab.profile];
  return idle.find(({ turns }) => pads.includes(turns[0]?.action ?? '')) ?? idle[0];
}

const constant = (turns: Episode['turns']): boolean =>
  turns.every(({ action }) => action === turns[0]?.action);

async function repeats(lab: Lab): Promise<Planned[]> {
  const [opening] = (await lab.openings()).filter(({ episode }) => episode.opening.returned);
  if (!opening) return [];
  const solved = (await lab.solutions()).find((one) => one.seed === opening.seed && one.wins);
  const pads = PADS[lab.profile];
  const values = toolValues(opening.episode.observation);
  const random = generator(77);
  const offered =
    lab.profile === 'games'
      ? candidates(lab.hints, opening.episode.observation, HARVESTED).map((action) =>
          wrapAction('games', action),
        )
      : schemasOf(opening.tools).map((schema) =>
          toolCall(schema.name, validArguments(schema, values, random)),
        );
  const actions = [...new Set([...pads, ...MALFORMED[lab.profile], ...offered.slice(0, HARVESTED)])];
  return actions.map((action, index) => ({
    kind: 'repeat',
    play: {
      seed: opening.seed,
      maxTurns: SHORT_LIMIT,
      actions: Array.from({ length: SHORT_LIMIT + GRACE }, () => action),
      after: [action, ...(index < pads.length && solved ? solved.actions.slice(0, AFTER) : []), action],
    },
  }));
}

async function afterSolutions(lab: Lab): Promise<Planned[]> {
  const limit = Math.min((await turnLimit(lab)) ?? DEFAULT_MAX_TURNS, LONGEST - GRACE);
  const planned: Planned[] = [];
  for (const [index, solved] of (await lab.solutions()).slice(0, 3).entries()) {
    const { seed, actions, episode } = solved;
    const last = actions.at(-1);
    if (!episode || last === undefined) continue;
    const idle = await idleEpisode(lab, seed);
    const pad = idle?.turns[0]?.action ?? PADS[lab.profile][0] ?? '';
    const stumbling = stumble(actions, limit);
    if (stumbling) planned.push({ kind: 'stumble', play: { seed, actions: stumbling } });
    if (index > 1 || !solved.wins) continue;
    const used = actions.slice(0, episode.turns.length);
    planned.push({ kind: 'won', play: { seed, actions: used, after: [last, pad, ...used.slice(0, AFTER)] } });
    if (used.length > 1) {
      const idling = Array.from({ length: limit + GRACE }, () => pad);
      planned.push({
        kind: 'late',
        play: { seed, actions: [...used.slice(0, -1), ...idling], after: [used.at(-1) ?? last, pad] },
      });
    }
    if (idle && idle.turns.length > used.length) {
      const before = idle.turns.slice(0, idle.turns.length - used.length).map(({ action }) => action);
      planned.push({ kind: 'last', play: { seed, actions: [...before, ...used] } });
    }
  }
  return planned;
}

/**
 * The first half, the last action too early, then everything again; `undefined` for a single action. Twice over where
 * the turns allow it: what a mistake costs may be drawn, and two draws are seldom the same twice.
 */
function stumble(actions: readonly string[], limit: number): string[] | undefined {
  const last = actions.at(-1);
  if (actions.length < 2 || last === undefined) return undefined;
  const mistake = [...actions.slice(0, Math.ceil((actions.length - 1) / 2)), last];
  const twice = [...mistake, ...mistake, ...actions];
  return twice.length <= limit ? twice : [...mistake, ...actions];
}

/** Passive plays that the environment ended without pay, played on with what would have won. */
async function losses(lab: Lab): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (const { seed, actions, wins } of (await lab.solutions()).slice(0, 2)) {
    const lost = (await lab.passive()).find(
      (episode) => episode.play.seed === seed && episode.ending === 'terminated' && episode.return <= 0,
    );
    if (!lost || !wins) continue;
    const played = lost.turns.map(({ action }) => action);
    planned.push({ kind: 'lost', play: { seed, actions: played, after: actions.slice(0, AFTER) } });
  }
  return planned;
}
