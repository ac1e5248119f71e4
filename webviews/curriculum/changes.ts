/** What changed since some time ago: measures then and now, and whether the difference is more than noise. */
import type { Rejections, Series } from '../../server/protocol/run-insights.ts';
import { choice } from '../shared/controls.ts';
import { element } from '../shared/dom.ts';
import { changeText, MEASURES, type Measure, measureOf, valueText } from '../shared/measures.ts';
import { pieces } from '../shared/text.ts';
import { columnOf, type Data, skillsOf } from './model.ts';
import { type Change, changeOf, windowMean } from './trend.ts';

const HOUR = 3_600_000;

const SINCE = [
  { value: 'hour', label: 'an hour ago', back: HOUR },
  { value: 'day', label: 'yesterday', back: 24 * HOUR },
  { value: 'week', label: 'a week ago', back: 168 * HOUR },
] as const;
const STEPS = [10, 50, 100] as const;

/** Entries that each side is the mean of, at most. */
const WINDOW = 20;

/** The entry at which a time, or so many steps, lies back from the end; `undefined` when the run is younger. */
export function entryBack({ steps, times }: Series, since: string): number | undefined {
  const last = steps.length - 1;
  const by = SINCE.find(({ value }) => value === since);
  const wanted = by
    ? times.findLastIndex((time) => Date.parse(time) <= Date.parse(times[last] ?? '') - by.back)
    : steps.findLastIndex((step) => step <= (steps[last] ?? 0) - Number(since));
  return wanted < 0 ? undefined : wanted;
}

export interface Row {
  readonly measure: Measure;
  readonly skill: string | null;
  readonly change: Change;
}

/** Clear changes first. */
export function changesOf(data: Data, since: string): Row[] | undefined {
  const { series } = data;
  const from = series && entryBack(series, since);
  if (!series || from === undefined) return undefined;
  const last = series.steps.length - 1;
  const size = Math.min(WINDOW, Math.max(1, last - from));
  const wanted = [
    ...MEASURES.map((measure) => ({ measure, skill: null })),
    ...skillsOf(data).flatMap((skill) =>
      ['win-rate', 'regret'].map((name) => ({ measure: measureOf(name), skill })),
    ),
  ];
  const rows = wanted.flatMap(({ measure, skill }) => {
    const values = columnOf(series, measure.name, skill) ?? [];
    const change = changeOf(windowMean(values, from, size), windowMean(values, last, size));
    return change ? [{ measure, skill, change }] : [];
  });
  return [...rows.filter(({ change }) => change.clear), ...rows.filter(({ change }) => !change.clear)];
}

export class Changes {
  readonly #body = element('div', { class: 'scroll' });
  #since = 'day';
  /** A person has chosen. */
  #chosen = false;
  #data: Data = {};
  readonly #choice = element('div', {});
  readonly element = element('section', {}, element('h2', {}, 'What changed?'), this.#choice, this.#body);

  constructor() {
    this.#offer();
  }

  #offer(): void {
    const options = [
      ...SINCE.map(({ value, label }) => ({ value, label: `since ${label}` })),
      ...STEPS.map((steps) => ({ value: String(steps), label: `in ${steps} steps` })),
    ];
    const changed = (since: string) => {
      this.#chosen = true;
      this.#since = since;
      this.show(this.#data);
    };
    this.#choice.replaceChildren(
      choice(options, { label: 'Compare with', value: this.#since, changed }).element,
    );
  }

  /** A run that is younger than a day begins with what there is. */
  #begin({ series }: Data): void {
    if (this.#chosen || !series || series.steps.length === 0) return;
    const fits = ['day', 'hour', '100', '50', '10'].find((since) => entryBack(series, since) !== undefined);
    if (fits === undefined || fits === this.#since) return;
    this.#since = fits;
    this.#offer();
  }

  show(data: Data): void {
    this.#data = data;
    this.#begin(data);
    const rows = changesOf(data, this.#since);
    if (!rows) {
      this.#body.replaceChildren(
        element('p', { class: 'empty' }, 'The run is younger than that. Choose a shorter time.'),
      );
      return;
    }
    this.#body.replaceChildren(...tables(rows), ...ruleChanges(data, this.#since));
  }
}

function tables(rows: readonly Row[]): HTMLElement[] {
  const clear = rows.filter(({ change }) => change.clear);
  const rest = rows.filter(({ change }) => !change.clear);
  const details = element(
    'details',
    {},
    element('summary', {}, `${rest.length} others: about the same, or within the noise`),
  );
  details.append(table(rest));
  return [
    clear.length > 0 ? table(clear) : element('p', {}, 'Nothing has clearly changed.'),
    ...(rest.length > 0 ? [details] : []),
  ];
}

function table(rows: readonly Row[]): HTMLElement {
  const head = ['Measure', 'Skill', 'Then', 'Now', 'Change'];
  return element(
    'table',
    { class: 'numbers' },
    element(
      'thead',
      {},
      element('tr', {}, ...head.map((name) => element('th', { attributes: { scope: 'col' } }, name))),
    ),
    element(
      'tbody',
      {},
      ...rows.map(({ measure, skill, change }) =>
        element(
          'tr',
          {},
          element('th', { attributes: { scope: 'row' }, title: measure.says }, measure.label),
          element('td', {}, ...pieces(skill ?? 'all')),
          element('td', {}, valueText(measure, change.before)),
          element('td', {}, valueText(measure, change.after)),
          element('td', {}, changeText(measure, change.after - change.before)),
        ),
      ),
    ),
  );
}

/** Rules whose share of the tries has moved by at least two points. */
function ruleChanges({ rejections, series }: Data, since: string): HTMLElement[] {
  const from = series && entryBack(series, since);
  if (!rejections || from === undefined) return [];
  const moved = rejections.rules.flatMap(({ code, tries }) => {
    const [before, after] = [share(tries, rejections, 0, from + 1), share(tries, rejections, from + 1)];
    if (before === undefined || after === undefined || Math.abs(after - before) < 0.02) return [];
    return [`${code ?? 'no rule'} ${(100 * before).toFixed(0)} → ${(100 * after).toFixed(0)} %`];
  });
  return moved.length === 0 ? [] : [element('p', {}, `Rejections, share of all tries: ${moved.join(', ')}.`)];
}

function share(
  column: readonly number[],
  { tries }: Rejections,
  from: number,
  to?: number,
): number | undefined {
  const total = (values: readonly number[]) => values.slice(from, to).reduce((sum, value) => sum + value, 0);
  const all = total(tries);
  return all === 0 ? undefined : total(column) / all;
}
