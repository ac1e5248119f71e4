/**
 * What the `solution()` of a game may mean as actions. Designers write an answer, a boxed answer, actions on lines or
 * separated by commas, arrows, semicolons or numbers, a list, JSON, or a sentence around one of these; nobody says
 * which, so every reading is given in a fixed order, the most literal first.
 */
import { numberOf, type PyValue, show, textOf } from '../protocol/value.ts';
import { box, boxed } from './boxes.ts';
import { readLiteral } from './literals.ts';
import type { Reading } from './solution.ts';

type Form = readonly [form: string, actions: readonly string[]];

/** A numbered or bulleted item's mark at the start of a line or between items. */
const MARK = /(?:^|\s)(?:\(?\d+[.):]|step\s+\d+\s*[:.)-]|(?:action|move|turn)\s+\d+\s*[:.)-]|[-*•])\s+/i;
const LEADING_MARK = new RegExp(`^${MARK.source}`, 'i');

const SEPARATORS: readonly (readonly [string, RegExp])[] = [
  ['lines', /\r?\n/],
  ['arrows', /\s*(?:->|→|=>|⇒|➔|>>)\s*/],
  ['semicolons', /\s*;\s*/],
  ['commas', /\s*,\s*(?:(?:and\s+)?then\s+)?(?:and\s+)?/],
  ['then', /\s*[,.]?\s+(?:and\s+)?then\s+/i],
  ['bars', /\s*\|\s*/],
  ['chevrons', /\s+>\s+/],
  ['words', /\s+/],
];

const LABEL =
  /^(?:the\s+)?(?:(?:final|optimal|correct|winning|shortest|hidden|secret)\s+)?(?:answer|solution|moves?|actions?|sequence|order|path|route|plan|code|word|number|value|result)(?:\s+(?:is|are|was))?\s*[:=]?\s+(.+)$/is;

export function gameReadings(value: PyValue): Reading[] {
  const text = textOf(value);
  const forms = text === undefined ? formsOfValue(value) : formsOfText(text.trim());
  return forms.map(([form, actions]) => ({ form, actions: [...actions] }));
}

function formsOfValue(value: PyValue): Form[] {
  if (value === null) return [];
  const items = itemsOf(value);
  if (!items) return entriesOf(value) ?? [['boxed', [box(plainText(value))]]];
  const texts = items.map(plainText);
  if (texts.length > 0 && texts.every((text) => text.includes('\\boxed{'))) return [['list', texts]];
  const nested = items.map((item) => itemsOf(item)?.map(plainText));
  return [
    ...(nested.every((parts) => parts !== undefined)
      ? ([' ', ',', ', '] as const).map(
          (joint): Form => [`list of "${joint}"`, boxAll(nested.map((parts) => parts?.join(joint) ?? ''))],
        )
      : []),
    ['list', boxAll(texts)],
    ['list repeated', repeated(texts)],
    ['list with commas', [box(texts.join(', '))]],
    ['list with bare commas', [box(texts.join(','))]],
    ['list with spaces', [box(texts.join(' '))]],
    ['list joined', [box(texts.join(''))]],
    ['list as text', [box(show(value))]],
    ...(texts.length > 1
      ? [
          ['first of list', boxAll(texts.slice(0, 1))] as const,
          ['last of list', boxAll(texts.slice(-1))] as const,
        ]
      : []),
  ];
}

/** Keys under which actions or an answer stand. */
const NAMED = /^(?:actions?|moves?|plan|steps|path|answer|final_answer|solution)$/i;

/** Readings of a dictionary: of the value under a key that names actions or an answer. */
function entriesOf(value: PyValue): Form[] | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value) || !('dict' in value))
    return undefined;
  const named = value.dict.find(([key]) => NAMED.test(textOf(key) ?? ''));
  const inner = named
    ? gameReadings(named[1]).map(({ form, actions }): Form => [`entry, ${form}`, actions])
    : [];
  const pairs = value.dict.map(([key, item]) => `${plainText(key)}=${plainText(item)}`);
  return [
    ...inner,
    ['pairs', [box(pairs.join(', '))]],
    [
      'JSON',
      [
        box(
          JSON.stringify(Object.fromEntries(value.dict.map(([key, item]) => [plainText(key), jsonOf(item)]))),
        ),
      ],
    ],
    ['values', [box(value.dict.map(([, item]) => plainText(item)).join(', '))]],
  ];
}

