/** Actions that were paid before the end, done again and again: what repetition alone collects. */
import type { Episode } from '../contract/episode.ts';
import { DEFAULT_MAX_TURNS } from '../contract/profile.ts';
import type { Play } from '../protocol/finding.ts';
import { turnLimit } from './endings.ts';
import type { Lab } from './lab.ts';

export interface Farm {
  /** The play that leads to the payment and then repeats. */
  readonly episode: Episode;
  /** What is repeated: one action, or the actions between two payments of the same one. */
  readonly cycle: readonly string[];
  /** Turns from the first payment on that were paid, and what all of them come to: a way back may cost what was gained. */
  readonly payments: number;
  readonly collected: number;
}

/** Payments that are followed up, each with an action of its own. */
const LEADS = 6;
const REPEATS = 20;

interface Lead {
  readonly seed: number | null;
  readonly before: readonly string[];
  readonly cycle: readonly string[];
}

/** Empty where nothing is paid before the end. */
export function farms(lab: Lab): Promise<readonly Farm[]> {
  return lab.once('farms', async () => {
    const leads = await leadsOf(lab);
    if (leads.length === 0) return [];
    const limit = (await turnLimit(lab)) ?? DEFAULT_MAX_TURNS;
    const episodes = await lab.play(leads.map((lead) => playOf(lead, limit)));
    return episodes.map((episode, index): Farm => {
      const { before = [], cycle = [] } = leads[index] ?? {};
      const paid = episode.turns
        .slice(before.length)
        .filter((turn) => (turn.reward ?? 0) > 0 && !turn.terminated);
      return {
        episode,
        cycle,
        payments: paid.length,
        collected: partialSum({ ...episode, turns: episode.turns.slice(before.length) }),
      };
    });
  });
}

/** What the intermediate rewards of one winning play add up to at most: what progress explains. */
export async function progressPays(lab: Lab): Promise<number> {
  const sums = (await lab.solutions()).flatMap(({ episode, wins }) =>
    episode && wins ? [partialSum(episode)] : [],
  );
  return Math.max(0, ...sums);
}

const partialSum = ({ turns }: Episode): number =>
  turns.reduce((sum, { reward, terminated }) => sum + (terminated ? 0 : (reward ?? 0)), 0);

function playOf({ seed, before, cycle }: Lead, limit: number): Play {
  const turns = Math.min(Math.max(limit - before.length, cycle.length * 5), REPEATS * cycle.length);
  const actions = Array.from({ length: turns }, (_, index) => cycle[index % cycle.length] ?? '');
  return { seed, actions: [...before, ...actions] };
}

/** One lead an action, single actions before cycles, in the order of the experiments. */
async function leadsOf(lab: Lab): Promise<Lead[]> {
  const single = new Map<string, Lead>();
  const cycles = new Map<string, Lead>();
  for (const { episode } of await lab.episodes()) {
    const { turns } = episode;
    const paidAt = new Map<string, number>();
    for (const [index, { action, reward, terminated, truncated }] of turns.entries()) {
      if ((reward ?? 0) <= 0 || terminated || truncated) continue;
      const before = turns.slice(0, index).map((turn) => turn.action);
      if (!single.has(action)) single.set(action, { seed: episode.play.seed, before, cycle: [action] });
      const earlier = paidAt.get(action);
      if (earlier !== undefined && index - earlier > 1 && index - earlier <= 6 && !cycles.has(action)) {
        const cycle = turns.slice(earlier, index).map((turn) => turn.action);
        const start = turns.slice(0, earlier).map((turn) => turn.action);
        cycles.set(action, { seed: episode.play.seed, before: start, cycle });
      }
      paidAt.set(action, index);
    }
  }
  return [...[...single.values()].slice(0, LEADS), ...[...cycles.values()].slice(0, LEADS / 2)];
}
