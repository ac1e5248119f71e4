/** What an environment says to an action that is not the right one: one play a seed and kind. */
import { wrapAction } from '../contract/profile.ts';
import type { Play } from '../protocol/finding.ts';
import { type PyValue, show, textOf } from '../protocol/value.ts';
import { answers } from './answers.ts';
import { unwrap } from './boxes.ts';
import type { Lab } from './lab.ts';
import { NONSENSE } from './replies.ts';

export interface Feedback {
  readonly seed: number;
  /** `wrong`: an action that is right elsewhere; `nonsense`: one that means nothing; `plea`: asking for help. */
  readonly kind: 'wrong' | 'nonsense' | 'plea';
  readonly actions: readonly string[];
  readonly opening: string;
  readonly openingInfo: PyValue | undefined;
  readonly said: string;
  /** The episode ended with it: what it says then is no help any more. */
  readonly over: boolean;
  /** The right first action, unwrapped, and the answer that wins. */
  readonly expected: string;
  readonly answer: string;
}

const PLEA = 'hint';
const SEEDS = 4;

/** Empty unless every seed has its own right action. */
export function feedback(lab: Lab): Promise<readonly Feedback[]> {
  return lab.once('feedback', async () => {
    const all = (await answers(lab)).all.slice(0, SEEDS);
    if (lab.profile !== 'games' || all.length < 3) return [];
    const firsts = all.map(({ before, action }) => unwrap(before[0] ?? action));
    const pleads = /hint|help/i.test(lab.session.options.source);
    const plans = all.flatMap((answer, index) => {
      const expected = firsts[index] ?? '';
      // Right for another turn or another seed: it is well formed, and wrong here.
      const wrong = [...answer.before.slice(1).map(unwrap), ...firsts].find(
        (other) => other !== expected && other !== answer.body,
      );
      return [
        { answer, expected, kind: 'nonsense' as const, body: NONSENSE[0] ?? '' },
        ...(wrong === undefined ? [] : [{ answer, expected, kind: 'wrong' as const, body: wrong }]),
        ...(pleads ? [{ answer, expected, kind: 'plea' as const, body: PLEA }] : []),
      ];
    });
    const episodes = await lab.play(
      plans.map(({ answer, body }): Play => ({ seed: answer.seed, actions: [wrapAction('games', body)] })),
    );
    return plans.flatMap(({ answer, expected, kind }, index): Feedback[] => {
      const episode = episodes[index];
      const turn = episode?.turns[0];
      if (!episode || !turn) return [];
      return [
        {
          seed: answer.seed,
          kind,
          actions: episode.play.actions,
          opening: episode.observation,
          openingInfo: episode.opening.returned?.parts[1],
          said: turn.observation,
          over: episode.ending !== 'unfinished',
          // What the whole answer is where one action wins; else the next right action.
          expected: answer.before.length === 0 ? answer.text : expected,
          answer: answer.text,
        },
      ];
    });
  });
}

/** The plain values of an `info`, by key, as text. */
export function infoValues(info: PyValue | undefined): Map<string, string> {
  const values = new Map<string, string>();
  if (info === null || typeof info !== 'object' || Array.isArray(info) || !('dict' in info)) return values;
  for (const [key, value] of info.dict) {
    const items = Array.isArray(value) ? value : undefined;
    values.set(
      textOf(key) ?? show(key),
      items ? items.map((item) => textOf(item) ?? show(item)).join(', ') : (textOf(value) ?? show(value)),
    );
  }
  return values;
}