function formsOfText(text: string): Form[] {
  if (!text) return [];
  const inside = boxed(text);
  if (inside.length > 0) {
    const [only] = inside;
    return [
      ['boxes', inside.map(box)],
      ['verbatim', [text]],
      ...(inside.length === 1 && only !== undefined ? [...literalForms(only), ...splitForms(only)] : []),
    ];
  }
  const labelled = LABEL.exec(text)?.[1]?.replace(/[.\s]+$/, '');
  const quoted = [...text.matchAll(/(?<!\w)['"`]([^'"`\n]{1,80})['"`]/g)].map((match) => match[1] ?? '');
  const number = [...text.matchAll(/-?\d+(?:\.\d+)?/g)].at(-1)?.[0];
  return [
    ['boxed', [box(text)]],
    ['verbatim', [text]],
    ...literalForms(text),
    ...(labelled
      ? [['labelled', [box(labelled)]] as const, ...literalForms(labelled), ...splitForms(labelled)]
      : []),
    ...splitForms(text),
    ...saidLast(text),
    ...lettersOf(text),
    ...(quoted.length > 0 ? [['quoted', boxAll(quoted)] as const] : []),
    ...(number !== undefined && number !== text ? [['last number', [box(number)]] as const] : []),
  ];
}

/** What a derivation comes to: after the last "answer is", "total =" and the like, or on its last line. */
function saidLast(text: string): Form[] {
  const said = [
    ...text.matchAll(
      /\b(?:answer|solution|result|total|code|word|value)\s*(?:is|are|:|=|->|→)\s*\**\s*([^\n]+?)\**\.?\s*$/gim,
    ),
  ].at(-1)?.[1];
  const lines = text.split('\n').filter((line) => line.trim());
  return [
    ...(said === undefined ? [] : [['said last', [box(said)]] as const, ...splitForms(said)]),
    ...(lines.length > 1 ? [['last line', boxAll(lines.slice(-1))] as const] : []),
  ];
}

/** `RRDL`: one letter an action, of a few letters. */
const lettersOf = (text: string): Form[] =>
  /^(?:[A-Z]{2,40}|[a-z]{2,40})$/.test(text) && new Set(text).size <= 6
    ? [['letters', boxAll([...text])]]
    : [];

/** Readings of a text that is a Python or JSON list or dictionary. */
function literalForms(text: string): Form[] {
  if (!/^[[({]/.test(text)) return [];
  const literal = readLiteral(text);
  if (typeof literal === 'object' && literal !== null && !Array.isArray(literal)) {
    const [key, value] = Object.entries(literal).find(([name]) => NAMED.test(name)) ?? [];
    if (key === undefined || value === undefined) return [];
    return [[`entry ${key}`, Array.isArray(value) ? boxAll(value.map(String)) : [box(String(value))]]];
  }
  if (!Array.isArray(literal)) return [];
  const nested = literal.map((item) => (Array.isArray(item) ? item.map(String) : undefined));
  return [
    ...(nested.every((parts) => parts !== undefined)
      ? [' ', ','].map(
          (joint): Form => [`literal of "${joint}"`, boxAll(nested.map((parts) => parts?.join(joint) ?? ''))],
        )
      : []),
    ['literal', boxAll(literal.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))))],
  ];
}

function splitForms(text: string): Form[] {
  const marked = text.split(new RegExp(MARK, 'gi')).filter((part) => part.trim());
  const forms: Form[] = MARK.test(text)
    ? [['items', boxAll(marked.map((part) => part.replace(/[,;.]\s*$/, '')))]]
    : [];
  for (const [name, separator] of SEPARATORS) {
    const parts = text.split(separator).filter((part) => part.trim());
    if (parts.length < 2) continue;
    const bare = parts.map((part) => part.replace(LEADING_MARK, ''));
    if (name === 'lines') {
      forms.push(
        ['lines without remarks', boxAll(bare.map(withoutRemark))],
        ['lines repeated', repeated(bare)],
      );
    }
    forms.push([`${name} without marks`, boxAll(bare)], [name, boxAll(parts)]);
    if (name === 'commas' || name === 'arrows') forms.push([`${name} repeated`, repeated(parts)]);
  }
  return forms;
}

/** `push (to the left)`, `wait  # let it cool`, `north - towards the hall`: the command alone. */
const withoutRemark = (line: string): string =>
  line.replace(/\s+(?:#|\/\/|--|—|–).*$|\s+\([^()]*\)\s*$|\s+-\s+.*$/, '');

/** `north x3` and `3 x north` stand for three actions. */
function repeated(items: readonly string[]): string[] {
  const expanded = items.flatMap((item) => {
    const text = item.trim();
    const after = /^(.+?)\s*(?:[x×*]\s*(\d{1,2})|\(\s*(?:x\s*)?(\d{1,2})\s*(?:x|times)?\s*\))$/i.exec(text);
    const before = /^(\d{1,2})\s*[x×*]\s*(.+)$/i.exec(text);
    const count = Number(after?.[2] ?? after?.[3] ?? before?.[1] ?? 0);
    const action = after?.[1] ?? before?.[2];
    return count > 0 && action !== undefined ? Array.from({ length: count }, () => action) : [item];
  });
  return expanded.length === items.length ? [] : boxAll(expanded);
}

const boxAll = (actions: readonly string[]): string[] =>
  actions
    .map((action) => action.trim())
    .filter(Boolean)
    .map(box);

const plainText = (value: PyValue): string => textOf(value) ?? show(value);

function itemsOf(value: PyValue): readonly PyValue[] | undefined {
  if (Array.isArray(value)) return value;
  return value !== null && typeof value === 'object' && 'tuple' in value ? value.tuple : undefined;
}

function jsonOf(value: PyValue): unknown {
  return (
    itemsOf(value)?.map(jsonOf) ?? numberOf(value) ?? (typeof value === 'boolean' ? value : plainText(value))
  );
}
