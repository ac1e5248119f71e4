/** What the tests of facts share. */

import type { Method } from '../classes.ts';
import { analyse, type Facts } from '../facts.ts';
import { parse, textOf } from '../parse.ts';

export const factsOf = (text: string): Facts => analyse(parse(text));

/** The method, which must exist. */
export function methodOf(facts: Facts, name: string): Method {
  const found = facts.method(name);
  if (!found) throw new Error(`there is no method ${name}`);
  return found;
}

/** The source text of a node. */
export const sourceOf = (
  facts: Facts,
  node: { readonly start: number; readonly end: number } | undefined,
): string | undefined => node && textOf(facts.document, node);

/** Indents a method body into a game environment whose other methods are in order. */
export const game = (parts: {
  head?: string;
  init?: string;
  reset?: string;
  step?: string;
  solution?: string;
  more?: string;
}): string => {
  const method = (signature: string, body: string): string =>
    `    def ${signature}:\n${body.replace(/^(?=.)/gm, '        ')}\n`;
  return `import random
import re
${parts.head ?? ''}
class GameEnv:
${method('__init__(self, max_turns=10)', parts.init ?? 'self.max_turns = max_turns\nself.turns = 0\nself.target = ""')}
${method('reset(self, seed=None)', parts.reset ?? 'rng = random.Random(seed)\nself.target = rng.choice(["a", "b"])\nself.turns = 0\nreturn "Guess.", {}')}
${method('step(self, action)', parts.step ?? 'self.turns += 1\nreturn "No.", 0.0, False, self.turns >= self.max_turns, {}')}
${method('solution(self)', parts.solution ?? 'return self.target')}
${(parts.more ?? '').replace(/^(?=.)/gm, '    ')}
`;
};
