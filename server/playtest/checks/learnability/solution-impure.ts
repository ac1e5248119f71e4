import { show } from '../../../protocol/value.ts';
import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import type { Opening } from '../../openings.ts';
import { methodLine } from '../../place.ts';

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
    return changed ? [changesState(lab, changed, changing.length, openings.length)] : [];
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
    if (
      before === undefined ||
      before.hash === hash ||
      CACHE.test(name) ||
      EMPTY.has(JSON.stringify(before.value))
    )
      return [];
    return [name];
  });
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
