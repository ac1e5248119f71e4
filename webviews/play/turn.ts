/** One call and what came of it: the reset, or a turn. */

import { count, inline, shorten } from '../../server/contract/visible.ts';
import type { EnvironmentError, LimitBreach } from '../../server/protocol/driver.ts';
import type { PlayedTable, StateChange, TableTurn } from '../../server/protocol/play-table.ts';
import { type PyValue, show } from '../../server/protocol/value.ts';
import { changes } from '../shared/changes.ts';
import { tag } from '../shared/controls.ts';
import { type Child, element, foldable } from '../shared/dom.ts';
import { placeLink, type Reveal } from '../shared/place.ts';
import { pieces, said } from '../shared/text.ts';

/** Characters of a value that is shown on one line. */
const VALUE = 400;
const ACTION = 2_000;

export interface Opening {
  readonly step: 0;
  readonly observation: string | null;
  readonly info?: PyValue;
  readonly state: readonly StateChange[];
  readonly error?: EnvironmentError;
}

/** The reset of a play; its error is told where it happened, which is here as long as there is no turn. */
export function openingOf(table: PlayedTable): Opening {
  const { observation, info, state, error, turns } = table;
  return {
    step: 0,
    observation,
    state,
    ...(info === undefined ? {} : { info }),
    ...(error && turns.length === 0 ? { error } : {}),
  };
}

export function openingBody(opening: Opening, reveal: Reveal): Child[] {
  const { observation, info, state, error } = opening;
  return [
    observation === null ? undefined : said(observation),
    infoBlock(info),
    error ? errorBlock(error, reveal) : undefined,
    state.length > 0
      ? foldable(
          `Hidden state: ${count(state.length, 'attribute')}`,
          false,
          { class: 'state' },
          changes(state),
        )
      : undefined,
  ];
}

export function turnBody(turn: TableTurn, reveal: Reveal): Child[] {
  return [
    element('div', { class: 'action' }, element('code', {}, ...pieces(cut(turn.action)))),
    turn.error ? errorBlock(turn.error, reveal) : said(turn.observation),
    turn.returned === undefined
      ? undefined
      : element(
          'p',
          { class: 'fault' },
          `step returned ${inline(turn.returned)}, not (str, float, bool, bool, dict).`,
        ),
    turn.error ? undefined : results(turn, reveal),
    infoBlock(turn.info),
    turn.changes.length > 0
      ? foldable(
          `Hidden state: ${count(turn.changes.length, 'change')}`,
          true,
          { class: 'state' },
          changes(turn.changes),
        )
      : undefined,
  ];
}

/** Reward and flags, in words. */
export function resultText({ reward, terminated, truncated, error }: TableTurn): string {
  if (error) return `raised ${inline(error.type)}`;
  const flags = [...(terminated ? ['terminated'] : []), ...(truncated ? ['truncated'] : [])];
  return [`reward ${reward === null ? 'that is no number' : reward}`, ...flags].join(', ');
}

function results(turn: TableTurn, reveal: Reveal): HTMLElement {
  const { reward, terminated, truncated, place } = turn;
  return element(
    'p',
    { class: 'results' },
    element('span', { class: 'reward' }, `reward ${reward === null ? '(no number)' : reward}`),
    terminated ? tag('terminated') : undefined,
    truncated ? tag('truncated') : undefined,
    place ? placeLink(place, reveal) : undefined,
  );
}

function infoBlock(info: PyValue | undefined): HTMLElement | undefined {
  if (info === undefined || info === null) return undefined;
  const text = show(info);
  return text === '{}' ? undefined : element('p', { class: 'info' }, `info ${shorten(text, VALUE)}`);
}

const cut = (text: string): string =>
  text.length <= ACTION ? text : `${text.slice(0, ACTION)}… (${count(text.length, 'character')})`;

/** An exception, with the places in the source to go to, innermost last. */
export function errorBlock({ type, message, frames }: EnvironmentError, reveal: Reveal): HTMLElement {
  const places = frames.map((frame) => element('li', {}, placeLink(frame, reveal)));
  const what = message === '' ? inline(type) : `${inline(type)}: ${shorten(message, ACTION)}`;
  return element('div', { class: 'fault' }, element('p', {}, what), element('ul', {}, ...places));
}

const LIMITS: Readonly<Record<LimitBreach['limit'], string>> = {
  time: 'It took too long and was ended',
  memory: 'It took too much memory and was ended',
  output: 'It printed too much and was ended',
  depth: 'It called itself too deeply and was ended',
  exit: 'It ended the interpreter that played it',
};

export function breachBlock({ limit, line, function: name }: LimitBreach, reveal: Reveal): HTMLElement {
  const place = line === null ? undefined : placeLink({ line, function: name }, reveal);
  return element('div', { class: 'fault' }, element('p', {}, `${LIMITS[limit]}.`), place);
}
