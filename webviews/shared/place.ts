/** A place in the source, to go to. */
import { shorten } from '../../server/contract/visible.ts';
import type { Frame } from '../../server/protocol/driver.ts';
import { element } from './dom.ts';

/** Shows a line of the source, from 1. */
export type Reveal = (line: number) => void;

/** As quiet as a link: every turn has one. */
export function placeLink(
  { line, function: name }: Omit<Frame, 'function'> & { readonly function: string | null },
  reveal: Reveal,
): HTMLElement {
  const title = `Show line ${line} of the source`;
  const made = element(
    'button',
    { class: 'place', title, attributes: { type: 'button', 'aria-label': title } },
    `line ${line}${name === null ? '' : ` in ${shorten(name, 60)}`}`,
  );
  made.addEventListener('click', () => reveal(line));
  return made;
}
