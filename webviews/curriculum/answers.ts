/** The run at a glance: is it still learning, on what, and the measures that matter most. */
import { count } from '../../server/contract/visible.ts';
import type { Series } from '../../server/protocol/run-insights.ts';
import { ends } from '../shared/charts/spec.ts';
import { element } from '../shared/dom.ts';
import { changeText, measureOf, valueText } from '../shared/measures.ts';
import { pieces } from '../shared/text.ts';
import { columnOf, type Data, skillsOf } from './model.ts';
import { changeOf, type Learning, learningOf, windowMean } from './trend.ts';

const TILES = ['win-rate', 'learnable-share', 'regret', 'designer-reward', 'vendi', 'accepted-share'];
/** Steps that "now" is the mean of, and that it is compared with. */
const WINDOW = 20;

/** In words, with the numbers that it rests on. */
export function learningText({ answer, gain, earlier }: Learning, every: number): string {
  const points = (value: number) => changeText(measureOf('win-rate'), value);
  const told = gain
    ? `Over the last ${count(gain.count, 'set')} of environments the win rate changed by ${points(gain.mean)} from a set’s first to its last rollout (± ${(200 * gain.error).toFixed(1)}).`
    : '';
  const before =
    gain && earlier ? ` In the ${count(earlier.count, 'set')} before: ${points(earlier.mean)}.` : '';
  switch (answer) {
    case 'learning':
      return `Yes. ${told}${before}`;
    case 'not-learning':
      return `Hardly. ${told}${before}`;
    case 'unclear':
      return `It cannot be told: the change is within the noise. ${told}${before}`;
    case 'too-early':
      return every > 1
        ? `It is too early to tell: that takes three whole sets of ${every} rollouts.`
        : 'It cannot be told: each set of environments is played in one rollout only.';
  }
}

/** What was never trained on is the plainest measure, where the run has it. */
function heldOutText(series: Series): string {
  const measure = measureOf('held-out-win-rate');
  const found = ends(columnOf(series, measure.name, null) ?? []);
  return found
    ? ` On environments that are never trained on it won ${valueText(measure, found.first)} at first and ${valueText(measure, found.last)} now.`
    : '';
}

export class Answers {
  readonly #learning = element('p', { class: 'answer-text' });
  readonly #tiles = element('dl', { class: 'tiles' });
  readonly #skills = element('div', { class: 'scroll' });
  readonly element = element(
    'section',
    { class: 'answers', attributes: { 'aria-label': 'At a glance' } },
    element('h2', {}, 'Is it still learning?'),
    this.#learning,
    this.#tiles,
    element('h2', {}, 'On what?'),
    this.#skills,
  );

  show(data: Data): void {
    const { series, detail } = data;
    if (!series || !detail) return;
    const { every } = detail.config.design;
    const rates = columnOf(series, 'win-rate', null) ?? [];
    const told =
      series.span > 1
        ? 'There are more steps than a page can compare one by one; see the charts.'
        : learningText(learningOf(rates, every), every);
    this.#learning.textContent = `${told}${heldOutText(series)}`;
    this.#tiles.replaceChildren(...TILES.flatMap((name) => tile(data, name)));
    this.#skills.replaceChildren(skillTable(data));
  }
}

function tile({ series }: Data, name: string): HTMLElement[] {
  const measure = measureOf(name);
  const values = columnOf(series, name, null);
  const now = values && windowMean(values, values.length - 1, WINDOW);
  if (!values || !now) return [];
  const change = changeOf(windowMean(values, values.length - 1 - WINDOW, WINDOW), now);
  const word = change === undefined ? '' : changeText(measure, change.after - change.before);
  return [
    element(
      'div',
      { class: 'tile', title: measure.says },
      element('dt', {}, measure.label),
      element(
        'dd',
        {},
        element('strong', {}, valueText(measure, now.mean)),
        change
          ? element(
              'span',
              { class: change.clear ? 'change clear' : 'change' },
              `${word}${change.clear ? '' : ', noise'}`,
            )
          : undefined,
      ),
    ),
  ];
}

const COLUMNS = ['win-rate', 'learnable-share', 'regret', 'designer-reward', 'accepted-share'];

/** A row a skill, each with its newest means; where something is to be learnt stands out by its bar. */
function skillTable(data: Data): HTMLElement {
  const { series } = data;
  const head = ['Skill', ...COLUMNS.map((name) => measureOf(name).label), 'Last at work'];
  const rows = skillsOf(data).map((skill) => {
    const cells = COLUMNS.map((name) => {
      const measure = measureOf(name);
      const values = columnOf(series, name, skill);
      const now = values && windowMean(values, values.length - 1, WINDOW);
      const cell = element('td', {}, valueText(measure, now?.mean));
      if (measure.share && now) cell.prepend(bar(now.mean));
      return cell;
    });
    const rates = columnOf(series, 'win-rate', skill) ?? [];
    const last = series?.steps[rates.findLastIndex((value) => value !== null)];
    return element(
      'tr',
      {},
      element('th', { attributes: { scope: 'row' } }, ...pieces(skill)),
      ...cells,
      element('td', {}, last === undefined ? '–' : `step ${last}`),
    );
  });
  return element(
    'table',
    { class: 'numbers' },
    element('caption', {}, `Means of the last ${WINDOW} steps in which a skill was at work.`),
    element(
      'thead',
      {},
      element('tr', {}, ...head.map((name) => element('th', { attributes: { scope: 'col' } }, name))),
    ),
    element('tbody', {}, ...rows),
  );
}

function bar(share: number): HTMLElement {
  const made = element('span', { class: 'bar', attributes: { 'aria-hidden': 'true' } });
  made.style.setProperty('--share', String(Math.max(0, Math.min(1, share))));
  return made;
}
