/** How a person acts: harvested actions as buttons, and a field for any other. */

import { shorten } from '../../server/contract/visible.ts';
import type { PlayedTable } from '../../server/protocol/play-table.ts';
import { button, type Field, type PressButton, textField } from '../shared/controls.ts';
import { element } from '../shared/dom.ts';
import { asAction } from './action.ts';
import { hasEnded } from './state.ts';
import { onEnter, ToolForm } from './tool-form.ts';

/** Characters of an action on its button. */
const LABEL = 48;

const GAME_HINT = 'bare text is put into \\boxed{…}';
const TOOL_HINT = 'sent as it is, such as a malformed call';

export class ActionForm {
  readonly element: HTMLElement;
  readonly #act: (action: string) => void;
  readonly #candidates = element('div', {
    class: 'candidates',
    attributes: { role: 'toolbar', 'aria-label': 'Actions that the source and the observation name' },
  });
  readonly #field: Field;
  readonly #send: PressButton;
  readonly #hint = element('p', { class: 'hint' });
  readonly #tools: ToolForm;
  #profile: PlayedTable['profile'] = 'games';
  #open = false;

  constructor(act: (action: string) => void, drafted: (text: string) => void) {
    this.#act = act;
    this.#tools = new ToolForm((action) => this.#take(action));
    this.#field = textField({ label: 'Action', changed: drafted });
    const send = () => {
      if (!this.#open || this.#field.value === '') return;
      const action = asAction(this.#profile, this.#field.value);
      this.#field.value = '';
      drafted('');
      this.#take(action);
    };
    this.#send = button('Send', send, { kind: 'primary', title: 'Send the action' });
    const form = element('form', { class: 'row grow' }, this.#field.element, this.#send.element);
    onEnter(form, send);
    this.#candidates.addEventListener('keydown', (event) => this.#move(event));
    this.element = element(
      'section',
      { class: 'act', attributes: { 'aria-label': 'Act' } },
      this.#candidates,
      this.#tools.element,
      form,
      this.#hint,
    );
  }

  /** @param open false: nothing can be sent now, for the reason told in the transcript. */
  show(table: PlayedTable | undefined, draft: string, open: boolean): void {
    this.#open = open;
    this.#profile = table?.profile ?? 'games';
    if (this.#field.value !== draft) this.#field.value = draft;
    this.#field.disabled = !open;
    this.#send.disabled = !open;
    const candidates = open ? (table?.candidates ?? []) : [];
    this.#candidates.replaceChildren(
      ...candidates.map(({ label, action }) => {
        const title = `Send ${shorten(action, 200)}`;
        return button(shorten(label, LABEL), () => this.#take(action), { title }).element;
      }),
    );
    this.#candidates.hidden = candidates.length === 0;
    this.#rove(0);
    this.#tools.show(open ? (table?.tools ?? []) : [], open && this.#profile === 'tool_use');
    this.#field.placeholder = this.#profile === 'games' ? GAME_HINT : TOOL_HINT;
    this.#hint.textContent = 'What is sent now is played after the end of the episode.';
    this.#hint.hidden = !hasEnded(table);
  }

  focus(): void {
    this.#field.focus();
  }

  #take(action: string): void {
    if (this.#open) this.#act(action);
  }

  /** One stop for the Tab key; arrows move within. */
  #move(event: KeyboardEvent): void {
    const all: readonly (Element | null)[] = [...this.#candidates.children];
    const at = all.indexOf(document.activeElement);
    const to = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (to === undefined || at === -1) return;
    event.preventDefault();
    this.#rove((to + all.length) % all.length)?.focus();
  }

  #rove(index: number): HTMLElement | undefined {
    let found: HTMLElement | undefined;
    for (const [at, one] of [...this.#candidates.children].entries()) {
      if (!(one instanceof HTMLElement)) continue;
      one.tabIndex = at === index ? 0 : -1;
      if (at === index) found = one;
    }
    return found;
  }
}
