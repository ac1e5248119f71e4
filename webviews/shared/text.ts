/** Text that an environment wrote, shown as it is: nothing in it can act, hide, reorder or flood the page. */
import { button } from './controls.ts';
import { element } from './dom.ts';

/**
 * A terminal's control sequence, or a character that is not seen: controls, format characters (direction marks
 * among them), line separators, lone surrogates.
 */
const UNSEEN = /\x1b\[[0-9;?]*[ -/]*[@-~]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Characters of one line, and lines of one text, that are shown at once. */
const LONG_LINE = 2_000;
const MANY_LINES = 200;

/** How an unseen character is written. */
export function escaped(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  if (character === '\r') return '\\r';
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, '0')}`;
  return `\\u{${code.toString(16)}}`;
}

/** On one line, with every unseen character written out. */
export function inline(text: string): string {
  return text.replace(UNSEEN, (found) => [...found].map(written).join(''));
}

const written = (character: string): string =>
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(character) ? escaped(character) : character;

/** At most `limit` characters on one line; what is left out is counted. */
export function shorten(text: string, limit: number): string {
  const line = inline(text.slice(0, limit));
  return text.length <= limit ? line : `${line}… (${count(text.length, 'character')})`;
}

/** `1 turn`, `2,000 turns`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

/** A block of lines. Long ones are cut, with a button that shows all of them. */
export function said(text: string): HTMLElement {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const block = element('div', { class: 'said' }, ...lines.slice(0, MANY_LINES).map(line));
  if (lines.length > MANY_LINES) {
    const rest = lines.slice(MANY_LINES);
    const more = button(`Show ${count(rest.length, 'more line')}`, () => {
      more.element.replaceWith(...rest.map(line));
    });
    block.append(more.element);
  }
  return block;
}

/** A line stands by itself, so that writing from right to left cannot reach into its neighbours. */
function line(text: string): HTMLElement {
  const whole = element('div', { class: 'line' });
  if (text.length <= LONG_LINE) {
    whole.append(...pieces(text));
    return whole;
  }
  whole.append(...pieces(text.slice(0, LONG_LINE)), '… ');
  const more = button(`Show all ${count(text.length, 'character')}`, () => {
    whole.replaceChildren(...pieces(text));
  });
  whole.append(more.element);
  return whole;
}

/** Text with what is unseen written out and marked. */
export function pieces(text: string): Node[] {
  const made: Node[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(UNSEEN)) {
    if (found === '\t') continue;
    if (index > end) made.push(document.createTextNode(text.slice(end, index)));
    made.push(element('span', { class: 'unseen' }, inline(found)));
    end = index + found.length;
  }
  if (end < text.length || made.length === 0) made.push(document.createTextNode(text.slice(end)));
  return made;
}
