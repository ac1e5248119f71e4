/** Looking for a text in a transcript. */
import type { Hit } from '../../protocol/run-insights.ts';
import type { Transcript } from '../../protocol/run-records.ts';

/** Characters around what was found. */
const AROUND = 60;

/**
 * Can a transcript that is still JSON hold the text? Quick; says yes too often, never no too often.
 * @param json as `JSON.stringify` writes it.
 */
export function mayHold(json: string, text: string): boolean {
  return json.toLowerCase().includes(JSON.stringify(text).slice(1, -1).toLowerCase());
}

/** The first place where the text stands, without regard to case. */
export function findIn(
  { opening, turns, fault }: Transcript,
  text: string,
): Omit<Hit, 'episode'> | undefined {
  const needle = text.toLowerCase();
  const look = (turn: number, part: Hit['part'], within: string | undefined) => {
    const at = within?.toLowerCase().indexOf(needle) ?? -1;
    return within === undefined || at < 0
      ? undefined
      : { turn, part, excerpt: around(within, at, needle.length) };
  };
  const first = look(0, 'opening', opening);
  if (first) return first;
  for (const [index, { response, observation }] of turns.entries()) {
    const found = look(index + 1, 'response', response) ?? look(index + 1, 'observation', observation);
    if (found) return found;
  }
  return look(turns.length, 'fault', fault);
}

function around(text: string, at: number, length: number): string {
  const from = Math.max(0, at - AROUND);
  const to = Math.min(text.length, at + length + AROUND);
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}
