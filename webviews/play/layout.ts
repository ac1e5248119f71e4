/** The page's parts and where they stand. It shows a state and reports what was pressed; it decides nothing. */

import { count, inline } from '../../server/contract/visible.ts';
import type { PlayedTable } from '../../server/protocol/play-table.ts';
import { button, type PressButton, tag } from '../shared/controls.ts';
import { element, foldable } from '../shared/dom.ts';
import { said } from '../shared/text.ts';
import { hasBroken, type Kept, lengthOf, lineOf } from './state.ts';
import { endingBlock, type TranscriptOptions, transcript } from './transcript.ts';

export interface Presses extends Required<Pick<TranscriptOptions, 'reveal' | 'backTo' | 'branchAt'>> {
  readonly turnTo: (line: number) => void;
  readonly undo: () => void;
  readonly copy: () => void;
  readonly check: () => void;
  readonly compare: () => void;
  readonly closeBeside: () => void;
  readonly adoptBeside: (table: PlayedTable) => void;
}

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['Enter', 'in a field: send, or start over with the seed'],
  ['Ctrl+Enter', 'in a field of several lines: call the tool'],
  ['Arrow keys', 'among the offered actions'],
  ['Alt+Backspace', 'take the last action back'],
  ['Alt+A', 'to the field for an action'],
];

export class Layout {
  readonly #presses: Presses;
  readonly #actions: HTMLElement;
  readonly #heading = element('header', { class: 'heading' });
  readonly #finding = element('div', { class: 'finding' });
  readonly #lines = element('nav', { class: 'lines', attributes: { 'aria-label': 'Lines of play' } });
  readonly #main = element('div', { class: 'play' });
  readonly #beside = element('aside', { class: 'beside' });
  readonly #columns = element('div', { class: 'columns' }, this.#main, this.#beside);
  /** Read out when it changes. */
  readonly #status = element('p', { class: 'status', attributes: { role: 'status' } });
  readonly #failure = element('p', { class: 'failure', attributes: { role: 'alert' } });
  readonly #undo: PressButton;
  readonly #compare: PressButton;
  readonly #copy: PressButton;

