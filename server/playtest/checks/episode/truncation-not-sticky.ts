import type { Check } from '../../check.ts';
import { endings } from '../../endings.ts';
import type { Lab } from '../../lab.ts';
import { lineOf, methodLine } from '../../place.ts';
import { firstTurn, isOpen } from './pays-after-end.ts';
import { playUntil, quoted } from './report.ts';

/** `truncated` holds for one turn only. */
export const truncationNotSticky: Check = {
  code: 'SP405',
  echoOf: ['SP413'],
  async run(lab: Lab) {
    const trials = (await endings(lab)).filter(
      ({ episode }) => episode.ending === 'truncated' && episode.after.length > 0,
    );
    const reopened = trials.flatMap((trial) => firstTurn(trial, isOpen));
    const [first] = reopened.toSorted((a, b) => a.turn.step - b.turn.step);
    if (!first) return [];
    const { episode } = first.trial;
    return [
      {
        message: `Time is up at step ${episode.turns.length}, but ${quoted(first.turn.action)} at step ${first.turn.step} goes on with truncated False again (${reopened.length} of ${trials.length} plays). A loop that looks a turn late never stops; test the limit with >= and keep the end.`,
        line:
          lineOf(lab.session.options.source, /==\s*self\.(?:_?max_\w+|\w*limit\w*)/) ??
          methodLine(lab, 'step'),
        evidence: {
          play: playUntil(episode, first.turn.step),
          step: first.turn.step,
          expected: true,
          observed: false,
          sample: { shown: reopened.length, of: trials.length },
        },
      },
    ];
  },
};
