import type { Play } from '../../../protocol/finding.ts';
import type { Check, Sighting } from '../../check.ts';
import { endings } from '../../endings.ts';
import type { Lab } from '../../lab.ts';
import { methodLine } from '../../place.ts';
import { playUntil } from './report.ts';

/** A win on the last turn is not paid. */
export const lastTurnWinLost: Check = {
  code: 'SP409',
  echoOf: ['SP106', 'SP301', 'SP302', 'SP304'],
  async run(lab: Lab) {
    const padded = (await endings(lab)).filter(({ kind }) => kind === 'last').map(({ episode }) => episode);
    for (const episode of padded) {
      if (await lab.isWin(episode)) continue;
      // The same with one idle turn less wins: then it is the last turn that loses it, and not idleness.
      const earlier: Play = { ...episode.play, actions: episode.play.actions.slice(1) };
      const [control] = await lab.play([earlier]);
      if (!control || !(await lab.isWin(control))) continue;
      return [sightingOf(lab, playUntil(episode, episode.turns.length), earlier, episode.turns.length)];
    }
    return padded.length > 0 ? [] : exactLimit(lab);
  },
};

/** No turns can be idled away: give the constructor as many turns as the solution takes, and one more. */
async function exactLimit(lab: Lab): Promise<Sighting[]> {
  const solved = (await lab.solutions()).find(({ wins, actions }) => wins && actions.length > 1);
  const turns = solved?.episode?.turns.length ?? 0;
  if (!solved || turns === 0 || !takesLimit(lab)) return [];
  const actions = solved.actions.slice(0, turns);
  const exact: Play = { seed: solved.seed, actions: [...actions], maxTurns: turns };
  const roomy: Play = { ...exact, maxTurns: turns + 1 };
  const [tight, control] = await lab.play([exact, roomy]);
  if (!tight || !control || tight.ending !== 'truncated') return [];
  if ((await lab.isWin(tight)) || !(await lab.isWin(control))) return [];
  return [sightingOf(lab, playUntil(tight, tight.turns.length), roomy, tight.turns.length)];
}

export const takesLimit = (lab: Lab): boolean =>
  lab.loaded.signatures.__init__?.some(({ name, variadic }) => name === 'max_turns' || variadic) ?? false;

function sightingOf(lab: Lab, play: Play, control: Play, step: number): Sighting {
  return {
    message: `The winning action on turn ${step}, the last one, is not paid; the same play with a turn to spare wins. The agent is told that time was up when it had solved the task; in step apply the action and test for success before the limit.`,
    line: methodLine(lab, 'step'),
    evidence: {
      play,
      against: control,
      step,
      expected: { tuple: [{ float: 1 }, true] },
      observed: { tuple: [{ float: 0 }, false] },
    },
  };
}
