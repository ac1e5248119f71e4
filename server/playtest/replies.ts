/** What an environment answers, compared: the same reply to two actions, and the words in which actions are refused. */

/** Actions that no environment can mean anything by: what it answers to them is how it refuses. */
export const NONSENSE: readonly string[] = ['qzxv', 'qzxv wukj'];

/** The reply without what repeats the action, and without numbers, which count turns. */
export function reduced(observation: string, action: string): string {
  let text = observation.toLowerCase();
  for (const echo of [action, ...action.split(/\s+/)]
    .map((part) => part.toLowerCase())
    .filter((part) => part.length > 1))
    text = text.replaceAll(echo, '·');
  return text
    .replace(/-?\d+(?:\.\d+)?/g, '#')
    .replace(/[·\s'"`]+/g, ' ')
    .trim();
}

const REFUSAL =
  /\b(?:invalid|illegal|unknown|unrecogni[sz]ed|malformed|unparsable|unsupported|(?:not|isn't|is no|no) (?:a )?(?:valid|legal|recogni[sz]ed|understood|known|allowed|such|parsed?|command|move|action)|(?:can|could)(?:not|n't| not) (?:be )?(?:parse|read|understand|understood|interpret)|do(?:es)? not (?:know|understand|parse|recogni[sz]e|accept)|don't (?:know|understand)|didn't understand|no (?:boxed|such|valid)|please (?:use|reply|answer|enter|give|provide|choose)|must be (?:one of|a|an|in|given)|needs? (?:to be )?(?:a |an |one |exactly )|expected|format|parse error|try one of|not an option)\b/i;

/** Does the reply speak of an action that could not be read or is not known? */
export const refuses = (observation: string): boolean => REFUSAL.test(observation);
