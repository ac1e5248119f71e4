/** A family of environments: one kind of game, which knobs and words make many programs of. */
import type { GAME_SKILLS, TOOL_SKILLS } from '../../../../server/protocol/run-config.ts';
import type { Random } from '../random.ts';

export type Skill = (typeof GAME_SKILLS)[number] | (typeof TOOL_SKILLS)[number];

/** 0 is the easiest. */
export const LEVELS = [0, 1, 2] as const;
export type Level = (typeof LEVELS)[number];

/** What a document gives a program: where it plays, and what there is. */
export interface Theme {
  /** One lower-case word, as `mill`. */
  readonly place: string;
  /** One lower-case word in the plural, as `sacks`. */
  readonly things: string;
}

export interface Family {
  readonly name: string;
  readonly skill: Skill;
  /** Sentences of which one stands in every document that leads to this family. */
  readonly topics: readonly string[];
  /** One Python source. Numbers are drawn within what the level allows. */
  write(random: Random, theme: Theme, level: Level): string;
  /** The words that the designer gives a player beforehand: how to go about it, and never the answer. */
  readonly hint: string;
  /** A sensible player's next action, from what it has seen. */
  act: Player;
  /** The same for a player who goes about it in an obvious way that the hint would have kept from a mistake. */
  blunder: Player;
}

/** @returns the next action. @param observations all so far. @param actions all so far, one fewer. */
export type Player = (observations: readonly string[], actions: readonly string[], random: Random) => string;

/** The one that a level asks for, of three from easy to hard. */
export const atLevel = <T>(level: Level, easy: T, middle: T, hard: T): T =>
  [easy, middle, hard][level] ?? easy;

/** An answer in the format that games ask for. */
export const boxed = (answer: string | number): string => `\\boxed{${answer}}`;

/** Every whole number in a text, in order. */
export const numbersIn = (text: string | undefined): number[] => (text?.match(/-?\d+/g) ?? []).map(Number);
