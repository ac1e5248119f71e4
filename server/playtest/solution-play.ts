/** `solution()` played through `step`: on every seed the reading that wins, or the best of those tried. */
import type { Episode } from '../contract/episode.ts';
import type { Play } from '../protocol/finding.ts';
import { type PyValue, pyValue } from '../protocol/value.ts';
import type { Lab } from './lab.ts';
import type { Opening } from './openings.ts';
import { parseReply } from './session.ts';
import { readings, type ToolParameters } from './solution.ts';

export interface SolutionPlay {
  readonly seed: number;
  readonly value: PyValue | undefined;
  /** The actions of the reading that did best; empty when there was none to play. */
  readonly actions: readonly string[];
  readonly episode: Episode | undefined;
  readonly wins: boolean;
  /** Some reading was accepted in part: an action of it earned or changed something. */
  readonly tried: number;
}

/** Beyond this many turns a solution that is asked for again before every action is given up. */
const STEPWISE_TURNS = 40;

export async function solutionPlays(lab: Lab): Promise<readonly SolutionPlay[]> {
  const openings = await lab.openings();
  const perSeed = openings.map((opening) => ({ opening, lists: readingsOf(lab, opening) }));
  const plays = perSeed.flatMap(({ opening, lists }) =>
    lists.map((actions): Play => ({ seed: opening.seed, actions })),
  );
  const episodes = plays.length > 0 ? await lab.play(plays, {}, true) : [];
  const found: SolutionPlay[] = [];
  let at = 0;
  for (const { opening, lists } of perSeed) {
    const tries = episodes.slice(at, at + lists.length);
    at += lists.length;
    found.push(best(opening, tries));
  }
  if (found.some((solved) => !solved.wins)) return stepwise(lab, openings, found);
  return found;
}

function readingsOf(lab: Lab, opening: Opening): string[][] {
  if (!opening.solution || !('value' in opening.solution)) return [];
  const parameters: ToolParameters = new Map(
    (opening.tools?.methods ?? []).map((method) => [
      method.name,
      method.parameters.map((parameter) => parameter.name),
    ]),
  );
  return readings(opening.solution.value, lab.profile, parameters);
}

function best(opening: Opening, tries: readonly Episode[]): SolutionPlay {
  const value = opening.solution && 'value' in opening.solution ? opening.solution.value : undefined;
  const winner = tries.find((episode) => episode.return > 0 && episode.ending === 'terminated');
  const episode =
    winner ?? tries.toSorted((a, b) => b.return - a.return || b.turns.length - a.turns.length)[0];
  return {
    seed: opening.seed,
    value,
    actions: episode?.play.actions ?? [],
    episode,
    wins: winner !== undefined,
    tried: tries.length,
  };
}

/** A `solution()` that tells the next action only: asked again before every action. */
async function stepwise(
  lab: Lab,
  openings: readonly Opening[],
  found: readonly SolutionPlay[],
): Promise<readonly SolutionPlay[]> {
  const result: SolutionPlay[] = [];
  for (const [index, solved] of found.entries()) {
    const opening = openings[index];
    if (solved.wins || !opening || result.some((other) => !other.wins)) {
      result.push(solved);
      continue;
    }
    const actions = await followSolution(lab, opening);
    const [episode] = actions.length > 0 ? await lab.play([{ seed: opening.seed, actions }], {}, true) : [];
    const wins = episode !== undefined && episode.ending === 'terminated' && episode.return > 0;
    result.push(wins ? { ...solved, actions, episode, wins } : solved);
  }
  return result;
}

async function followSolution(lab: Lab, opening: Opening): Promise<string[]> {
  const actions: string[] = [];
  const id = 'stepwise';
  await lab.session.fresh();
  lab.session.count(1);
  await lab.session.run([
    { op: 'new', id },
    { op: 'reset', id, seed: opening.seed },
  ]);
  for (let turn = 0; turn < STEPWISE_TURNS; turn++) {
    const asked = await lab.session.run([{ op: 'solution', id }]);
    const reply = asked.replies[0];
    if (!reply || !('ok' in reply)) break;
    const next = readings(parseReply(reply, pyValue), lab.profile)[0]?.[0];
    if (next === undefined) break;
    actions.push(next);
    const stepped = await lab.session.run([{ op: 'step', id, action: next }]);
    if (!stepped.replies[0] || !('ok' in stepped.replies[0])) break;
  }
  return actions;
}
