/**
 * What one observation offers an agent: actions named outright, samples with a hole, menus, and words or numbers that
 * may fill the holes. Read by the shapes in which designers write them; nothing is known about the environment.
 */
import { boxed } from './boxes.ts';

export interface Offer {
  /** Actions named outright, likeliest first. */
  readonly actions: readonly string[];
  /** The actions that stand together in one list of at least two: what an environment must accept (SP515). */
  readonly menus: readonly (readonly string[])[];
  /** Samples with holes, `{}` marking each: `move {}`. */
  readonly templates: readonly string[];
}

/** Longer texts are read up to here. */
const READ = 20_000;
const LONGEST_ACTION = 80;

const GENERIC =
  'action answer argument cell choice code coefficient col color colour column command coord coordinate destination digit direction expression guess id index integer item key letter message move name node num number object option param place pos position result room row sequence solution source square string sum target text token total value word x y z n m k i j a b'.split(
    ' ',
  );
const HOLE =
  /<[^<>]*>|\{[^{}]*\}|\[[^[\]]*\]|\.{3}|…|\b(?:your|the)[\s_](?:answer|action|guess|move|command|choice)\b|\b(?:ANSWER|ACTION|GUESS|MOVE|COMMAND|NUMBER|WORD|ROW|COL|COLUMN|VALUE|NAME|DIRECTION|ITEM|TEXT|AMOUNT|ID)\b/g;

/** A heading that a menu follows, on its own line or below. */
const HEADING =
  /\b(?:actions?|moves?|commands?|options?|choices?|choose|pick|select|available|allowed|valid|legal|possible|directions?|verbs?|you (?:can|may)|one of|either|use|act with)\b[^:\n]{0,60}:/i;
const BULLET = /^\s*(?:[-*•–]|\d{1,2}[.)]|\(\d{1,2}\)|\[\d{1,2}\])\s+(.+)$/;
const LETTERED = /^\s*\(?([A-Ha-h])[).:]\s+(\S.*)$/;

/** Plays see the same texts again and again. */
const REMEMBERED = 400;
const offers = new Map<string, Offer>();

/** Reads an observation. Never throws. */
export function offerOf(observation: string): Offer {
  const known = offers.get(observation);
  if (known) return known;
  if (offers.size >= REMEMBERED) offers.clear();
  const offer = readOffer(observation.slice(0, READ));
  offers.set(observation, offer);
  return offer;
}

function readOffer(text: string): Offer {
  const reader = new OfferReader(text);
  for (const menu of [...linesOfBoxes(text), ...menusUnderHeadings(text), ...inlineChoices(text)])
    reader.menu(menu);
  for (const sample of boxed(text)) reader.place(sample);
  for (const letters of letteredOptions(text)) reader.menu(letters);
  return reader.offer();
}

class OfferReader {
  readonly #text: string;
  readonly #actions: string[] = [];
  readonly #templates: string[] = [];
  readonly #menus: string[][] = [];

  constructor(text: string) {
    this.#text = text;
  }

  menu(items: readonly string[]): void {
    const outright = items.filter((item) => this.place(item));
    if (outright.length >= 2) this.#menus.push(unique(outright));
  }

