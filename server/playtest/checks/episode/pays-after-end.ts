import type { Turn } from '../../../contract/episode.ts';
import type { Check, Sighting } from '../../check.ts';
import { type EndingTrial, endings } from '../../endings.ts';
import type { Lab } from '../../lab.ts';
import { methodLine } from '../../place.ts';
import { amount, onReferenceBase, playUntil, quoted } from './report.ts';

/** A step after the end pays, or takes the end back. */
export const paysAfterEnd: Check = {
  code: 'SP404',
  echoOf: ['SP413'],
  async run(lab: Lab) {
    // The reference's base class does so itself; an environment on it has no part in that.
    if (onReferenceBase(lab)) return [];
    const trials = (await endings(lab)).filter(({ episode }) => episode.after.length > 0);
    const paid = trials.flatMap((trial) => firstTurn(trial, ({ reward }) => (reward ?? 0) > 0));
    const won = await Promise.all(trials.map(({ episode }) => lab.isWin(episode)));
    const [clearest] = paid.toSorted((a, b) => RANK[a.trial.kind] - RANK[b.trial.kind]);
    if (clearest) {
      const { trial, turn } = clearest;
      return [
        {
          message: `${endOf(trial, won[trials.indexOf(trial)] ?? false)}, and ${quoted(turn.action)} ${turn.step - trial.episode.turns.length === 1 ? 'right after it' : 'after that'} is paid ${amount(turn.reward ?? 0)}${turn.terminated ? ' as a win' : ''}. A rollout that goes on collects reward for nothing; remember the end and answer every later step with 0.`,
          ...evidenceOf(lab, trial, turn, paid.length, trials.length),
        },
      ];
    }
    const reopened = trials
      .filter(({ episode }) => episode.ending === 'terminated')
      .flatMap((trial) => firstTurn(trial, isOpen));
    const [first] = reopened;
    if (!first) return [];
    return [
      {
        message: `${endOf(first.trial, won[trials.indexOf(first.trial)] ?? false)}, but the next step, ${quoted(first.turn.action)}, says that it goes on. Nothing is paid for it; still, remember the end and keep terminated True.`,
        severity: 'warning',
        ...evidenceOf(lab, first.trial, first.turn, reopened.length, trials.length),
      },
    ];
  },
};

const RANK = { won: 0, late: 1, lost: 2, repeat: 3, last: 4, stumble: 5 } as const;

export const isOpen = ({ returned, terminated, truncated }: Turn): boolean =>
  returned?.parts.length === 5 && !terminated && !truncated;

/** The first step after the end of which `holds` is true. */
export function firstTurn(
  trial: EndingTrial,
  holds: (turn: Turn) => boolean,
): { readonly trial: EndingTrial; readonly turn: Turn }[] {
  const turn = trial.episode.after.find(holds);
  return turn ? [{ trial, turn }] : [];
}

function endOf({ episode }: EndingTrial, won: boolean): string {
  const at = `at step ${episode.turns.length}`;
  if (won) return `The episode is won ${at}`;
  return episode.ending === 'truncated' ? `Time is up ${at}` : `The episode ends without a win ${at}`;
}

function evidenceOf(
  lab: Lab,
  { episode }: EndingTrial,
  turn: Turn,
  shown: number,
  of: number,
): Pick<Sighting, 'line' | 'evidence'> {
  return {
    line: methodLine(lab, 'step'),
    evidence: {
      play: playUntil(episode, turn.step),
      step: turn.step,
      expected: { tuple: [{ float: 0 }, episode.ending === 'terminated', episode.ending === 'truncated'] },
      observed: { tuple: [{ float: turn.reward ?? 0 }, turn.terminated, turn.truncated] },
      sample: { shown, of },
    },
  };
}
