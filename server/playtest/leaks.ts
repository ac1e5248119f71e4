/**
 * Does a text give an answer away? A menu, a range or the data of a puzzle may hold the answer by chance, each time at
 * another place. A text gives it away when the answer follows the same words on (nearly) every seed.
 */
import { placesOf } from './answers.ts';

export interface Sample {
  readonly text: string;
  readonly answer: string;
}

export interface Leak {
  /** The words before the answer, as they stand in the first sample that shows it. */
  readonly phrase: string;
  /** In which samples the answer follows the phrase. */
  readonly shown: readonly number[];
}

/** Different answers that are needed before "always after the same words" says anything. */
const DISTINCT = 3;

/** Shorter answers stand everywhere. */
const long = (answer: string): boolean => answer.length >= 2;

/** The words after which the answer stands in all samples but one, `undefined` when there are none. */
export function leakOf(samples: readonly Sample[]): Leak | undefined {
  if (samples.length < DISTINCT || !samples.every(({ answer }) => long(answer))) return undefined;
  const shown = new Map<string, number[]>();
  for (const [index, { text, answer }] of samples.entries())
    for (const phrase of new Set(placesOf(text, answer).map((at) => phraseBefore(text, at))))
      if (phrase) shown.set(phrase, [...(shown.get(phrase) ?? []), index]);
  const needed = samples.length > DISTINCT ? samples.length - 1 : samples.length;
  const [best] = [...shown]
    .filter(([, at]) => at.length >= needed)
    .toSorted((a, b) => b[1].length - a[1].length);
  if (!best) return undefined;
  const distinct = new Set(best[1].map((index) => samples[index]?.answer.toLowerCase()));
  return distinct.size >= DISTINCT ? { phrase: best[0], shown: best[1] } : undefined;
}

/** Up to three words before the place, in small letters and without numbers; empty when no word stands there. */
function phraseBefore(text: string, at: number): string {
  const before = text
    .slice(Math.max(0, at - 60), at)
    .toLowerCase()
    .replace(/\d+/g, '#');
  const words = before.match(/[^\s]+/g) ?? [];
  const last = words.slice(-3).join(' ');
  // Right after another member of a list there is no phrase of its own.
  if (!/[\p{L}]{2}/u.test(last) || /(?:^|\s)[-*•#][.)]?\s*$/.test(before)) return '';
  return last + (/\s$/.test(before) ? ' ' : '');
}

/** Does a text use the phrase, whatever follows it? */
export const tells = (text: string, phrase: string): boolean =>
  text.toLowerCase().replace(/\d+/g, '#').replace(/\s+/g, ' ').includes(phrase.trim());

/** A whole action list in order, with little between its members. */
export function standsInOrder(text: string, actions: readonly string[]): boolean {
  const parts = actions.map((action) =>
    action
      .trim()
      .toLowerCase()
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  if (parts.length < 2 || parts.some((part) => part === '')) return false;
  if (!actions.every((action) => text.toLowerCase().includes(action.trim().toLowerCase()))) return false;
  return new RegExp(
    `(?<![\\p{L}\\p{N}])${parts.join('[^\\p{L}\\p{N}]{1,8}(?:(?:and|then)[^\\p{L}\\p{N}]+){0,2}')}(?![\\p{L}\\p{N}])`,
    'u',
  ).test(text.toLowerCase());
}
