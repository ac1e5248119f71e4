/** Actions and their wrapping: `\boxed{…}` of the games profile, `<answer>…</answer>` of tool use. */

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

/** An action without `\boxed{…}` or `<answer>…</answer>`. */
export function unwrap(action: string): string {
  return (boxed(action)[0] ?? /<answer>([\s\S]*?)<\/answer>/.exec(action)?.[1] ?? action).trim();
}

/** An action with its content replaced, wrapped as it was. */
export function rewrap(action: string, body: string): string {
  const content = boxed(action)[0] ?? /<answer>([\s\S]*?)<\/answer>/.exec(action)?.[1];
  return content === undefined ? body : action.replace(content, () => body);
}
