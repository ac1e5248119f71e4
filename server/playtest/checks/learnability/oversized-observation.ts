import type { Episode } from '../../../contract/episode.ts';
import { type PyValue, textOf } from '../../../protocol/value.ts';
import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { playUntil } from '../episode/report.ts';

/** Characters: a few such observations fill a context of 32,768 tokens. */
const WARNS = 8_000;
const ERRS = 32_000;
/** An action longer than this that comes back whole is echoed without a cap. */
const LONG_ACTION = 4_000;

interface Shown {
  readonly episode: Episode;
  readonly step: number;
  readonly length: number;
}

/** An observation that leaves no room in the agent's context, or that grows with the action. */
export const oversizedObservation: Check = {
  code: 'SP521',
  async run(lab: Lab) {
    const shown = (await lab.episodes()).flatMap(({ episode }) => observationsOf(episode));
    const echo = shown.find(({ episode, step }) => echoes(episode, step));
    // An echo is as long as the agent's action: what it adds says nothing about the environment's own text.
    const own = shown.filter(({ episode, step }) => !longActions(episode, step));
    const longest = own.toSorted((a, b) => b.length - a.length)[0];
    const found: Sighting[] = [];
    if (longest && longest.length > WARNS)
      found.push(tooLong(longest, own.filter(({ length }) => length > WARNS).length, own.length));
    if (echo) found.push(echoed(echo));
    return found;
  },
};

function observationsOf(episode: Episode): Shown[] {
  const opening = lengthOf(episode.opening.returned?.parts[0]);
  return [
    { episode, step: 0, length: opening },
    ...episode.turns.map((turn) => ({ episode, step: turn.step, length: lengthOf(turn.returned?.parts[0]) })),
  ];
}

const lengthOf = (value: PyValue | undefined): number =>
  value !== null && typeof value === 'object' && 'text' in value && 'length' in value
    ? value.length
    : (textOf(value ?? null)?.length ?? 0);

const longActions = (episode: Episode, step: number): boolean =>
  episode.turns.slice(0, step).some((turn) => turn.action.length > LONG_ACTION);

function echoes(episode: Episode, step: number): boolean {
  const turn = episode.turns[step - 1];
  if (turn === undefined || turn.action.length <= LONG_ACTION) return false;
  // White space may be mended on the way; most of the rest has to come back.
  return squeezed(turn.observation).includes(squeezed(turn.action).slice(100, LONG_ACTION));
}

const squeezed = (text: string): string => text.replace(/\s+/g, '');

const tooLong = ({ episode, step, length }: Shown, count: number, of: number): Sighting => ({
  severity: length > ERRS ? 'error' : 'warning',
  message: `An observation has ${length.toLocaleString('en')} characters (${count} of ${of} are above ${WARNS.toLocaleString('en')}): a few of them fill the agent's context, and what it did before is cut off. Show what the next decision needs, and let the rest be asked for.`,
  evidence: {
    play: playUntil(episode, step),
    step,
    expected: `at most ${WARNS}`,
    observed: length,
    sample: { shown: count, of },
  },
});

const echoed = ({ episode, step, length }: Shown): Sighting => ({
  severity: 'warning',
  message: `The observation repeats the action without a cap: ${(episode.turns[step - 1]?.action.length ?? 0).toLocaleString('en')} characters of an action came back in ${length.toLocaleString('en')}. An agent that rambles floods its own context; cut what is echoed.`,
  evidence: {
    play: playUntil(episode, step),
    step,
    observed: length,
  },
});
