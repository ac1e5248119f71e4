/** Where two plays part, turn by turn. */
import type { Transcript } from '../../server/protocol/run-records.ts';

type Turn = Transcript['turns'][number];

export interface Difference {
  /** 0: the opening. */
  readonly turn: number;
  /** What the agent wrote, what the environment said, or what it paid. */
  readonly parts: readonly ('response' | 'observation' | 'reward')[];
}

/** Turns at which both have something, and it differs. */
export function differencesOf(one: Transcript, other: Transcript): Difference[] {
  const found: Difference[] = one.opening === other.opening ? [] : [{ turn: 0, parts: ['observation'] }];
  for (const [index, turn] of one.turns.entries()) {
    const counterpart = other.turns[index];
    const parts = counterpart ? partsOf(turn, counterpart) : [];
    if (parts.length > 0) found.push({ turn: index + 1, parts });
  }
  return found;
}

function partsOf(one: Turn, other: Turn): Difference['parts'] {
  return [
    ...((one.action ?? one.response) === (other.action ?? other.response) ? [] : (['response'] as const)),
    ...(one.observation === other.observation ? [] : (['observation'] as const)),
    ...(one.reward === other.reward &&
    one.terminated === other.terminated &&
    one.truncated === other.truncated
      ? []
      : (['reward'] as const)),
  ];
}

/** In a sentence. */
export function differenceText(one: Transcript, other: Transcript): string {
  const [first] = differencesOf(one, other);
  const [left, right] = [one.turns.length, other.turns.length];
  if (!first)
    return left === right
      ? 'The two plays are the same.'
      : `The same for ${Math.min(left, right)} turns; then one goes on to turn ${Math.max(left, right)}.`;
  const what = {
    response: 'the agent does something else',
    observation: 'the environment says something else',
    reward: 'the reward is another',
  };
  const place =
    first.turn === 0
      ? 'At the reset'
      : first.turn === 1
        ? 'From turn 1 on'
        : `The same until turn ${first.turn}, where`;
  return `${place} ${first.parts.map((part) => what[part]).join(', ')}.`;
}

/** What two texts begin and end with together: lengths. */
export function common(one: string, other: string): { start: number; end: number } {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  return { start, end };
}
