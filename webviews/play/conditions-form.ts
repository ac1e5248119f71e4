/** What a play starts from: the seed, and below it the conditions that findings set. */
import { button, type Field, textField } from '../shared/controls.ts';
import { element, foldable } from '../shared/dom.ts';
import type { Conditions } from './state.ts';
import { onEnter } from './tool-form.ts';

/** All are whole numbers; an empty field leaves the condition out. */
const MORE = {
  maxTurns: { label: 'Turn limit', hint: 'Given to the constructor as max_turns' },
  constructorSeed: { label: 'Constructor seed', hint: 'Given to the constructor as seed' },
  hashSeed: { label: 'Hash seed', hint: 'Of the interpreter, 0 or 1: the order of sets' },
  entropy: { label: 'Entropy', hint: 'What the system’s random numbers start from' },
  clock: { label: 'Clock', hint: 'Seconds since 1970 that the interpreter’s clock starts at' },
  draws: { label: 'Draws', hint: 'Random numbers that others draw before every call' },
} as const;

type Extra = keyof typeof MORE;
const EXTRAS: readonly Extra[] = ['maxTurns', 'constructorSeed', 'hashSeed', 'entropy', 'clock', 'draws'];

export class ConditionsForm {
  readonly element: HTMLElement;
  readonly #start: (conditions: Conditions) => void;
  readonly #seed: Field;
  readonly #extras: ReadonlyMap<Extra, Field>;
  readonly #problem = element('p', { class: 'problem', attributes: { role: 'alert' } });
  readonly #company = element('p', { class: 'company' });
  readonly #more: HTMLDetailsElement;
  #shown: Conditions = { seed: 0 };

  constructor(start: (conditions: Conditions) => void) {
    this.#start = start;
    this.#seed = textField({
      label: 'Seed',
      placeholder: 'none: reset()',
      hint: 'A whole number given to reset; empty for a bare reset()',
    });
    this.#extras = new Map(EXTRAS.map((name) => [name, textField({ ...MORE[name], placeholder: 'usual' })]));
    const submit = () => this.#submit();
    const row = element(
      'div',
      { class: 'row' },
      this.#seed.element,
      button('Start over', submit, { kind: 'primary', title: 'Start over with this seed' }).element,
      button('Next seed', () => this.#next(), { title: 'Start over with the next seed' }).element,
    );
    this.#more = foldable(
      'More conditions',
      false,
      {},
      element('div', { class: 'row' }, ...[...this.#extras.values()].map((field) => field.element)),
      this.#company,
    );
    const form = element(
      'form',
      { attributes: { 'aria-label': 'Start of the play' } },
      row,
      this.#problem,
      this.#more,
    );
    onEnter(form, submit);
    this.element = form;
  }

  show(conditions: Conditions): void {
    this.#shown = conditions;
    this.#seed.value = conditions.seed === null ? '' : String(conditions.seed);
    for (const [name, field] of this.#extras) field.value = String(conditions[name] ?? '');
    const { earlier = [], beside } = conditions;
    const company = [
      ...(earlier.length > 0 ? [`The instance has played ${earlier.length} episodes before.`] : []),
      ...(beside ? [`A second instance plays beside it with seed ${beside.seed ?? 'none'}.`] : []),
    ];
    this.#company.textContent = company.join(' ');
    const unusual = company.length > 0 || EXTRAS.some((name) => conditions[name] !== undefined);
    if (unusual) this.#more.open = true;
    this.#problem.textContent = '';
  }

  #next(): void {
    const seed = wholeNumber(this.#seed.value);
    this.#seed.value = String(typeof seed === 'number' ? seed + 1 : 0);
    this.#submit();
  }

  #submit(): void {
    const seed = wholeNumber(this.#seed.value);
    if (seed === 'none of these') {
      this.#complain('Seed');
      return;
    }
    const { earlier, beside } = this.#shown;
    const extras: [Extra, number][] = [];
    for (const [name, field] of this.#extras) {
      const value = wholeNumber(field.value);
      if (value === 'none of these') {
        this.#complain(MORE[name].label);
        return;
      }
      if (value !== undefined) extras.push([name, value]);
    }
    const company = { ...(earlier ? { earlier } : {}), ...(beside ? { beside } : {}) };
    this.#start({ seed: seed ?? null, ...company, ...Object.fromEntries(extras) });
  }

  #complain(label: string): void {
    this.#problem.textContent = `${label} must be a whole number, or empty.`;
  }
}

function wholeNumber(text: string): number | undefined | 'none of these' {
  if (text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : 'none of these';
}
