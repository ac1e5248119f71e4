/** How findings about episodes are told. */
import type { Episode, Turn } from '../../../contract/episode.ts';
import type { Play } from '../../../protocol/finding.ts';
import type { Lab } from '../../lab.ts';

/** The play up to and including a step; steps beyond the actions are those after the end. */
export function playUntil({ play, turns }: Episode, step: number): Play {
  const { after, ...rest } = play;
  const late = step > turns.length ? (after ?? []).slice(0, step - turns.length) : [];
  return {
    ...rest,
    actions: turns.slice(0, step).map(({ action }) => action),
    ...(late.length > 0 ? { after: late } : {}),
  };
}

/** An action as a person reads it: quoted, on one line, cut. */
export function quoted(action: string): string {
  if (action.length > 1_000) return `an action of ${action.length} characters`;
  const text = JSON.stringify(action).slice(1, -1).replaceAll('\\\\', '\\').replaceAll('\\"', '"');
  return `'${text.length > 60 ? `${text.slice(0, 57)}…` : text}'`;
}

/** All steps of a play, those after its end included. */
export const allTurns = ({ turns, after }: Episode): readonly Turn[] => [...turns, ...after];

/** A reward as it is written: at most four decimals. */
export const amount = (reward: number): string => String(Number(reward.toFixed(4)));

/** `step` is that of the reference's base class (`compat`): what it does is no fault of the environment. */
export const onReferenceBase = (lab: Lab): boolean =>
  lab.settings.compat && lab.loaded.toolUse && !/def\s+step\b/.test(lab.session.options.source);
