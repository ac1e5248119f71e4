import type { LintRule } from '../../rule.ts';
import { boxedEscape } from './boxed-escape.ts';
import { boxedPattern } from './boxed-pattern.ts';
import { controlCharacters } from './control-characters.ts';
import { documentReference } from './document-reference.ts';
import { emptyObservation } from './empty-observation.ts';
import { fstringBraces } from './fstring-braces.ts';
import { markdownFence } from './markdown-fence.ts';

/** SP7: what the agent reads is what the author wrote, and can be answered. */
export const text: readonly LintRule[] = [
  boxedEscape,
  fstringBraces,
  boxedPattern,
  markdownFence,
  documentReference,
  controlCharacters,
  emptyObservation,
];
