import type { Command } from '../../../protocol/driver.ts';
import { show } from '../../../protocol/value.ts';
import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import type { Opening } from '../../openings.ts';
import { methodLine } from '../../place.ts';
import { kindsOf } from '../../replies.ts';

/** Asking `solution()` twice gives two answers, or asking changes the state that is played on. */
export const solutionImpure: Check = {
  code: 'SP503',
  echoOf: ['SP108', 'SP109'],
  async run(lab: Lab) {
    const openings = await lab.openings();
    const differing = openings.filter(answersDiffer);
    const changing = openings.filter((opening) => changedAttributes(opening).length > 0);
    const [shown] = differing;
    if (shown) return [twoAnswers(lab, shown, differing.length, openings.length)];
    const [changed] = changing;
    if (!changed || (changing.every(fillsOnly) && !(await disturbsPlay(lab, changed)))) return [];
    return [changesState(lab, changed, changing.length, openings.length)];
  },
};

function answersDiffer({ solution, again }: Opening): boolean {
  if (!solution || !again) return false;
  if ('value' in solution && 'value' in again)
    return JSON.stringify(solution.value) !== JSON.stringify(again.value);
  return 'value' in solution !== 'value' in again;
}

/** A result kept for the next call is no change that a play could notice. */
const CACHE = /cache|memo/i;
const EMPTY = new Set(['null', '[]', '{"dict":[]}', '{"set":[]}', '""']);

function changedAttributes({ state, solvedState }: Opening): string[] {
  if (!state || !solvedState) return [];
  return Object.entries(solvedState.attributes).flatMap(([name, { hash }]) => {
    const before = state.attributes[name];
    return before === undefined || before.hash === hash || CACHE.test(name) ? [] : [name];
  });
}

/** Only what was empty has changed: a result that is kept, or a part of the game. */
const fillsOnly = (opening: Opening): boolean =>
  changedAttributes(opening).every((name) =>
    EMPTY.has(JSON.stringify(opening.state?.attributes[name]?.value)),
  );

/** Some play of the seed comes out otherwise when `solution()` was called first. */
async function disturbsPlay(lab: Lab, { seed }: Opening): Promise<boolean> {
  const solved = (await lab.solutions()).find((solution) => solution.seed === seed)?.actions ?? [];
  const passive = (await lab.passive()).filter((episode) => episode.play.seed === seed);
  const varied = passive.toSorted((a, b) => kindsOf(b.turns) - kindsOf(a.turns))[0];
  const lists = [solved, solved.slice(-1), varied?.turns.map((turn) => turn.action) ?? []];
  await lab.session.fresh();
  for (const [index, actions] of lists.entries()) {
    const plain = await repliesTo(lab, `plain ${index}`, seed, actions, []);
    const asked = await repliesTo(lab, `asked ${index}`, seed, actions, [
      { op: 'solution', id: `asked ${index}` },
    ]);
    if (plain !== asked) return true;
  }
  return false;
}

/** What the actions were answered, as one text. */
async function repliesTo(
  lab: Lab,
  id: string,
  seed: number,
  actions: readonly string[],
  before: readonly Command[],
): Promise<string> {
  lab.session.count(1);
  const batch = await lab.session.run([
    { op: 'new', id },
    { op: 'reset', id, seed },
    ...before,
    ...actions.map((action): Command => ({ op: 'step', id, action })),
    { op: 'drop', id },
  ]);
  return JSON.stringify(batch.replies.slice(2 + before.length));
}

function twoAnswers(lab: Lab, { seed, solution, again }: Opening, count: number, of: number): Sighting {
  const [first, second] = [solution, again].map((asked) =>
    !asked
      ? ''
      : 'value' in asked
        ? show(asked.value).slice(0, 200)
        : `${asked.error.type}: ${asked.error.message}`.slice(0, 200),
  );
  return {
    message: `Two calls of solution() in a row differ on ${count} of ${of} seeds: ${first} and then ${second}. Hints and checks that ask it get another task than the agent plays; compute it from the state alone, without drawing or changing anything.`,
    line: methodLine(lab, 'solution'),
    evidence: {
      play: { seed, actions: [] },
      step: 0,
      expected: first ?? '',
      observed: second ?? '',
      sample: { shown: count, of },
    },
  };
}

function changesState(lab: Lab, opening: Opening, count: number, of: number): Sighting {
  const [name = ''] = changedAttributes(opening);
  const shown = (state: Opening['state']): string =>
    show(state?.attributes[name]?.value ?? null).slice(0, 200);
  return {
    message: `Calling solution() changes self.${changedAttributes(opening).join(', self.')} on ${count} of ${of} seeds: whoever asks for it disturbs the episode that is being played. Work on a copy.`,
    line: methodLine(lab, 'solution'),
    evidence: {
      play: { seed: opening.seed, actions: [] },
      step: 0,
      expected: `self.${name} = ${shown(opening.state)}`,
      observed: `self.${name} = ${shown(opening.solvedState)}`,
      sample: { shown: count, of },
    },
  };
}
