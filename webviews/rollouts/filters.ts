/** The filters of the list of episodes. */

import { z } from 'zod';
import type { EpisodeFilter, EpisodeSort } from '../../server/protocol/run-insights.ts';
import { episodeOutcome } from '../../server/protocol/run-records.ts';
import { button, choice, type Field, textField } from '../shared/controls.ts';
import { element } from '../shared/dom.ts';
import type { Names } from './names.ts';

/** As a person sets them; kept while the page is hidden. */
export const wanted = z.object({
  skill: z.string(),
  outcome: z.union([episodeOutcome, z.literal('')]),
  hinted: z.enum(['', 'with', 'without']),
  returns: z.string(),
  steps: z.string(),
  environment: z.string(),
  text: z.string(),
  order: z.enum(['newest', 'oldest', 'best', 'worst', 'longest', 'shortest']),
});
export type Wanted = z.infer<typeof wanted>;

export const NOTHING: Wanted = {
  ...{ skill: '', outcome: '', hinted: '', returns: '', steps: '', environment: '', text: '' },
  order: 'newest',
};

const ORDERS: Readonly<Record<Wanted['order'], { label: string; sort: EpisodeSort; descending: boolean }>> = {
  newest: { label: 'newest first', sort: 'played', descending: true },
  oldest: { label: 'oldest first', sort: 'played', descending: false },
  best: { label: 'highest return', sort: 'return', descending: true },
  worst: { label: 'lowest return, faults first', sort: 'return', descending: false },
  longest: { label: 'most turns', sort: 'turns', descending: true },
  shortest: { label: 'fewest turns', sort: 'turns', descending: false },
};

export const orderOf = ({ order }: Wanted): { sort: EpisodeSort; descending: boolean } => {
  const { sort, descending } = ORDERS[order];
  return { sort, descending };
};

/** `12`, `3-8`, `0.2..0.8`, `-1..0`; `undefined` when it is nothing, a sentence when it is no range. */
export function rangeOf(text: string): { from: number; to: number } | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = String.raw`[-−]?\d+(?:\.\d+)?`;
  const [, low, high = low] =
    new RegExp(`^(${number})\\s*(?:(?:\\.\\.|–|to|-)\\s*(${number}))?$`).exec(trimmed) ?? [];
  const [from, to] = [low, high].map((one) => Number(one?.replace('−', '-')));
  if (from === undefined || to === undefined || Number.isNaN(from) || Number.isNaN(to))
    return `"${trimmed}" is no number and no range such as 0.2 to 0.8`;
  return from <= to ? { from, to } : { from: to, to: from };
}

/** The daemon's filter, or what is wrong with what was typed. */
export function filterOf(set: Wanted): EpisodeFilter | string {
  const [returns, steps] = [rangeOf(set.returns), rangeOf(set.steps)];
  if (typeof returns === 'string') return `Return: ${returns}.`;
  if (typeof steps === 'string') return `Steps: ${steps}.`;
  if (steps && !(Number.isInteger(steps.from) && Number.isInteger(steps.to) && steps.from >= 0))
    return 'Steps: they are whole numbers from 0.';
  return {
    ...(set.skill === '' ? {} : { skill: set.skill }),
    ...(set.outcome === '' ? {} : { outcome: set.outcome }),
    ...(set.hinted === '' ? {} : { hinted: set.hinted === 'with' }),
    ...(set.environment === '' ? {} : { environment: set.environment }),
    ...(returns ? { return: returns } : {}),
    ...(steps ? { steps } : {}),
  };
}

/** Milliseconds after the last key before what was typed counts. */
const TYPING = 200;

export class Filters {
  readonly element = element('form', {
    class: 'filters',
    attributes: { role: 'search', 'aria-label': 'Filters' },
  });
  readonly #changed: (set: Wanted) => void;
  readonly #names: Names;
  readonly #environment = element('div', { class: 'field environment' });
  #set: Wanted;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #text: Field | undefined;

  constructor(set: Wanted, skills: readonly string[], names: Names, changed: (set: Wanted) => void) {
    this.#set = set;
    this.#names = names;
    this.#changed = changed;
    this.element.addEventListener('submit', (event) => event.preventDefault());
    this.draw(skills);
  }

  get set(): Wanted {
    return this.#set;
  }

  focusText(): void {
    this.#text?.focus();
  }

  /** From outside, such as "only this environment". */
  change(part: Partial<Wanted>, skills: readonly string[]): void {
    this.#set = { ...this.#set, ...part };
    this.draw(skills);
    this.#changed(this.#set);
  }

  draw(skills: readonly string[]): void {
    const set = this.#set;
    const pick = (
      key: 'skill' | 'outcome' | 'hinted' | 'order',
      label: string,
      options: { value: string; label: string }[],
    ) =>
      choice(options, {
        label,
        value: set[key],
        changed: (value) => this.#take(wanted.parse({ ...this.#set, [key]: value })),
      }).element;
    const any = { value: '', label: 'any' };
    const typed = (key: 'returns' | 'steps' | 'text', label: string, placeholder: string) =>
      textField({
        label,
        placeholder,
        value: set[key],
        changed: (value) => this.#typed({ ...this.#set, [key]: value }),
      });
    this.#text = typed('text', 'Text in the plays', 'anything that was written');
    this.#drawEnvironment();
    this.element.replaceChildren(
      pick('skill', 'Skill', [any, ...skills.map((skill) => ({ value: skill, label: skill }))]),
      pick('outcome', 'Outcome', [any, ...episodeOutcome.options.map((value) => ({ value, label: value }))]),
      pick('hinted', 'Hint', [any, { value: 'without', label: 'without' }, { value: 'with', label: 'with' }]),
      typed('returns', 'Return', '0.2 to 0.8').element,
      typed('steps', 'Steps', '100 to 120').element,
      this.#environment,
      this.#text.element,
      pick(
        'order',
        'Order',
        Object.entries(ORDERS).map(([value, { label }]) => ({ value, label })),
      ),
      button('Clear', () => this.change({ ...NOTHING, order: this.#set.order }, skills), {
        title: 'Clear all filters',
      }).element,
    );
  }

  /** A field that finds environments by name, or the one that was chosen with a way out. */
  #drawEnvironment(): void {
    const { environment } = this.#set;
    if (environment !== '') {
      this.#environment.replaceChildren(
        element('span', {}, 'Environment'),
        button(`${this.#names.of(environment)} ✕`, () => this.#choose(''), {
          title: `Only ${this.#names.of(environment)}: show all environments again`,
        }).element,
      );
      return;
    }
    const found = element('div', { class: 'found' });
    const field = textField({
      label: 'Environment',
      placeholder: 'class name or hash',
      changed: (text) => {
        const matches = text.trim().length < 2 ? [] : this.#names.find(text.trim(), 6);
        found.replaceChildren(
          ...matches.map(
            ({ hash, name }) => button(`${name} ${hash.slice(0, 6)}`, () => this.#choose(hash)).element,
          ),
        );
      },
    });
    this.#environment.replaceChildren(field.element, found);
  }

  #choose(environment: string): void {
    this.#set = { ...this.#set, environment };
    this.#drawEnvironment();
    this.#changed(this.#set);
  }

  #take(set: Wanted): void {
    this.#set = set;
    this.#changed(set);
  }

  #typed(set: Wanted): void {
    this.#set = set;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#changed(this.#set), TYPING);
  }
}