  /** Keeps a sample as an action or as a template; true when it is an action. */
  place(item: string): boolean {
    const sample = item.trim();
    if (!sample || sample.length > LONGEST_ACTION) return false;
    const holed = holesOf(sample, this.#text);
    (holed === sample ? this.#actions : this.#templates).push(holed);
    return holed === sample;
  }

  offer(): Offer {
    return {
      actions: unique(this.#actions),
      menus: this.#menus.filter((menu) => menu.length >= 2),
      templates: unique(this.#templates),
    };
  }
}

/** Generic nouns that are verbs as well: at the head of a sample they are the command. */
const VERBS = ['answer', 'code', 'guess', 'move', 'name', 'place', 'sum'];

/** `sample` with its placeholders as `{}`. */
function holesOf(sample: string, text: string): string {
  const holed = sample.replace(HOLE, '{}');
  const words = holed.match(/[A-Za-z_]+\d*/g) ?? [];
  const [verb = '', ...rest] = holed.split(/\s+/);
  const nouns = VERBS.includes(verb.toLowerCase()) && rest.length > 0 ? words.slice(1) : words;
  // Generic nouns alone are all holes: `row,col`.
  if (
    holed === sample &&
    nouns.length > 0 &&
    nouns.every(isGeneric) &&
    nouns === words &&
    sample !== sample.toUpperCase()
  )
    return holed.replace(/[A-Za-z_]+\d*/g, '{}');
  if (words.length === 1 && sample === words[0] && standsForNoun(sample, text)) return '{}';
  // After a verb, generic nouns and the usual single capitals are holes: `move X Y`, `take item`.
  const holes = rest.map((word) =>
    /^[XYZNMK]$/.test(word) || (word.length > 1 && isGeneric(word)) ? '{}' : word,
  );
  return [verb, ...holes].join(' ');
}

const isGeneric = (word: string): boolean =>
  GENERIC.includes(word.toLowerCase().replace(/^(?:your|the|a)_|s$|\d+$/g, ''));

/** "Reply with one lever as \\boxed{lever}": the word stands for what the text counts or points at. */
const standsForNoun = (word: string, text: string): boolean =>
  word === word.toLowerCase() &&
  new RegExp(`\\b(?:one|an?|the|your|each|any|next|right)[^\\S\\n]+(?:\\w+[^\\S\\n]+)?${word}\\b`, 'i').test(
    text.replaceAll('\\boxed{', ' '),
  );

/** Boxes that stand together in one line or in neighbouring bullets form one menu. */
function linesOfBoxes(text: string): string[][] {
  const menus: string[][] = [];
  let bullets: string[] = [];
  for (const line of [...text.split('\n'), '']) {
    const found = boxed(line);
    const bullet = BULLET.test(line);
    if (bullet && found[0] !== undefined) bullets.push(found[0]);
    else {
      if (bullets.length > 1) menus.push(bullets);
      bullets = [];
      if (found.length > 1) menus.push(found);
    }
  }
  return menus;
}

/** Items below a heading such as "Actions:" (bullets, or short indented lines), or listed on its own line. */
function menusUnderHeadings(text: string): string[][] {
  const menus: string[][] = [];
  let items: string[] | undefined;
  const close = (): void => {
    if (items && items.length > 0) menus.push(items);
    items = undefined;
  };
  for (const line of text.split('\n')) {
    const heading = HEADING.exec(line);
    const bullet = BULLET.exec(line)?.[1] ?? (/^\s{2,}(\S.{0,70})$/.exec(line)?.[1] || undefined);
    if (heading) {
      close();
      const rest = line.slice(heading.index + heading[0].length).trim();
      if (rest) menus.push(listed(rest));
      else items = [];
    } else if (bullet !== undefined && items) {
      if (!bullet.includes('\\boxed{')) items.push(commandOf(bullet));
    } else if (line.trim()) close();
  }
  close();
  return menus.filter((menu) => menu.length > 0);
}

/** The command part of a menu item: what is quoted, or what stands before a dash, colon, column gap or parenthesis. */
function commandOf(item: string): string {
  const bare = item.replaceAll('**', '').trim();
  const quoted = /^[`'"]([^`'"]+)[`'"]/.exec(bare)?.[1];
  return (quoted ?? bare.split(/\s+[-–—=]+>?\s+|:\s|\s{2,}|\s+\(|\.\s|;\s/)[0] ?? '')
    .replace(/[.,;`'"]+$/, '')
    .trim();
}

/** Items of a list on one line; none when the line is a sentence. */
function listed(text: string): string[] {
  if (text.includes('\\boxed{')) return [];
  const quoted = [...text.matchAll(/(?<![\w])[`'"]([^`'"\n]{1,40})[`'"]/g)].map((match) => match[1] ?? '');
  if (quoted.length > 0) return quoted;
  const parts = text
    .replace(/[.;]\s.*$|[.;]$/, '')
    .replace(/^[[({]|[\])}]$/g, '')
    .split(/\s*,\s*(?:or\s+|and\s+)?|\s+or\s+|\s*\|\s*|\s*\/\s*|\s*;\s*/)
    .map(commandOf)
    .filter(Boolean);
  return parts.length > 1 && parts.every((part) => part.length <= 40 && part.split(/\s+/).length <= 4)
    ? parts
    : [];
}

/** "Answer yes or no", "reply with LEFT, RIGHT or STAY", "one of north, south". */
function inlineChoices(text: string): string[][] {
  const asked =
    /\b(?:answer|reply|respond|say|choose|pick|enter|type|write|submit|one of|either)(?:\s+(?:with|only|exactly|by|between|from|either|one of|just|in|as))*\s*:?\s+([`'"]?[\w-]{1,20}[`'"]?(?:\s*[,/|]\s*[`'"]?[\w-]{1,20}[`'"]?)*\s*(?:,?\s+(?:or|and)\s+|\/|\|)[`'"]?[\w-]{1,20}[`'"]?)/gi;
  return [...text.matchAll(asked)]
    .map((match) =>
      (match[1] ?? '')
        .split(/\s*[,/|]\s*(?:or\s+|and\s+)?|\s+(?:or|and)\s+/)
        .map((word) => word.replace(/[`'"]/g, '')),
    )
    .filter(
      (words) =>
        words.length > 1 && !words.some((word) => /^(?:a|an|the|your|one|any|more|less)$/i.test(word)),
    );
}

/** The letters of lettered options, `A) …` on lines of their own or `(A) … (B) …` in one. */
function letteredOptions(text: string): string[][] {
  const lines = text.split('\n').flatMap((line) => LETTERED.exec(line)?.[1] ?? []);
  const inline = [...text.matchAll(/\(([A-H])\)\s+\S/g)].map((match) => match[1] ?? '');
  return [lines, inline]
    .map((letters) => unique(letters))
    .filter((letters) => letters.length > 1 && /^[Aa]/.test(letters[0] ?? ''));
}

const SMALL_WORDS = new Set(
  'A An And Are As At Be By Can Do Each Every For From Give Given Has Have How If In Into Is It Its Make No Not Now Of On One Only Or Put Reply Send So Step The Then There These They This Time To Turn Turns Use What When Where Which Who With Write You Your Actions Action Answer Available Choose Current Enter Find Left Of Options'.split(
    ' ',
  ),
);

/** Numbers of a range, numbers shown, quoted words, members of lists, names: what may fill a hole or be an answer. */
export function valuesOf(observation: string): string[] {
  const text = observation.slice(0, READ);
  const values: string[] = [];
  for (const [, low, high] of text.matchAll(
    /(?<![\w.])(-?\d{1,4})\s*(?:-|–|\.\.\.?|…|to|and|through|,)\s*(-?\d{1,4})(?!\w|\.\d)/g,
  )) {
    const [from, to] = [Number(low), Number(high)];
    if (to >= from && to - from <= 30)
      for (let value = from; value <= to; value++) values.push(String(value));
  }
  values.push(
    ...[...text.matchAll(/(?<![\w.])-?\d+(?:\.\d+)?(?![\w])/g)].map((match) => match[0]).slice(0, 40),
  );
  values.push(...[...text.matchAll(/(?<!\w)[`'"]([\w .-]{1,30})[`'"]/g)].map((match) => match[1] ?? ''));
  for (const [, list] of text.matchAll(/:\s*((?:[\w-]{1,20}\s*,\s*)+[\w-]{1,20})/g))
    values.push(...(list ?? '').split(/\s*,\s*/));
  values.push(...letteredTexts(text));
  const names = [...text.matchAll(/\b[A-Z][\w-]{0,19}\b/g)].map((match) => match[0]);
  values.push(...names.filter((name) => !SMALL_WORDS.has(name)).slice(0, 30));
  return unique(values);
}

const letteredTexts = (text: string): string[] =>
  text.split('\n').flatMap((line) => {
    const option = LETTERED.exec(line)?.[2];
    return option && option.length <= 40 ? [option.replace(/[.;]$/, '')] : [];
  });

/** Trimmed, without empty ones and repeats, in their order. */
export const unique = (items: readonly string[]): string[] => [
  ...new Set(items.map((item) => item.trim()).filter(Boolean)),
];
