/** `solution()` played through `step`: on every seed the reading that wins, or the best of those tried. */
import type { Episode } from '../contract/episode.ts';
import type { Play } from '../protocol/finding.ts';
import { type PyValue, pyValue } from '../protocol/value.ts';
import type { Lab } from './lab.ts';
import type { Opening } from './openings.ts';
import { parseReply } from './session.ts';
import { type Reading, readings, type ToolParameters } from './solution.ts';

/** One reading that was played. */
export interface Try {
  readonly form: string;
  readonly episode: Episode;
}

export interface SolutionPlay {
  readonly seed: number;
  readonly value: PyValue | undefined;
  /** The actions of the reading that did best; empty when there was none to play. */
  readonly actions: readonly string[];
  readonly episode: Episode | undefined;
  /** It ended the episode and was paid. Whether it was paid in full is for `lab.isWin` to say. */
  readonly wins: boolean;
  /** How it was read. */
  readonly form: string | undefined;
  /** Every reading that was played, in order. */
  readonly tries: readonly Try[];
}

/** Beyond this many turns a solution that is asked for again before every action is given up. */
const STEPWISE_TURNS = 40;
const STEPWISE = 'asked before every action';

interface Asked {
  readonly opening: Opening;
  readonly lists: readonly Reading[];
}

export async function solutionPlays(lab: Lab): Promise<readonly SolutionPlay[]> {
  const asked = (await lab.openings()).map(
    (opening): Asked => ({ opening, lists: readingsOf(lab, opening) }),
  );
  const [first, ...others] = asked;
  if (!first) return [];
  const tries = await play(lab, [first]);
  // Solutions are written alike on every seed: what won on the first one is tried alone on the others.
  const form = bestPaid(tries[0] ?? [])?.form;
  tries.push(...(await play(lab, others, form)));
  const lost =
    form === undefined ? [] : asked.filter((_, index) => !tries[index]?.some(({ episode }) => paid(episode)));
  for (const [index, again] of (await play(lab, lost)).entries()) {
    const seat = lost[index];
    if (seat) tries[asked.indexOf(seat)] = again;
  }
  const won = bestPaid(tries.flat())?.form;
  const found = asked.map(({ opening }, index) => best(opening, tries[index] ?? [], won));
  return found.some((solved) => !solved.wins) ? stepwise(lab, asked, found) : found;
}

/** The first of those that were paid most. */
const bestPaid = (tries: readonly Try[]): Try | undefined =>
  tries.filter(({ episode }) => paid(episode)).toSorted((a, b) => b.episode.return - a.episode.return)[0];

/** Each one's readings, or those of one form where it has some, all in one fresh interpreter. */
async function play(lab: Lab, asked: readonly Asked[], form?: string): Promise<Try[][]> {
  const chosen = asked.map(({ opening, lists }) => {
    const alike = lists.filter((reading) => reading.form === form);
    return (alike.length > 0 ? alike : lists).map((reading) => ({ seed: opening.seed, ...reading }));
  });
  const plays = chosen.flat().map(({ seed, actions }): Play => ({ seed, actions: [...actions] }));
  const episodes = plays.length > 0 ? await lab.play(plays, {}, 'states') : [];
  let at = 0;
  return chosen.map((readings) =>
    readings.flatMap((reading): Try[] => {
      const episode = episodes[at++];
      return episode ? [{ form: reading.form, episode }] : [];
    }),
  );
}

function readingsOf(lab: Lab, opening: Opening): Reading[] {
  if (!opening.solution || !('value' in opening.solution)) return [];
  const parameters: ToolParameters = new Map(
    (opening.tools?.methods ?? []).map((method) => [
      method.name,
      method.parameters.map((parameter) => parameter.name),
    ]),
  );
  return readings(opening.solution.value, lab.profile, parameters);
}

/** `preferred`: the form that won on another seed, and is what was meant here too. */
function best(opening: Opening, tries: readonly Try[], preferred: string | undefined): SolutionPlay {
  const value = opening.solution && 'value' in opening.solution ? opening.solution.value : undefined;
  // Where nothing is paid, single words are the least likely reading, and the longest of the others got furthest.
  const chosen =
    bestPaid(tries) ??
    tries.find(({ form }) => form === preferred) ??
    tries.toSorted(
      (a, b) =>
        Number(a.form.startsWith('words')) - Number(b.form.startsWith('words')) ||
        b.episode.turns.length - a.episode.turns.length,
    )[0];
  return {
    seed: opening.seed,
    value,
    actions: chosen?.episode.play.actions ?? [],
    episode: chosen?.episode,
    wins: paid(chosen?.episode),
    form: chosen?.form,
    tries,
  };
}

const paid = (episode: Episode | undefined): boolean =>
  episode?.ending === 'terminated' && episode.return > 0;

/** A `solution()` that tells the next action only: asked again before every action. */
async function stepwise(
  lab: Lab,
  asked: readonly Asked[],
  found: readonly SolutionPlay[],
): Promise<readonly SolutionPlay[]> {
  const result: SolutionPlay[] = [];
  let hopeless = false;
  for (const [index, solved] of found.entries()) {
    const opening = asked[index]?.opening;
    const last: SolutionPlay =
      solved.wins || hopeless || !opening ? solved : await askedAgain(lab, opening, solved);
    hopeless ||= !last.wins;
    result.push(last);
  }
  return result;
}

async function askedAgain(lab: Lab, opening: Opening, solved: SolutionPlay): Promise<SolutionPlay> {
  const actions = await followSolution(lab, opening);
  const [episode] = actions.length > 1 ? await lab.play([{ seed: opening.seed, actions }], {}, 'states') : [];
  return paid(episode) ? { ...solved, actions, episode, wins: true, form: STEPWISE } : solved;
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
    const next = readings(parseReply(reply, pyValue), lab.profile)[0]?.actions[0];
    if (next === undefined) break;
    actions.push(next);
    const stepped = await lab.session.run([{ op: 'step', id, action: next }]);
    if (!stepped.replies[0] || !('ok' in stepped.replies[0])) break;
  }
  return actions;
}
