/** Difficulty as RLVE moves it, for the comparison: a window of levels that rises when its top is mastered. */

import { z } from 'zod';

/** Plays at the top before it is judged, the success that masters it, and the window's greatest width. */
const PLAYS = 8;
const MASTERED = 0.9;
const WIDTH = 4;

const count = z.number().int().min(0);

/** Levels from `low` to `high`, both included, and what was seen at `high` since it was judged last. */
export const window = z.strictObject({ low: count, high: count, plays: count, successes: count }).readonly();
export type Window = z.infer<typeof window>;

export const FIRST_WINDOW: Window = { low: 0, high: 0, plays: 0, successes: 0 };

/** The window after a play. @param top the highest level that there is. */
export function afterPlay(window: Window, level: number, succeeded: boolean, top: number): Window {
  if (level !== window.high) return window;
  const plays = window.plays + 1;
  const successes = window.successes + Number(succeeded);
  if (plays < PLAYS) return { ...window, plays, successes };
  // Judged: the next level, or the same one with a clean slate.
  const high = successes / plays >= MASTERED ? Math.min(window.high + 1, top) : window.high;
  return { low: Math.max(window.low, high - WIDTH + 1), high, plays: 0, successes: 0 };
}

/** A level of the window, all as likely. @param random uniform in [0, 1). */
export const drawLevel = ({ low, high }: Window, random: () => number): number =>
  low + Math.floor(random() * (high - low + 1));
