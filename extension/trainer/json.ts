/** What a text says in JSON; `undefined` where it is none. Whoever asks parses it further. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
