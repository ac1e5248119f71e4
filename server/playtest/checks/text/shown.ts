/** What the agent is shown: every observation of the standard experiments that it acts upon. */
import { isFiveTuple } from '../../../contract/episode.ts';
import type { Play } from '../../../protocol/finding.ts';
import { textOf } from '../../../protocol/value.ts';
import type { Lab } from '../../lab.ts';

export interface Shown {
  readonly text: string;
  readonly play: Play;
  /** 0 for the reset. */
  readonly step: number;
  /** The actions up to this observation, which it may repeat. */
  readonly said: string;
}

/** Texts in the order of the experiments. The last observation of an episode is left out: nobody acts upon it. */
export async function shownTexts(lab: Lab): Promise<readonly Shown[]> {
  return (await lab.episodes()).flatMap(({ episode }): Shown[] => {
    const { seed } = episode.play;
    const opening = textOf(episode.opening.returned?.parts[0] ?? null);
    const first: Shown[] =
      opening === undefined ? [] : [{ text: opening, play: { seed, actions: [] }, step: 0, said: '' }];
    const later = episode.turns.flatMap((turn): Shown[] => {
      const text = textOf(turn.returned?.parts[0] ?? null);
      if (text === undefined || !isFiveTuple(turn.returned) || turn.terminated || turn.truncated) return [];
      const actions = episode.turns.slice(0, turn.step).map((one) => one.action);
      return [{ text, play: { seed, actions }, step: turn.step, said: actions.join('\n') }];
    });
    return [...first, ...later];
  });
}
