/** The `\boxed{…}` in which an agent of the games profile wraps its action. */

/** The contents of every well-formed box, nested braces included, in order. */
export function boxed(text: string): string[] {
  const contents: string[] = [];
  for (let at = text.indexOf('\\boxed{'); at >= 0; at = text.indexOf('\\boxed{', at + 1)) {
    let depth = 1;
    let end = at + 7;
    for (; end < text.length && depth > 0; end++) depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0;
    if (depth === 0) contents.push(text.slice(at + 7, end - 1));
  }
  return contents;
}

export const box = (action: string): string => `\\boxed{${action}}`;
