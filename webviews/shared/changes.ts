/** What an environment hides, as a table: all of it, or what a call changed. */
import { inline, shorten } from '../../server/contract/visible.ts';
import type { StateChange } from '../../server/protocol/play-table.ts';
import { type PyValue, show } from '../../server/protocol/value.ts';
import { element } from './dom.ts';

/** Characters of a value that is shown on one line. */
const VALUE = 400;

export function changes(state: readonly StateChange[]): HTMLElement {
  const opening = state.every(({ before }) => before === undefined);
  const rows = state.map(({ name, before, after }) =>
    element(
      'tr',
      {},
      element('th', { attributes: { scope: 'row' } }, inline(name)),
      opening ? undefined : cell(before, 'new'),
      cell(after, 'gone'),
    ),
  );
  const head = opening ? ['attribute', 'value'] : ['attribute', 'before', 'after'];
  return element(
    'table',
    { class: opening ? 'changes opening' : 'changes' },
    element(
      'thead',
      {},
      element('tr', {}, ...head.map((title) => element('th', { attributes: { scope: 'col' } }, title))),
    ),
    element('tbody', {}, ...rows),
  );
}

/** @param absent what it means that there is none. */
const cell = (value: PyValue | undefined, absent: string): HTMLElement =>
  element(
    'td',
    {},
    value === undefined ? element('em', {}, absent) : element('code', {}, shorten(show(value), VALUE)),
  );
