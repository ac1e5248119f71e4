/** Text that an environment wrote, shown as it is: nothing in it can act, hide, reorder or flood the page. */
import { count, inline } from '../../server/contract/visible.ts';
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
