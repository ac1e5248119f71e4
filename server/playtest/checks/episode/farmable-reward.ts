import type { Check } from '../../check.ts';
import { type Farm, farms, progressPays } from '../../farming.ts';
import type { Lab } from '../../lab.ts';
import { methodLine } from '../../place.ts';
import { amount, playUntil, quoted } from './report.ts';

/** So many payments of one cycle are no accident. */
const PAYMENTS = 4;

/** Repetition collects reward without progress. */
export const farmableReward: Check = {
  code: 'SP410',
  echoOf: ['SP401', 'SP406'],
  async run(lab: Lab) {
    const all = await farms(lab);
    const progress = await progressPays(lab);
    const worst = all
      .filter(({ payments, collected }) => payments >= PAYMENTS && collected > progress + 1e-6)
      .toSorted((a, b) => b.collected - a.collected)[0];
    if (!worst) return [];
    const { episode, cycle, payments, collected } = worst;
    const explained =
      progress > 0
        ? `while solving the task pays ${amount(progress)} on the way`
        : 'while solving the task pays nothing on the way';
    return [
      {
        message: `${repeated(worst)} is paid ${payments} times, ${amount(collected)} in all, ${explained}. Repetition earns more than progress, so that is what an agent learns; pay each step of progress once, by the best that was reached so far.`,
        line: methodLine(lab, 'step'),
        evidence: {
          play: playUntil(episode, episode.turns.length),
          step: episode.turns.length - (episode.turns.at(-1)?.terminated ? 1 : 0),
          expected: { float: progress },
          observed: { float: Number(collected.toFixed(6)) },
          sample: { shown: payments, of: Math.floor(episode.turns.length / cycle.length) },
        },
      },
    ];
  },
};

const repeated = ({ cycle }: Farm): string =>
  cycle.length === 1
    ? `Repeating ${quoted(cycle[0] ?? '')}`
    : `Going round through ${cycle.slice(0, 3).map(quoted).join(', ')}${cycle.length > 3 ? ', …' : ''}`;
