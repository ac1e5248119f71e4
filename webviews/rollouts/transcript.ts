/** An episode from its reset to its last turn. */
import { count, shorten } from '../../server/contract/visible.ts';
import type { PlayedTable, StateChange, TableTurn } from '../../server/protocol/play-table.ts';
import type { Transcript } from '../../server/protocol/run-records.ts';
import { changes } from '../shared/changes.ts';
import { tag } from '../shared/controls.ts';
import { type Child, element, foldable } from '../shared/dom.ts';
import { placeLink, type Reveal } from '../shared/place.ts';
import { pieces, said } from '../shared/text.ts';
import { tokensPart } from './tokens.ts';

type Turn = Transcript['turns'][number];

export interface TranscriptOptions {
  /** Turns at which this play differs from the one beside it. */
  readonly differs?: ReadonlySet<number>;
  /** A turn to be shown, 0 being the reset. */
  readonly marked?: number | undefined;
  /** The play as it was played again, which knows what was hidden, and where turns came from. */
  readonly replayed?: PlayedTable | undefined;
  /** Shows a line of the environment's source. */
  readonly reveal: Reveal;
}

export function transcriptList(
  { opening, turns, fault }: Transcript,
  options: TranscriptOptions,
): HTMLElement {
  return element(
    'ol',
    { class: 'transcript' },
    item(0, 'Reset', options, said(opening), hidden(options.replayed?.state, 'attribute')),
    ...turns.map((turn, index) =>
      item(
        index + 1,
        `Turn ${index + 1}`,
        options,
        ...turnBody(turn, options.replayed?.turns[index], options.reveal),
        hidden(options.replayed?.turns[index]?.changes, 'change'),
      ),
    ),
    fault === undefined
      ? undefined
      : element('li', { class: 'turn fault-box' }, element('strong', {}, 'Fault: '), ...pieces(fault)),
  );
}

function item(
  turn: number,
  name: string,
  { differs, marked }: TranscriptOptions,
  ...body: readonly Child[]
): HTMLElement {
  const differing = differs?.has(turn) === true;
  return element(
    'li',
    {
      class: `turn${differing ? ' differs' : ''}${marked === turn ? ' marked' : ''}`,
      attributes: { 'data-turn': String(turn), tabindex: '-1' },
    },
    element(
      'div',
      { class: 'turn-head' },
      element('h3', {}, name),
      differing ? element('span', { class: 'note' }, 'differs') : undefined,
    ),
    ...body,
  );
}

/** `undefined`: nobody knows. */
function hidden(
  state: readonly StateChange[] | undefined,
  noun: 'attribute' | 'change',
): HTMLElement | undefined {
  if (!state) return undefined;
  if (state.length === 0)
    return element(
      'p',
      { class: 'soft' },
      noun === 'change' ? 'Nothing hidden changed.' : 'It hides nothing.',
    );
  return foldable(`Hidden state: ${count(state.length, noun)}`, true, { class: 'state' }, changes(state));
}

function turnBody(turn: Turn, again: TableTurn | undefined, reveal: Reveal): Child[] {
  const { response, thinking, action, observation, reward, terminated, truncated, info } = turn;
  const whole = action !== null && action.trim() === response.trim();
  const infoText = info === undefined || info === null ? '{}' : JSON.stringify(info, null, 1);
  return [
    element('p', { class: 'who' }, 'The agent'),
    thinking === undefined
      ? undefined
      : foldable(
          `Thought: ${count(thinking.length, 'character')}`,
          false,
          { class: 'thinking' },
          said(thinking),
        ),
    said(response),
    action === null
      ? element('p', { class: 'note' }, 'Nothing in it was an action; the environment was given all of it.')
      : whole
        ? undefined
        : element('p', { class: 'sent' }, 'sent ', element('code', {}, shorten(action, 2_000))),
    tokensPart(turn),
    element('p', { class: 'who' }, 'The environment'),
    said(observation),
    element(
      'p',
      { class: `results${reward === 0 ? '' : ' paid'}` },
      element('span', { class: 'reward' }, `reward ${reward}`),
      terminated ? tag('terminated') : undefined,
      truncated ? tag('truncated') : undefined,
      again?.place ? placeLink(again.place, reveal) : undefined,
    ),
    infoText === '{}' ? undefined : foldable('info', false, { class: 'info' }, said(infoText)),
  ];
}
