/** Action lists carried over to other seeds: what wins everywhere was not worked out. */
import type { Episode } from '../contract/episode.ts';
import type { Lab } from './lab.ts';

/** One action list on every seed that was looked at. */
export interface Transfer {
  readonly actions: readonly string[];
  readonly episodes: readonly Episode[];
  readonly wins: number;
}

/** The list on all of the lab's seeds; where it loses on the first two it is not played on. */
export function transfer(lab: Lab, actions: readonly string[]): Promise<Transfer> {
  return lab.once(`transfer ${JSON.stringify(actions)}`, async () => {
    const play = (seeds: readonly number[]): Promise<Episode[]> =>
      lab.play(seeds.map((seed) => ({ seed, actions: [...actions] })));
    const seeds = [...new Set(lab.seeds)];
    const first = await play(seeds.slice(0, 2));
    const episodes = (await winsOf(lab, first)) > 0 ? [...first, ...(await play(seeds.slice(2)))] : first;
    return { actions, episodes, wins: await winsOf(lab, episodes) };
  });
}

export async function winsOf(lab: Lab, episodes: readonly Episode[]): Promise<number> {
  let wins = 0;
  for (const episode of episodes) if (await lab.isWin(episode)) wins++;
  return wins;
}

/** The winning action list of one seed on the others: of the first seed, and of the second where that one loses. */
export function solutionTransfer(lab: Lab): Promise<Transfer | undefined> {
  return lab.once('solution transfer', async () => {
    const won: Episode[] = [];
    for (const { episode } of await lab.solutions())
      if (episode && (await lab.isWin(episode))) won.push(episode);
    const [first, second] = won.map((episode) => episode.turns.map((turn) => turn.action));
    if (!first || !second) return undefined;
    // Where every seed was won by the same list, that is shown without another play.
    const lists = new Set(won.map((episode) => JSON.stringify(episode.turns.map((turn) => turn.action))));
    if (lists.size === 1) return { actions: first, episodes: won, wins: won.length };
    const tried = await transfer(lab, first);
    return tried.wins === tried.episodes.length ? tried : transfer(lab, second);
  });
}
