/**
 * Which actions an agent could plausibly try: what the source compares an action with, and what the environment says.
 * The order is fixed and earlier is likelier.
 */
import { type Offer, offerOf, unique, valuesOf } from './offers.ts';

/** What may stand in a hole: these texts, a number of any size, a text that is likelier a word, or anything. */
export type Hole = readonly string[] | 'number' | 'word' | 'any';

/** An action with holes, `{}` marking each: `move {}`. */
export interface Sample {
  readonly text: string;
  /** One for each hole; holes without one take anything. */
  readonly holes: readonly Hole[];
}

/** What the source says about actions. */
export interface Hints {
  /** Whole commands. */
  readonly commands: readonly string[];
  readonly samples: readonly Sample[];
  /** Words that may serve as arguments or as answers. */
  readonly words: readonly string[];
}

const VALUES = 24;

/** Unwrapped candidates for the present observation, at most `limit`: those that it offers, then those guessed. */
export function candidates(hints: Hints, observation: string, limit: number): string[] {
  return unique([...offered(observation), ...guessed(hints, observation)]).slice(0, limit);
}

/** Actions that the observation names outright. */
export const offered = (observation: string): readonly string[] => offerOf(observation).actions;

/** Everything else that may be an action: commands of the source, filled samples, bare values. */
export function guessed(hints: Hints, observation: string): string[] {
  const values = unique([...valuesOf(observation), ...hints.words]).slice(0, VALUES);
  return unique([...hints.commands, ...inTurns(filled(hints, offerOf(observation), values)), ...values]);
}

/** Every sample with its values: the environment's own samples and those of the source. */
function filled({ samples }: Hints, offer: Offer, values: readonly string[]): string[][] {
  // A command that the environment shows with its argument is used like a sample.
  const shown = offer.actions.flatMap((action) => {
    const [verb = '', ...rest] = action.split(/\s+/);
    return rest.length === 1 && samples.some(({ text }) => text.split(' ')[0] === verb) ? [`${verb} {}`] : [];
  });
  const texts = onceSpelled([...offer.templates, ...shown, ...samples.map(({ text }) => text)]);
  const known = new Map(samples.map((sample) => [sample.text, sample]));
  return texts.map((text) => fill(known.get(text) ?? { text, holes: [] }, values));
}

/** Leaves out `TAKE {}` behind `take {}`, and `eval{}` behind `eval {}`. */
function onceSpelled(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.filter((text) => {
    const letters = text.replaceAll(/[{}\s]/g, '');
    const key = letters.length > 1 ? text.replaceAll(' ', '').toLowerCase() : text;
    return !seen.has(key) && seen.add(key);
  });
}

/** So many values go into each hole, by the number of holes. */
const EACH = [0, VALUES, 8, 4, 3];
/** Numbers to try where none is in sight. */
const DIGITS = Array.from({ length: 10 }, (_, digit) => String(digit));

/** A sample's instances: every value into one hole, the first few into several. */
function fill({ text, holes }: Sample, values: readonly string[]): string[] {
  const [head = '', ...tails] = text.split('{}');
  const each = EACH[tails.length] ?? 2;
  let actions = [head];
  for (const [at, tail] of tails.entries()) {
    const fitting = fittingIn(holes[at] ?? 'any', values).slice(0, each);
    actions = actions.flatMap((action) => fitting.map((value) => action + value + tail));
  }
  return actions;
}

function fittingIn(hole: Hole, values: readonly string[]): readonly string[] {
  if (hole === 'any') return values;
  if (hole !== 'number' && hole !== 'word') return hole;
  const numbers = values.filter(isNumber);
  if (hole === 'word') return [...values.filter((value) => !isNumber(value)), ...numbers];
  return numbers.length > 1 ? numbers : unique([...numbers, ...DIGITS]);
}

const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);

/** The first of each list, then the second, and so on: a cap keeps some of every list. */
function inTurns(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}
