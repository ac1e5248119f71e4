/** What the rules about text ask of string literals. */
import type { Facts } from '../../../analysis/facts.ts';
import { patternsOf } from '../../../analysis/patterns-of.ts';
import type { Node, Str, TextSegment } from '../../../analysis/python/syntax.ts';

/** The whole string that a piece of text stands in, or that it is shown in. */
export function stringOf(node: Node): Str | undefined {
  let at: Node | undefined = node;
  while (at && at.kind !== 'Str') at = at.parent;
  return at;
}

/** A docstring, or a text that nothing is done with. */
export const isIdle = ({ parent }: Str): boolean => parent?.kind === 'ExpressionStatement';

export const isPattern = (facts: Facts, string: Str): boolean =>
  patternsOf(facts.document.tree).some(({ literal }) => literal === string);

/** Is the piece written with escapes that Python resolves? */
export const resolvesEscapes = ({ parent }: TextSegment): boolean =>
  parent?.kind === 'StringLiteral' && !parent.raw && !parent.prefix.includes('b');
