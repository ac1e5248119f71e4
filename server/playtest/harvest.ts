/**
 * Which actions an agent could plausibly try: harvested from the source (what `step` compares the action with) and
 * from what the environment says (menus, `\boxed{…}` samples, ranges). The order is fixed and earlier is likelier.
 */
import { boxed } from './solution.ts';

/** What the source says about actions. */
export interface Hints {
  /** Whole commands: compared by equality, members of a set, dictionary keys, patterns without groups. */
  readonly commands: readonly string[];
  /** Beginnings of commands that an argument follows. */
  readonly verbs: readonly string[];
  /** Words that may serve as arguments or as answers. */
  readonly words: readonly string[];
}

/** What one observation offers. */
export interface Offer {
  /** Actions named outright. The environment must accept these (SP515). */
  readonly actions: readonly string[];
  /** Samples with a hole, `{}` marking it: `move {}`. */
  readonly templates: readonly string[];
  readonly values: readonly string[];
}

const PLACEHOLDER =
  /<[^<>]*>|\{[^{}]*\}|\[[^[\]]*\]|\.{3}|…|\b(?:your|the)[\s_](?:answer|action|guess|move|command)\b|\b(?:ANSWER|ACTION|GUESS|MOVE|COMMAND|NUMBER|WORD|N|X|Y|K|ROW|COL|VALUE|NAME|DIRECTION|ITEM)\b/g;
const MENU =
  /\b(?:actions?|moves?|commands?|options?|choices?|choose|available|allowed|valid|directions?|you (?:can|may))\b[^:\n]{0,60}[:\n]/i;

/** Reads an observation. Never throws; long texts are read up to 20,000 characters. */
export function offerOf(observation: string): Offer {
  const text = observation.slice(0, 20_000);
  const actions: string[] = [];
  const templates: string[] = [];
  for (const sample of boxed(text)) place(sample.trim(), actions, templates);
  for (const line of menuLines(text)) place(line, actions, templates);
  return { actions: unique(actions), templates: unique(templates), values: unique(valuesIn(text)) };
}

function place(sample: string, actions: string[], templates: string[]): void {
  if (!sample || sample.length > 80) return;
  const holed = sample.replace(PLACEHOLDER, '{}');
  if (holed === sample) actions.push(sample);
  else templates.push(holed);
}

/** Items of a menu: bullets after a heading such as "Actions:", or a list on the heading's own line. */
function menuLines(text: string): string[] {
  const items: string[] = [];
  let inMenu = false;
  for (const line of text.split('\n')) {
    const heading = MENU.exec(`${line}\n`);
    const bullet = /^\s*(?:[-*•]|\d{1,2}[.)])\s+(.+)$/.exec(line)?.[1];
    if (bullet !== undefined && inMenu) {
      items.push(commandOf(bullet));
    } else if (heading) {
      inMenu = true;
      const rest = line.slice(heading.index + heading[0].length - 1).replace(/^[:\s]+/, '');
      if (rest) items.push(...listed(rest));
    } else if (line.trim()) {
      inMenu = false;
    }
  }
  return items;
}

/** The command part of a menu item: what is quoted, or what stands before a dash, colon or parenthesis. */
function commandOf(item: string): string {
  const quoted = /^[`'"]([^`'"]+)[`'"]/.exec(item)?.[1];
  return (quoted ?? item.split(/\s+[-–—]\s+|:\s|\s+\(|\.\s/)[0] ?? '').replace(/[.`'"]+$/, '').trim();
}

function listed(text: string): string[] {
  const quoted = [...text.matchAll(/[`'"]([^`'"\n]{1,40})[`'"]/g)].map((match) => match[1] ?? '');
  if (quoted.length > 0) return quoted;
  const parts = text
    .replace(/\.\s.*$/, '')
    .replace(/\.$/, '')
    .split(/\s*,\s*(?:or\s+|and\s+)?|\s+or\s+|\s*\|\s*|\s*\/\s*/);
  return parts.length > 1 ? parts.map((part) => commandOf(part)).filter((part) => part.length <= 40) : [];
}

function valuesIn(text: string): string[] {
  const values: string[] = [];
  for (const [, low, high] of text.matchAll(/(-?\d{1,4})\s*(?:-|–|\.\.|to|and|through)\s*(-?\d{1,4})/g)) {
    const [from, to] = [Number(low), Number(high)];
    if (to >= from && to - from <= 30)
      for (let value = from; value <= to; value++) values.push(String(value));
  }
  values.push(
    ...[...text.matchAll(/(?<![\w.])-?\d+(?:\.\d+)?(?![\w])/g)].map((match) => match[0]).slice(0, 40),
  );
  values.push(...[...text.matchAll(/[`'"]([\w .-]{1,30})[`'"]/g)].map((match) => match[1] ?? ''));
  values.push(...[...text.matchAll(/\b[A-Z][\w-]{0,19}\b/g)].map((match) => match[0]).slice(0, 30));
  return values;
}

/** Unwrapped candidates for the present observation, at most `limit`. */
export function candidates(hints: Hints, observation: string, limit: number): string[] {
  const offer = offerOf(observation);
  const values = unique([...offer.values, ...hints.words]).slice(0, 24);
  const verbs = unique([
    ...offer.templates,
    ...hints.verbs.map((verb) => (verb.includes('{}') ? verb : `${verb.trim()} {}`)),
  ]);
  const filled = verbs.flatMap((verb) => fill(verb, values));
  const found = unique([...offer.actions, ...hints.commands, ...interleave(filled), ...values]);
  return found.slice(0, limit);
}

/** A template's instances: one value into every hole, and neighbouring values where there are two holes. */
function fill(template: string, values: readonly string[]): string[] {
  const holes = template.split('{}').length - 1;
  if (holes <= 1) return values.map((value) => template.replace('{}', value));
  return values.slice(0, 8).flatMap((first) =>
    values.slice(0, 8).map((second) => {
      let hole = 0;
      return template.replaceAll('{}', () => (hole++ === 0 ? first : second));
    }),
  );
}

/** Spreads templates, so that a cap on the list keeps some of each. */
function interleave(items: readonly string[]): string[] {
  const stride = Math.max(1, Math.floor(items.length / 40));
  const order: string[] = [];
  for (let start = 0; start < stride; start++)
    for (let at = start; at < items.length; at += stride) order.push(items[at] ?? '');
  return order;
}

export const unique = (items: readonly string[]): string[] => [
  ...new Set(items.map((item) => item.trim()).filter(Boolean)),
];

/** A plain reading of the source by patterns: what string literals the action is compared with. */
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
