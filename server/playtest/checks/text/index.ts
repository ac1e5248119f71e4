import type { Check } from '../../check.ts';
import { controlCharacters } from './control-characters.ts';
import { documentReference } from './document-reference.ts';
import { emptyObservation } from './empty-observation.ts';
import { fstringBraces } from './fstring-braces.ts';

/** SP7: what the agent reads is text that it can act upon. */
export const text: readonly Check[] = [fstringBraces, documentReference, controlCharacters, emptyObservation];
