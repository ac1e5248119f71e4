/** Players that do not play: what they earn, nobody had to work for. */

import { wrapAction } from '../contract/profile.ts';
import { candidates } from './harvest.ts';
import type { Lab } from './lab.ts';
import type { Player } from './players.ts';
import { PASSIVE } from './probes.ts';

/** Turns after which an environment that still goes on is said never to end. */
export const PATIENCE = 60;

/** The same action every turn, for each passive action and a few harvested ones; and an echo of the observation. */
export async function passivePlayers(lab: Lab): Promise<Player[]> {
  const [opening] = await lab.openings();
  const seeds = lab.seeds.slice(0, 2);
  const constant = [...PASSIVE];
  if (lab.profile === 'tool_use') constant.push('<answer>done</answer>', '<answer></answer>');
  const harvested = candidates(lab.hints, opening?.episode.observation ?? '', 40).slice(0, 6);
  constant.push(...harvested.map((action) => wrapAction(lab.profile, action)));
  return seeds.flatMap((seed) => [
    ...constant.map((action): Player => ({ seed, turns: PATIENCE, act: () => action })),
    { seed, turns: PATIENCE, act: (observation) => echo(lab, observation) },
  ]);
}

const echo = (lab: Lab, observation: string): string =>
  lab.profile === 'games' ? `\\boxed{${observation.slice(0, 400)}}` : observation.slice(0, 2_000);
