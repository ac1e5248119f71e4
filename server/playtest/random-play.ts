/** Random play over what was harvested: how often chance wins, and what it sees on the way. */
import type { Episode } from '../contract/episode.ts';
import { wrapAction } from '../contract/profile.ts';
import { generator, pick, wilson } from './chance.ts';
import { candidates, offered } from './harvest.ts';
import type { Lab } from './lab.ts';
import type { Player } from './players.ts';
import { randomToolCall, toolValues } from './tool-calls.ts';

export interface RandomPlay {
  readonly episodes: readonly Episode[];
  readonly wins: number;
  readonly plays: number;
  /** The 95 % Wilson interval of the win rate. */
  readonly low: number;
  readonly high: number;
}

/** Plays of each look: further ones only where the interval still straddles a rate that matters. */
const LOOKS = [40, 30, 30];
const RATES = [0.05, 0.3];
const TURNS = 30;
const CANDIDATES = 40;
/** Of the actions named outright, an agent that has read the menu takes one this often. */
const FROM_MENU = 0.85;

export async function randomPlays(lab: Lab): Promise<RandomPlay> {
  const episodes: Episode[] = [];
  let wins = 0;
  for (const [look, plays] of LOOKS.entries()) {
    const played = await playRandomly(lab, episodes.length, plays);
    episodes.push(...played);
    wins += await winsOf(lab, played);
    const { low, high } = wilson(wins, episodes.length);
    if (wins === 0 || (look > 0 && !RATES.some((rate) => low < rate && rate < high))) break;
  }
  return { episodes, wins, plays: episodes.length, ...wilson(wins, episodes.length) };
}

async function winsOf(lab: Lab, episodes: readonly Episode[]): Promise<number> {
  let wins = 0;
  for (const episode of episodes) if (await lab.isWin(episode)) wins++;
  return wins;
}

async function playRandomly(lab: Lab, from: number, count: number): Promise<Episode[]> {
  const openings = await lab.openings();
  const tools = openings.find((opening) => opening.tools)?.tools;
  const players = Array.from({ length: count }, (_, index): Player => {
    const random = generator(1_000 + from + index);
    const seed = 10_000 + ((from + index) % 40);
    const seen: string[] = [];
    const act = (observation: string): string => {
      if (lab.profile === 'games') return wrapAction('games', randomAction(lab, observation, random));
      seen.push(...toolValues(observation));
      return randomToolCall(tools, [...new Set(seen)], random);
    };
    return { seed, turns: TURNS, act };
  });
  return lab.lockstep(players);
}

function randomAction(lab: Lab, observation: string, random: () => number): string {
  const menu = offered(observation);
  const actions =
    menu.length > 1 && random() < FROM_MENU ? menu : candidates(lab.hints, observation, CANDIDATES);
  return pick(actions, random) ?? String(Math.floor(random() * 10));
}
