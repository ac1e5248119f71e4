/** What of an agent's answer is played. */
import type { Profile } from '../../server/contract/profile.ts';

const BOX = '\\boxed{';

export interface ReadAction {
  /** What the environment is given. */
  readonly action: string;
  /** False: nothing in the answer was an action, and the environment is given all of it, to say what is wrong. */
  readonly found: boolean;
}

/**
 * Games: the first box that closes, without double braces around its content. Tool use: the whole answer, which the
 * base class reads; it is an action when it holds a call or an `<answer>`.
 */
export function readAction(profile: Profile, response: string): ReadAction {
  if (profile === 'tool_use') {
    const found = /<tool_call>.*?<\/tool_call>|<answer>.*?<\/answer>/s.test(response);
    return { action: response.trim(), found };
  }
  const content = firstBox(response);
  return content === undefined
    ? { action: response.trim(), found: false }
    : { action: `${BOX}${content}}`, found: true };
}

/** The content of the first box whose braces are balanced and that is not empty. */
function firstBox(text: string): string | undefined {
  for (let start = text.indexOf(BOX); start >= 0; start = text.indexOf(BOX, start + 1)) {
    const end = closing(text, start + BOX.length);
    const content = end === undefined ? '' : bare(text.slice(start + BOX.length, end).trim());
    if (content !== '') return content;
  }
  return undefined;
}

/** Where the brace closes that was opened before `start`. */
function closing(text: string, start: number): number | undefined {
  let depth = 1;
  for (let i = start; i < text.length; i += 1) {
    if (text[i] === '{') depth += 1;
    else if (text[i] === '}') depth -= 1;
    if (depth === 0) return i;
  }
  return undefined;
}

/** `{{north}}` is how f-strings taught it to write `north`. */
function bare(content: string): string {
  let inner = content;
  while (inner.startsWith('{') && inner.endsWith('}') && closing(inner, 1) === inner.length - 1)
    inner = inner.slice(1, -1).trim();
  return inner;
}
