/** Text between tags in an answer, as models write it. */

/** What stands between the last `<tag>` and the `</tag>` after it, or its end; `undefined` when empty or absent. */
export function taggedText(answer: string, tag: string): string | undefined {
  const open = `<${tag}>`;
  const start = answer.lastIndexOf(open);
  if (start < 0) return undefined;
  const end = answer.indexOf(`</${tag}>`, start);
  const text = answer.slice(start + open.length, end < 0 ? undefined : end).trim();
  return text === '' ? undefined : text;
}
