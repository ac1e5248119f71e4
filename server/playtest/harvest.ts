/**
 * Which actions an agent could plausibly try: what the source compares an action with, and what the environment says.
 * The order is fixed and earlier is likelier.
 */
import { type Offer, offerOf, unique, valuesOf } from './offers.ts';

/** What the source says about actions. */
export interface Hints {
  /** Whole commands: compared by equality, members of a set, dictionary keys, patterns without groups. */
  readonly commands: readonly string[];
  /** Beginnings of commands that an argument follows. */
  readonly verbs: readonly string[];
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

/** Every sample with its values: the environment's own samples and the verbs of the source. */
function filled(hints: Hints, offer: Offer, values: readonly string[]): string[][] {
  const verbs = hints.verbs.map((verb) => (verb.includes('{}') ? verb : `${verb.trim()} {}`));
  // A verb that a sample shows with its argument is used like the sample.
  const shown = offer.actions.flatMap((action) => {
    const [verb = '', ...rest] = action.split(/\s+/);
    return rest.length === 1 && hints.verbs.some((known) => known.trim() === verb) ? [`${verb} {}`] : [];
  });
  return unique([...offer.templates, ...shown, ...verbs]).map((template) => fill(template, values));
}

/** A template's instances: one value into one hole, pairs of the first values into several. */
function fill(template: string, values: readonly string[]): string[] {
  const holes = template.split('{}').length - 1;
  if (holes <= 1) return values.map((value) => template.replace('{}', () => value));
  const few = values.slice(0, 8);
  return few.flatMap((first) =>
    few.map((second) => {
      let hole = 0;
      return template.replaceAll('{}', () => (hole++ === 0 ? first : second));
    }),
  );
}

/** The first of each list, then the second, and so on: a cap keeps some of every list. */
function inTurns(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

/** A plain reading of the source by patterns: the string literals that an action is compared with. */
export function hintsFromText(source: string): Hints {
  const text = (pattern: RegExp): string[] =>
    [...source.matchAll(pattern)].map((match) => match[2] ?? match[1] ?? '');
  const equal = text(/[=!]=\s*(['"])([^'"\n]{1,40})\1/g);
  const members = [...source.matchAll(/\bin\s*[([{]((?:\s*['"][^'"\n]{1,40}['"]\s*,?)+)[)\]}]/g)].flatMap(
    (match) => strings(match[1] ?? ''),
  );
  const keys = text(/^\s*(['"])([\w ]{1,30})\1\s*:/gm);
  const cases = [...source.matchAll(/^\s*case\s+(.+):/gm)].flatMap((match) => strings(match[1] ?? ''));
  const prefixes = text(/startswith\(\s*(['"])([^'"\n]{1,40})\1/g);
  const verbs = [...source.matchAll(/r(['"])\^?\(?\??:?([a-z]+)(?:\\s[+*]|\s)[^'"\n]*\1/gi)].map(
    (match) => match[2] ?? '',
  );
  return {
    commands: unique([...equal, ...members, ...cases, ...keys]).slice(0, 40),
    verbs: unique([...prefixes, ...verbs]),
    words: unique(
      [...source.matchAll(/\[((?:\s*['"][^'"\n]{1,30}['"]\s*,?){2,})\]/g)].flatMap((match) =>
        strings(match[1] ?? ''),
      ),
    ).slice(0, 30),
  };
}

const strings = (text: string): string[] =>
  [...text.matchAll(/['"]([^'"\n]{1,40})['"]/g)].map((match) => match[1] ?? '');
