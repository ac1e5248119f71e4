import { answers, stands } from '../../answers.ts';
import { unwrap } from '../../boxes.ts';
import type { Check, Sighting } from '../../check.ts';
import { type Hint, hints } from '../../hints.ts';
import type { Lab } from '../../lab.ts';
import { standsInOrder } from '../../leaks.ts';
import { lineOf } from '../../place.ts';

/** A hint is meant to help: one that states the answer leaves nothing to learn, and one that all agents see is none. */
export const hintLeak: Check = {
  code: 'SP522',
  echoOf: ['SP306', 'SP510'],
  async run(lab: Lab) {
    const all = await hints(lab);
    if (all.length < 2) return [];
    const told = await statesAnswer(lab, all);
    if (told) return [told];
    const shown = all.filter(({ text, opening }) => text.length >= 20 && opening.includes(text));
    const [first] = shown;
    if (!first || shown.length < all.length) return [];
    return [
      {
        message: `The hint stands in the first observation already: an agent with the hint knows no more than one without, so the regret that the designer is paid for is always 0. Show it only to the agent that is given it.`,
        line: lineOf(lab.session.options.source, /\bhint\b/),
        evidence: {
          play: { seed: first.seed, actions: [] },
          step: 0,
          observed: first.text.slice(0, 200),
          sample: { shown: shown.length, of: all.length },
        },
      },
    ];
  },
};

async function statesAnswer(lab: Lab, all: readonly Hint[]): Promise<Sighting | undefined> {
  const { all: won, kind } = await answers(lab);
  if (new Set(won.map(({ text }) => text)).size < 2 && kind === 'answer') return undefined;
  const told = won.flatMap((answer) => {
    const hint = all.find(({ seed }) => seed === answer.seed);
    if (!hint) return [];
    const actions = [...answer.before, answer.action].map(unwrap);
    const stated =
      actions.length > 1
        ? standsInOrder(hint.text, actions)
        : answer.text.length > 1 && stands(hint.text, answer.text);
    const final = kind === 'answer' && answer.text.length > 2 && stands(hint.text, answer.text);
    return stated || final ? [{ answer, hint }] : [];
  });
  const [first] = told;
  if (
    !first ||
    won.length < 2 ||
    told.length < won.length - 1 ||
    new Set(told.map(({ answer }) => answer.body)).size < 2
  )
    return undefined;
  return {
    message: `The hint states the answer on ${told.length} of ${won.length} seeds (here ${JSON.stringify(first.answer.body.slice(0, 60))}): with it the agent copies, and the difference that it makes says nothing about whether the task can be learnt. Name the idea or the format, never the answer.`,
    line: lineOf(lab.session.options.source, /\bhint\b/),
    evidence: {
      play: { seed: first.hint.seed, actions: [] },
      step: 0,
      observed: first.hint.text.slice(0, 200),
      sample: { shown: told.length, of: won.length },
    },
  };
}
