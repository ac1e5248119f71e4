/** What the engine of the run does: a question to the trainer, and its answer. */
import { type AskedEngine, engineCardLines } from '../../server/protocol/engine-card.ts';
import { button } from '../shared/controls.ts';
import { element } from '../shared/dom.ts';
import { pieces } from '../shared/text.ts';

export class EngineQuestion {
  readonly element: HTMLElement;
  readonly #answer = element('div', { attributes: { role: 'status' } });
  readonly #button;
  #waiting = false;

  constructor(ask: () => void) {
    this.#button = button(
      'What does it do?',
      () => {
        this.#waiting = true;
        this.#answer.textContent = 'The trainer is asking. The first answer of an engine may take a minute.';
        ask();
      },
      { title: 'Ask the engine what it does, on a model that is thrown away' },
    );
    this.element = element('div', {}, element('div', { class: 'row' }, this.#button.element), this.#answer);
  }

  /** The answer belongs to another engine than the one that is now filled in. */
  forget(): void {
    if (!this.#waiting) this.#answer.replaceChildren();
  }

  allow(allowed: boolean): void {
    this.#button.disabled = !allowed || this.#waiting;
  }

  show(asked: AskedEngine): void {
    this.#waiting = false;
    this.#answer.replaceChildren(...answerOf(asked));
  }
}

function answerOf(asked: AskedEngine): HTMLElement[] {
  if (asked.kind === 'unknown') return [problem(`What the engine does is not known: ${asked.message}`)];
  const { card, refusal } = asked;
  const lines = engineCardLines(card).flatMap(([name, value]) => [
    element('dt', {}, name),
    element('dd', {}, ...pieces(value)),
  ]);
  return [
    ...(refusal === null ? [] : [problem(`The run would be refused: ${refusal}`)]),
    element('dl', { class: 'engine-card' }, ...lines),
  ];
}

const problem = (text: string): HTMLElement => element('p', { class: 'problem' }, ...pieces(text));
