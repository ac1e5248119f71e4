import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { type MenuPlay, menuPlay } from '../../menu-play.ts';

const WARNS = 0.05;
const ERRS = 0.3;

/** Chance wins too often: what the agent earns says little about what it can do. */
export const randomWinRate: Check = {
  code: 'SP507',
  async run(lab: Lab) {
    const { wins, plays, low, high, episodes } = await lab.random();
    const menu = menuPlay((await lab.search()).graphs, lab.profile);
    // The interval keeps a sound environment from being reported by chance.
    const often = low > WARNS;
    if (!often && (menu?.share ?? 0) <= WARNS) return [];
    const rate = wins / plays;
    const severe = (often && rate > ERRS && low > ERRS * (2 / 3)) || (menu?.share ?? 0) > ERRS;
    let won = 0;
    for (const [index, episode] of episodes.entries()) if (await lab.isWin(episode)) won = index;
    const actions = episodes[won]?.turns.map((turn) => turn.action) ?? [];
    const sighting: Sighting = {
      severity: severe ? 'error' : 'warning',
      message: `${often ? `Random play wins ${percent(rate)} of ${plays} plays (95 % interval ${percent(low)} to ${percent(high)})` : menuText(menu)}: much of what is paid is luck, and the gradient mostly noise. Ask for more than one right choice, or offer more wrong ones.`,
      evidence: {
        ...(wins > 0 ? { play: { seed: episodes[won]?.play.seed ?? 0, actions }, step: actions.length } : {}),
        expected: `at most ${percent(WARNS)}`,
        observed: often ? percent(rate) : percent(menu?.share ?? 0),
        sample: { shown: wins, of: plays, low, high },
      },
    };
    return [sighting];
  },
};

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
const menuText = (menu: MenuPlay | undefined): string =>
  `An agent that picks blindly among the offered actions wins ${percent(menu?.share ?? 0)} of the time (computed over ${menu?.states ?? 0} states)`;
