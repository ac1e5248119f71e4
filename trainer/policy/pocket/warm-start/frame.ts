/** What all programs of games share: turns, the end, and the format of an answer. */
import type { Theme } from './family.ts';

export interface Game {
  readonly theme: Theme;
  readonly turns: number;
  /** Lines of `reset`, after `r`, the generator, is there. */
  readonly setup: readonly string[];
  /** A Python expression for the first observation. */
  readonly observation: string;
  /** What may stand in the box: a regular expression. */
  readonly answer: string;
  /** Lines of `step`, after `a`, the answers found, is there; they set `s.won`. */
  readonly play: readonly string[];
  /** A Python expression that is true when the game is lost before its turns are up. */
  readonly lost?: string;
  /** A Python expression for what is seen after a step. */
  readonly reply: string;
  /** A Python expression for `solution`. */
  readonly solution: string;
}

/** The name of an environment's class. */
export const className = ({ place }: Theme): string => `${place[0]?.toUpperCase()}${place.slice(1)}Env`;

/** The Python source. Short, since every byte is a token: one space a level, `s` for `self`. */
export function gameSource(game: Game): string {
  const { theme, turns, setup, observation, answer, play, lost, reply, solution } = game;
  return `${[
    'import random,re',
    `class ${className(theme)}:`,
    ` def __init__(s,max_turns=${turns}):`,
    '  s.max_turns=max_turns',
    '  s.reset()',
    ' def reset(s,seed=None):',
    '  r=random.Random(seed)',
    '  s.t=0',
    '  s.won=s.end=False',
    ...setup.map((line) => `  ${line}`),
    `  return ${observation},{}`,
    ' def step(s,action):',
    '  if s.end:return "Over.",0.0,s.won,not s.won,{}',
    '  s.t+=1',
    `  a=re.findall(r"\\\\boxed\\{ *(${answer}) *\\}",action)`,
    ...play.map((line) => `  ${line}`),
    `  s.end=s.won or ${lost ? `${lost} or ` : ''}s.t>=s.max_turns`,
    `  return ${reply},float(s.won),s.won,s.end and not s.won,{}`,
    ' def solution(s):',
    `  return ${solution}`,
  ].join('\n')}\n`;
}

/** A reply that says whether the answer was right, and nothing more. */
export const RIGHT_OR_WRONG = '"Right." if s.won else "Wrong."';
