/** The answer by which `solution()` wins: its last action, seed by seed, taken apart. */
import type { Episode } from '../contract/episode.ts';
import { unwrap } from './boxes.ts';
import { offered } from './harvest.ts';
import type { Lab } from './lab.ts';

export interface Answer {
  readonly seed: number;
  readonly episode: Episode;
  /** The first observation. */
  readonly opening: string;
  /** Actions before the answer. */
  readonly before: readonly string[];
  /** The last action as it was played, and without its wrapping. */
  readonly action: string;
  readonly body: string;
  /** The words with which it begins on every seed (`report`), and what follows them. */
  readonly verb: string;
  readonly text: string;
}

/**
 * `answer`: something that had to be worked out and differs by seed; `constant`: the same last action everywhere;
 * `move`: one more action of the kind that came before it; `none`: no seed was won.
 */
export type AnswerKind = 'answer' | 'constant' | 'move' | 'none';

export interface Answers {
  readonly kind: AnswerKind;
  /** By seed, of those that were won. */
  readonly all: readonly Answer[];
  /** Every won play has one action. */
  readonly single: boolean;
}

export function answers(lab: Lab): Promise<Answers> {
  return lab.once('answers', async () => {
    const episodes: Episode[] = [];
    for (const { episode } of await lab.solutions())
      if (episode && (await lab.isWin(episode))) episodes.push(episode);
    return answersOf(episodes);
  });
}

function answersOf(episodes: readonly Episode[]): Answers {
  const bodies = episodes.map((episode) => unwrap(episode.turns.at(-1)?.action ?? ''));
  const verb = commonVerb(bodies);
  const all = episodes.map((episode, index): Answer => {
    const actions = episode.turns.map((turn) => turn.action);
    const body = bodies[index] ?? '';
    return {
      seed: episode.play.seed ?? 0,
      episode,
      opening: episode.observation,
      before: actions.slice(0, -1),
      action: actions.at(-1) ?? '',
      body,
      verb,
      text: body.slice(verb.length).trim(),
    };
  });
  const single = all.every(({ before }) => before.length === 0);
  const kind =
    all.length === 0
      ? 'none'
      : new Set(bodies).size === 1 && all.length > 1
        ? 'constant'
        : single || all.every(workedOut)
          ? 'answer'
          : 'move';
  return { kind, all, single };
}

/**
 * A last action unlike those before it: with a verb of its own, or a value that the agent was not shown. A move of a
 * game is one more of the same kind, and an environment may well read it generously.
 */
function workedOut({ episode, before, body, verb, text }: Answer): boolean {
  if (before.length === 0) return true;
  if (verb !== '') return text !== '' && !before.some((action) => unwrap(action).startsWith(verb));
  const shown = episode.turns.at(-2)?.observation ?? '';
  if (offered(shown).includes(body) || stands(shown, body)) return false;
  // One of several answers in a row: a number of its own, or a longer text. Of short texts of one shape, each is a move.
  const alike = before.some((action) => shapeOf(unwrap(action)) === shapeOf(body));
  return /^-?[\d,]*\d{2}(?:\.\d+)?$/.test(body) || body.length >= (alike ? LONG : SHORT);
}

const LONG = 12;
const SHORT = 4;

/** Letters and digits by kind: `A->C` and `B->A` are alike. */
const shapeOf = (text: string): string => text.replace(/[a-z]+/gi, 'a').replace(/\d+/g, '9');

/** The words that all texts begin with, leaving at least one of each; none when they are equal. */
function commonVerb(texts: readonly string[]): string {
  const [first = '', ...others] = texts.map((text) => text.split(/\s+/));
  const words = [...first].slice(0, -1);
  const shared = words.findIndex((word, at) =>
    others.some((other) => other[at] !== word || other.length <= at + 1),
  );
  const verb = (shared < 0 ? words : words.slice(0, shared)).join(' ');
  return new Set(texts).size > 1 && /^[A-Za-z]/.test(verb) ? verb : '';
}

/** Does `answer` stand in `text` as a whole word or number? */
export const stands = (text: string, answer: string): boolean => placesOf(text, answer).length > 0;

/** Where `answer` stands in `text` as a whole word or number, whatever the case. */
export function placesOf(text: string, answer: string): number[] {
  const sought = answer.trim().toLowerCase();
  if (sought === '') return [];
  const within = text.toLowerCase();
  const places: number[] = [];
  for (let at = within.indexOf(sought); at >= 0; at = within.indexOf(sought, at + 1)) {
    const [left, right] = [
      within.slice(Math.max(0, at - 2), at),
      within.slice(at + sought.length, at + sought.length + 2),
    ];
    const joined = /[\p{L}\p{N}_]$/u.test(left) && /^[\p{L}\p{N}_]/u.test(sought);
    const continued = /[\p{L}\p{N}_]$/u.test(sought) && /^(?:[\p{L}\p{N}_]|[.,]\d)/u.test(right);
    const fraction = /\d[.,]$/.test(left) && /^\d/.test(sought);
    const negative = /-$/.test(left) && /^\d/.test(sought);
    if (!joined && !continued && !fraction && !negative) places.push(at);
  }
  return places;
}
