/** What an environment answers, compared: the same reply to two actions, and the words in which actions are refused. */
import type { Turn } from '../contract/episode.ts';

/** Actions that no environment can mean anything by: what it answers to them is how it refuses. */
export const NONSENSE: readonly string[] = ['qzxv', 'qzxv wukj'];

type Reply = Pick<Turn, 'observation' | 'action'>;

/** Do both say the same, but for what repeats either action, and for numbers, which count turns? */
export const sameReply = (one: Reply, other: Reply): boolean => {
  const [first, second] = withoutEchoes(one, other);
  return first.replace(NUMBERS, '#') === second.replace(NUMBERS, '#');
};

/** The same with its numbers: of replies on the same turn, whose counters agree. */
export const equalReply = (one: Reply, other: Reply): boolean => {
  const [first, second] = withoutEchoes(one, other);
  return first === second;
};

/** How many kinds of reply there are among the turns. */
export function kindsOf(
  turns: readonly Reply[],
  alike: (one: Reply, other: Reply) => boolean = sameReply,
): number {
  const kinds: Reply[] = [];
  for (const turn of turns) if (!kinds.some((kind) => alike(kind, turn))) kinds.push(turn);
  return kinds.length;
}

const NUMBERS = /-?\d+(?:\.\d+)?/g;

function withoutEchoes(one: Reply, other: Reply): readonly [string, string] {
  const echoes = [one.action, other.action]
    .flatMap((action) => [action, ...(action.match(/[\p{L}\p{N}_]+/gu) ?? [])])
    .map((part) => part.toLowerCase())
    .filter((part) => part.length > 1 && part !== 'boxed')
    .toSorted((a, b) => b.length - a.length);
  return [stripped(one.observation, echoes), stripped(other.observation, echoes)];
}

function stripped(observation: string, echoes: readonly string[]): string {
  let text = observation.toLowerCase();
  for (const echo of echoes) text = text.replaceAll(echo, ' ');
  return text.replace(/[\s'"`]+/g, ' ').trim();
}

const REFUSAL =
  /\b(?:invalid|illegal|unknown|unrecogni[sz]ed|malformed|unparsable|unsupported|(?:not|isn't|is no|no) (?:a )?(?:valid|legal|recogni[sz]ed|understood|known|allowed|such|parsed?|command|move|action)|(?:can|could)(?:not|n't| not) (?:be )?(?:parse|read|understand|understood|interpret|use)|do(?:es)? not (?:know|understand|parse|recogni[sz]e|accept)|don't (?:know|understand)|didn't understand|no (?:boxed|such|valid)|please (?:use|reply|answer|enter|give|provide|choose)|must be (?:one of|a|an|in|given)|needs? (?:to be )?(?:a |an |one |exactly )|expected|format|parse error|try one of|not an option)\b/i;

/** Does the reply's first line speak of an action that could not be read or is not known? */
export const refuses = (observation: string): boolean => REFUSAL.test(observation.split('\n')[0] ?? '');
