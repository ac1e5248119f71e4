/** A play from its reset to its last turn, as a list that reads from top to bottom. */

import { count, shorten } from '../../server/contract/visible.ts';
import type { PlayedTable, TableTurn } from '../../server/protocol/play-table.ts';
import { button } from '../shared/controls.ts';
import { type Child, element } from '../shared/dom.ts';
import type { Reveal } from '../shared/place.ts';
import { said } from '../shared/text.ts';
import { breachBlock, errorBlock, openingBody, openingOf, turnBody } from './turn.ts';

export interface TranscriptOptions {
  readonly reveal: Reveal;
  /** Goes back to a step, and opens a new line there; left out for a play that is only looked at. */
  readonly backTo?: (step: number) => void;
  readonly branchAt?: (step: number) => void;
  /** The step that a finding is about. */
  readonly marked?: number | undefined;
  /** Steps at which this play differs from the other one. */
  readonly differs?: ReadonlySet<number> | undefined;
}

/** What a person calls a step. */
export const stepName = (step: number): string => (step === 0 ? 'Reset' : `Turn ${step}`);

export function transcript(table: PlayedTable, options: TranscriptOptions): HTMLElement {
  const all = [...table.turns, ...table.after];
  const last = all.length;
  const items = [
    item(0, openingBody(openingOf(table), options.reveal), last, options),
    ...table.turns.map((turn, index) => turnItem(turn, index + 1, last, options)),
    ...(table.after.length > 0 ? [element('li', { class: 'divider' }, 'After the end of the episode')] : []),
    ...table.after.map((turn, index) => turnItem(turn, table.turns.length + index + 1, last, options)),
  ];
  return element('ol', { class: 'transcript' }, ...items);
}

function turnItem(turn: TableTurn, step: number, last: number, options: TranscriptOptions): HTMLElement {
  return item(step, turnBody(turn, options.reveal), last, options);
}

function item(step: number, body: readonly Child[], last: number, options: TranscriptOptions): HTMLElement {
  const { backTo, branchAt, marked, differs } = options;
  const name = stepName(step);
  const tools =
    backTo && branchAt && step < last
      ? element(
          'span',
          { class: 'turn-tools' },
          button('Back to here', () => backTo(step), { title: `Take back all after ${name}` }).element,
          button('Branch', () => branchAt(step), { title: `Open a new line from ${name}` }).element,
        )
      : undefined;
  const notes = [
    ...(marked === step ? ['the finding shows here'] : []),
    ...(differs?.has(step) ? ['differs'] : []),
  ];
  const heading = element(
    'div',
    { class: 'turn-head' },
    element('h3', {}, name),
    ...notes.map((note) => element('span', { class: 'note' }, note)),
    tools,
  );
  const classes = [
    'turn',
    ...(marked === step ? ['marked'] : []),
    ...(differs?.has(step) ? ['differs'] : []),
  ];
  return element(
    'li',
    { class: classes.join(' '), attributes: { 'data-step': String(step), tabindex: '-1' } },
    heading,
    ...body,
  );
}

/** How it ended, and what was not played. */
export function endingBlock(table: PlayedTable, reveal: Reveal): HTMLElement {
  const { error, breach, turns, printed, play } = table;
  const unplayed = play.actions.length - turns.length;
  const atReset = turns.length === 0;
  return element(
    'div',
    { class: `ending ${table.ending}` },
    element('p', { class: 'ending-text' }, endingText(table)),
    breach ? breachBlock(breach, reveal) : undefined,
    error && !atReset && !turns.some((turn) => turn.error) ? errorBlock(error, reveal) : undefined,
    unplayed > 0 && table.ending !== 'unfinished' && table.ending !== 'limit'
      ? element('p', {}, `${count(unplayed, 'action')} not played: the episode had ended.`)
      : undefined,
    printed === '' ? undefined : element('p', { class: 'field-label' }, 'It printed:'),
    printed === '' ? undefined : said(printed),
  );
}

export function endingText({ ending, turns, return: earned, play }: PlayedTable): string {
  const after = `after ${count(turns.length, 'turn')}`;
  switch (ending) {
    case 'terminated':
      return `Terminated ${after}: return ${earned}.`;
    case 'truncated':
      return `Truncated ${after}: return 0, since the episode did not terminate.`;
    case 'unfinished':
      return turns.length === 0 ? 'The episode has begun.' : `The episode goes on ${after}.`;
    case 'malformed':
      return `Broken off ${after} by a malformed return. Take the last action back to go on.`;
    case 'error':
      return turns.length === 0
        ? 'Broken off by an exception in reset().'
        : `Broken off ${after} by an exception. Take the last action back to go on.`;
    case 'limit': {
      const action = [...play.actions, ...(play.after ?? [])].at(-1);
      return action === undefined
        ? 'Broken off by a limit in reset().'
        : `Broken off by a limit at the action ${shorten(action, 80)}. Take it back to go on.`;
    }
  }
}
