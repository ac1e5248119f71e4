/** Thinking that a model writes into its text, told apart from what it says. */

const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * What comes before `</think>` was thought, also where the chat template has opened it; an opened one that never
 * closes was cut off, and nothing was said.
 */
export function apart(text: string): { readonly thinking: string | undefined; readonly said: string } {
  const start = text.trimStart();
  const end = text.indexOf(CLOSE);
  if (end < 0)
    return start.startsWith(OPEN)
      ? { thinking: start.slice(OPEN.length).trim(), said: '' }
      : { thinking: undefined, said: text };
  const before = text.slice(0, end).trimStart();
  const thought = before.startsWith(OPEN) ? before.slice(OPEN.length) : before;
  return { thinking: thought.trim(), said: text.slice(end + CLOSE.length).trim() };
}
