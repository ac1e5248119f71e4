import type { Episode } from '../../../contract/episode.ts';
import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { PASSIVE } from '../../probes.ts';
import { transfer } from '../../transfers.ts';
import { wronglyAccepted } from './lenient-verifier.ts';

/** Play that does not play wins: nothing said, the same said every turn, or the observation said back. */
export const passiveWin: Check = {
  code: 'SP506',
  async run(lab: Lab) {
    const won: Episode[] = [];
    const passive = await lab.passive();
    for (const episode of passive) if (await lab.isWin(episode)) won.push(episode);
    const idle = won.find((episode) => isIdle(episode));
    if (idle)
      return [
        sighting(idle, 'saying nothing of use', won.filter(isIdle).length, passive.filter(isIdle).length),
      ];
    const constant = await constantWin(lab, won.filter(isConstant));
    if (constant) return [(await isTheAnswer(lab)) ? { ...constant, echoOf: ['SP510'] } : constant];
    const echo = won.find((episode) => !isConstant(episode));
    // A verifier that looks for the answer anywhere in a text is the cause there.
    if (!echo || (await wronglyAccepted(lab)).length > 0) return [];
    const echoes = passive.filter((episode) => !isConstant(episode));
    return [
      sighting(
        echo,
        'repeating the observation',
        won.filter((episode) => !isConstant(episode)).length,
        echoes.length,
      ),
    ];
  },
};

/** Where `solution()` is one answer, the same for every seed, saying it is no fault but that one. */
async function isTheAnswer(lab: Lab): Promise<boolean> {
  const solutions = await lab.solutions();
  const answers = new Set(solutions.map(({ actions }) => actions[0]));
  return answers.size === 1 && solutions.every(({ actions }) => actions.length === 1);
}

const actionsOf = (episode: Episode): string[] => episode.turns.map((turn) => turn.action);
const isIdle = (episode: Episode): boolean => actionsOf(episode).every((action) => PASSIVE.includes(action));
const isConstant = (episode: Episode): boolean =>
  new Set(actionsOf(episode)).size === 1 && !/\n/.test(actionsOf(episode)[0] ?? '');

/** The same harvested action every turn: a guess may be right once, so it has to win on half of the seeds. */
async function constantWin(lab: Lab, won: readonly Episode[]): Promise<Sighting | undefined> {
  const tried = new Set<string>();
  for (const episode of won) {
    const actions = actionsOf(episode);
    const [action = ''] = actions;
    if (tried.has(action) || tried.size === 3) continue;
    tried.add(action);
    const longest = Math.max(
      ...won.filter((other) => actionsOf(other)[0] === action).map((other) => other.turns.length),
    );
    const { wins, episodes } = await transfer(
      lab,
      Array.from({ length: longest }, () => action),
    );
    if (wins > 1 && wins * 2 >= episodes.length)
      return sighting(
        episode,
        `giving ${JSON.stringify(action.slice(0, 80))} every turn`,
        wins,
        episodes.length,
      );
  }
  return undefined;
}

function sighting(episode: Episode, how: string, shown: number, of: number): Sighting {
  const actions = actionsOf(episode);
  return {
    message: `${how[0]?.toUpperCase()}${how.slice(1)} wins (${shown} of ${of} plays, here after ${actions.length === 1 ? 'one turn' : `${actions.length} turns`}): the agent is paid for not playing, and will learn to do just that. Pay only where the task was done.`,
    evidence: {
      play: { seed: episode.play.seed, actions },
      step: actions.length,
      expected: { float: 0 },
      observed: { float: episode.return },
      sample: { shown, of },
    },
  };
}
