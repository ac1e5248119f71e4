import { type Answer, answers } from '../../answers.ts';
import { unwrap } from '../../boxes.ts';
import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { leakOf, standsInOrder } from '../../leaks.ts';
import { lookedUp } from '../../lookups.ts';
import { winsOf } from '../../transfers.ts';

/** Different answers of more than one digit that are needed for a table to be told from chance. */
const DISTINCT = 3;

/**
 * The first observation gives the answer away: always after the same words, the whole action list in order, or a
 * number in the line that the question names.
 */
export const answerInObservation: Check = {
  code: 'SP508',
  echoOf: ['SP306', 'SP510'],
  async run(lab: Lab) {
    const { kind, all } = await answers(lab);
    const sequence = wholeSequence(all);
    if (sequence) return [sequence];
    const row = inTable(all);
    if (row) return [row];
    if (kind !== 'answer') return [];
    const leak = leakOf(all.map(({ opening, text }) => ({ text: opening, answer: text })));
    const shown = leak && all[leak.shown[0] ?? 0];
    if (!leak || !shown || !(await carriesAll(lab, all))) return [];
    return [
      {
        message: `The first observation states the answer on ${leak.shown.length} of ${all.length} seeds, after the words "${leak.phrase.trim()}" (here ${JSON.stringify(shown.text)}): the agent copies it and learns nothing. Leave it out.`,
        evidence: {
          play: { seed: shown.seed, actions: [] },
          step: 0,
          expected: `no ${JSON.stringify(shown.text)} before it has been worked out`,
          observed: excerpt(shown.opening, shown.text),
          sample: { shown: leak.shown.length, of: all.length },
        },
      },
    ];
  },
};

/**
 * The last action alone makes the win: the actions before it may come from another seed. Otherwise what it names, such
 * as the place to go to, may rightly be told at the start.
 */
async function carriesAll(lab: Lab, all: readonly Answer[]): Promise<boolean> {
  const [first, second] = all;
  if (!first || !second || first.before.length === 0) return true;
  const episodes = await lab.play([
    { seed: first.seed, actions: [...second.before, first.action] },
    { seed: second.seed, actions: [...first.before, second.action] },
  ]);
  return (await winsOf(lab, episodes)) === episodes.length;
}

/** Every action of the solution in its order, on nearly every seed, where the orders differ. */
function wholeSequence(all: readonly Answer[]): Sighting | undefined {
  const lists = all.map(({ before, action }) => argumentsOf([...before, action].map(unwrap)));
  const distinct = new Set(lists.map((list) => list.join('\n')));
  if (all.length < 3 || distinct.size < 3 || lists.some((list) => new Set(list).size < 3)) return undefined;
  const shown = all.filter(({ opening }, index) => standsInOrder(opening, lists[index] ?? []));
  const [first] = shown;
  if (!first || shown.length < all.length - 1) return undefined;
  const list = lists[all.indexOf(first)] ?? [];
  return {
    message: `The first observation lists the actions that win, in their order, on ${shown.length} of ${all.length} seeds (here ${JSON.stringify(list.slice(0, 6).join(', '))}): the agent copies them and learns nothing. Leave them out, or shuffle them.`,
    evidence: {
      play: { seed: first.seed, actions: [] },
      step: 0,
      observed: excerpt(first.opening, list[0] ?? ''),
      sample: { shown: shown.length, of: all.length },
    },
  };
}

/** The number that is asked for first stands in a table of the observation, where the question points, on every seed. */
function inTable(all: readonly Answer[]): Sighting | undefined {
  const asked = all.map(({ opening, before, action }) => {
    const [answer = '', ...others] = unwrap(before[0] ?? action).match(/-?\d+(?:\.\d+)?/g) ?? [];
    return { text: opening, answer: others.length > 0 ? '' : answer };
  });
  const [first] = all;
  const long = asked.map(({ answer }) => answer).filter((answer) => answer.length >= 2);
  if (!first || new Set(long).size < DISTINCT) return undefined;
  const lines = asked.map(lookedUp);
  const [line] = lines;
  if (line === undefined || lines.includes(undefined)) return undefined;
  return {
    message: `The first observation answers its own question: on all ${all.length} seeds what is asked for stands in a line of it (here ${JSON.stringify(line.trim())}). The agent looks it up and learns nothing; leave such lines out.`,
    evidence: {
      play: { seed: first.seed, actions: [] },
      step: 0,
      expected: `no ${JSON.stringify(asked[0]?.answer)} before it has been worked out`,
      observed: line.trim(),
      sample: { shown: all.length, of: all.length },
    },
  };
}

/** The actions without a first word that all of them share. */
function argumentsOf(actions: readonly string[]): string[] {
  const verbs = new Set(actions.map((action) => action.split(/\s+/)[0]));
  const all = actions.every((action) => /\s/.test(action));
  return verbs.size === 1 && all ? actions.map((action) => action.replace(/^\S+\s+/, '')) : [...actions];
}

function excerpt(text: string, answer: string): string {
  const at = text.toLowerCase().indexOf(answer.toLowerCase());
  return text.slice(Math.max(0, at - 80), at + answer.length + 40);
}