  constructor(conditions: HTMLElement, actions: HTMLElement, presses: Presses) {
    this.#presses = presses;
    this.#actions = actions;
    this.#undo = button('Undo', presses.undo, { title: 'Take the last action back (Alt+Backspace)' });
    this.#compare = button('Compare with solution()', presses.compare);
    this.#copy = button('Copy as evidence', presses.copy, { title: 'Copy the play as evidence' });
    const tools = element(
      'div',
      { class: 'row tools-row' },
      this.#undo.element,
      this.#compare.element,
      this.#copy.element,
      button('Check', presses.check, { title: 'Check this environment' }).element,
    );
    const keys = foldable(
      'Keyboard',
      false,
      { class: 'keys' },
      element(
        'dl',
        {},
        ...KEYS.flatMap(([key, what]) => [
          element('dt', {}, element('kbd', {}, key)),
          element('dd', {}, what),
        ]),
      ),
    );
    const foot = element('footer', { class: 'foot' }, this.#status, this.#failure, actions, tools, keys);
    const top = element('div', { class: 'top' }, this.#heading, this.#finding, conditions, this.#lines);
    document.body.replaceChildren(element('main', {}, top, this.#columns, foot));
    this.#failure.hidden = true;
  }

  show(state: Kept, differs: ReadonlySet<number> | undefined): void {
    const { table, beside } = state;
    this.#showHeading(state);
    this.#showFinding(state);
    this.#showLines(state);
    const { reveal, backTo, branchAt } = this.#presses;
    this.#main.replaceChildren(
      ...(table
        ? [
            transcript(table, { reveal, backTo, branchAt, marked: state.step, differs }),
            endingBlock(table, reveal),
          ]
        : [element('p', { class: 'empty' }, 'Nothing has been played yet.')]),
    );
    this.#showBeside(beside, differs);
    this.#undo.disabled = lengthOf(lineOf(state)) === 0;
    this.#compare.disabled = table === undefined || hasBroken(table);
    this.#copy.disabled = table === undefined;
  }

  busy(text: string): void {
    this.#failure.hidden = true;
    this.#main.setAttribute('aria-busy', 'true');
    this.#status.textContent = text;
  }

  done(text: string): void {
    this.#main.removeAttribute('aria-busy');
    this.#status.textContent = inline(text);
  }

  failed(message: string): void {
    this.#main.removeAttribute('aria-busy');
    this.#status.textContent = '';
    this.#failure.hidden = false;
    this.#failure.textContent = inline(message);
  }

  announce(text: string): void {
    this.#status.textContent = inline(text);
  }

  goTo(step: number): void {
    const item = this.#main.querySelector<HTMLElement>(`[data-step="${step}"]`);
    item?.scrollIntoView({ block: 'center' });
    item?.focus({ preventScroll: true });
  }

  /** Where the panel is narrow, it stands below the play. */
  goToBeside(): void {
    this.#beside.scrollIntoView({ block: 'nearest' });
  }

  /** The end of the play, with the controls below it in view. */
  showLast(): void {
    this.#main.lastElementChild?.scrollIntoView({ block: 'end' });
    this.#actions.scrollIntoView({ block: 'nearest' });
  }

  #showHeading({ name, table }: Kept): void {
    const className = table?.className ?? '';
    const profile = table ? { games: 'game', tool_use: 'tool use' }[table.profile] : undefined;
    this.#heading.replaceChildren(
      element('h1', {}, className === '' ? inline(name) : inline(className)),
      className === '' ? '' : element('span', { class: 'file' }, inline(name)),
      profile === undefined ? '' : tag(profile),
    );
  }

  #showFinding({ finding, step }: Kept): void {
    this.#finding.hidden = finding === undefined;
    if (!finding) return;
    const goTo =
      step === undefined
        ? undefined
        : button('Show where', () => this.goTo(step), { title: 'Go to where it shows' });
    this.#finding.className = `finding ${finding.severity}`;
    this.#finding.replaceChildren(
      element('strong', {}, `${finding.code} ${finding.name}`),
      element('span', {}, inline(finding.message)),
      goTo?.element ?? '',
    );
  }

  #showLines({ lines, current }: Kept): void {
    this.#lines.hidden = lines.length < 2;
    this.#lines.replaceChildren(
      element('span', { class: 'field-label' }, 'Lines'),
      ...lines.map((line, index) => {
        const label = `${index + 1} (${count(lengthOf(line), 'action')})`;
        const one = button(label, () => this.#presses.turnTo(index), {
          kind: index === current ? 'primary' : 'secondary',
          title: `Line ${label}`,
        });
        if (index === current) one.element.setAttribute('aria-current', 'true');
        return one.element;
      }),
    );
  }

  #showBeside(beside: Kept['beside'], differs: ReadonlySet<number> | undefined): void {
    this.#beside.hidden = beside === undefined;
    this.#columns.classList.toggle('two', beside !== undefined);
    if (!beside) return;
    const { title, table } = beside;
    const { reveal, closeBeside, adoptBeside } = this.#presses;
    const adopt = table
      ? button('Play on from here', () => adoptBeside(table), {
          title: 'Open this play as a line of its own',
        })
      : undefined;
    const close = button('Close', closeBeside, { title: 'Close the comparison' });
    this.#beside.setAttribute('aria-label', title);
    this.#beside.replaceChildren(
      element('div', { class: 'turn-head' }, element('h2', {}, title), adopt?.element, close.element),
      beside.said === undefined ? '' : said(beside.said),
      ...(table ? [transcript(table, { reveal, differs }), endingBlock(table, reveal)] : []),
      table === null
        ? element('p', {}, 'What it says cannot be read as actions, so nothing was played.')
        : '',
    );
  }
}
