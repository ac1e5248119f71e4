/** Why designs were rejected: every rule, what it says, how often, and what it rejected last. */
import { findRule } from '../../server/contract/rules.ts';
import { count } from '../../server/contract/visible.ts';
import type { Rejections } from '../../server/protocol/run-insights.ts';
import { button } from '../shared/controls.ts';
import { element } from '../shared/dom.ts';
import { changeText, measureOf } from '../shared/measures.ts';
import { pieces } from '../shared/text.ts';

export class RejectionTable {
  readonly element = element('div', { class: 'scroll' });
  readonly #open: (environment: number) => void;

  constructor(open: (environment: number) => void) {
    this.#open = open;
  }

  show({ rules, tries, accepted }: Rejections): void {
    const all = sum(tries);
    const taken = sum(accepted);
    if (all === 0) {
      this.element.replaceChildren(element('p', { class: 'empty' }, 'Nothing has been designed yet.'));
      return;
    }
    const rows = rules.map(({ code, total, latest, tries: column }) => {
      const rule = code === null ? undefined : findRule(code);
      const change = recentChange(column, tries);
      return element(
        'tr',
        {},
        element('th', { attributes: { scope: 'row' } }, code ?? '–'),
        element('td', {}, rule?.name ?? (code === null ? 'no rule' : 'unknown')),
        element(
          'td',
          { class: 'wide' },
          ...pieces(
            rule?.summary ??
              (code === null
                ? 'cut off before its end, undecided within the budget, or a program that the set had already'
                : 'this page does not know the rule: it is older than the daemon'),
          ),
        ),
        element('td', {}, total.toLocaleString('en')),
        element('td', {}, `${((100 * total) / all).toFixed(1)} %`),
        element('td', {}, change === undefined ? '–' : changeText(measureOf('win-rate'), change)),
        element(
          'td',
          {},
          button('Latest', () => this.#open(latest), {
            title: `Show the latest design that ${code ?? 'no rule'} rejected`,
          }).element,
        ),
      );
    });
    const head = ['Rule', 'Name', 'What it says', 'Tries', 'Of all', 'Lately', ''];
    this.element.replaceChildren(
      element(
        'table',
        { class: 'numbers' },
        element(
          'caption',
          {},
          `${count(all - taken, 'try', 'tries')} of ${all.toLocaleString('en')} ${all - taken === 1 ? 'was' : 'were'} rejected; one can break several rules. Lately: the newest fifth of the steps against the rest.`,
        ),
        element(
          'thead',
          {},
          element('tr', {}, ...head.map((name) => element('th', { attributes: { scope: 'col' } }, name))),
        ),
        element('tbody', {}, ...rows),
      ),
    );
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** By how much a rule's share of the tries is greater in the newest fifth. */
function recentChange(column: readonly number[], tries: readonly number[]): number | undefined {
  const from = Math.floor(column.length * 0.8);
  const share = (low: number, high?: number) => {
    const of = sum(tries.slice(low, high));
    return of === 0 ? undefined : sum(column.slice(low, high)) / of;
  };
  const [before, after] = [share(0, from), share(from)];
  return before === undefined || after === undefined ? undefined : after - before;
}
