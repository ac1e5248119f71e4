import type { Episode } from '../../../contract/episode.ts';
import type { Check, Sighting } from '../../check.ts';
import { endings, SHORT_LIMIT, turnLimit } from '../../endings.ts';
import type { Lab } from '../../lab.ts';
import { methodLine } from '../../place.ts';
import { takesLimit } from './last-turn-win-lost.ts';
import { amount, playUntil, quoted } from './report.ts';

/** How many truncated plays with a reward are looked at with more time. */
const CONTROLS = 3;

/** Time that runs out pays, or counts as a result. */
export const rewardAtTimeout: Check = {
  code: 'SP408',
  echoOf: ['SP301', 'SP302', 'SP406'],
  async run(lab: Lab) {
    return [...(await paidAtTimeout(lab)), ...(await terminatedAtTimeout(lab))].slice(0, 1);
  },
};

/** Truncated with a positive reward that the same action does not earn where there is time left. */
async function paidAtTimeout(lab: Lab): Promise<Sighting[]> {
  const truncated = [
    ...(await endings(lab)).flatMap(({ kind, episode }) => (kind === 'late' ? [episode] : [])),
    ...(await endings(lab)).flatMap(({ kind, episode }) => (kind === 'repeat' ? [episode] : [])),
    ...(await lab.passive()),
    ...(await lab.random()).episodes,
  ].filter(({ ending }) => ending === 'truncated');
  const paid = truncated.filter(({ turns }) => (turns.at(-1)?.reward ?? 0) > 0);
  for (const episode of paid.slice(0, CONTROLS)) {
    const last = episode.turns.at(-1);
    if (!last || !(await timePays(lab, episode))) continue;
    return [
      {
        message: `Time runs out at step ${last.step} and pays ${amount(last.reward ?? 0)} for an unsolved episode (${paid.length} of ${truncated.length} that ran out were paid). An agent learns to wait instead of to solve; pay 0 when the limit ends the episode.`,
        line: methodLine(lab, 'step'),
        evidence: {
          play: playUntil(episode, last.step),
          step: last.step,
          expected: { float: 0 },
          observed: { float: last.reward ?? 0 },
          sample: { shown: paid.length, of: truncated.length },
        },
      },
    ];
  }
  return [];
}

async function timePays(lab: Lab, { play, turns }: Episode): Promise<boolean> {
  const [last, before] = [turns.at(-1), turns.at(-2)];
  if (!last) return false;
  if (takesLimit(lab)) {
    const actions = turns.map(({ action }) => action);
    const [roomy] = await lab.play([{ seed: play.seed, actions, maxTurns: turns.length + 5 }]);
    const same = roomy?.turns.at(turns.length - 1);
    if (same && !same.truncated) return (same.reward ?? 0) < (last.reward ?? 0);
  }
  return before?.action === last.action && (before.reward ?? 0) <= 0;
}

/** Idle plays that end with `terminated` on the very turn of the limit, wherever it is put. */
async function terminatedAtTimeout(lab: Lab): Promise<Sighting[]> {
  const limit = await turnLimit(lab);
  const passive = await lab.passive();
  const atLimit = passive.filter((episode) => limit !== undefined && endsAt(episode, limit));
  const actions = new Set(atLimit.map(({ turns }) => turns[0]?.action));
  const short = (await endings(lab)).filter(
    ({ kind, episode }) =>
      kind === 'repeat' && endsAt(episode, SHORT_LIMIT) && actions.has(episode.turns[0]?.action),
  );
  const [first] = atLimit;
  if (!first || limit === undefined || limit === SHORT_LIMIT) return [];
  if (takesLimit(lab) ? short.length === 0 : actions.size < 3) return [];
  const last = first.turns.at(-1);
  return [
    {
      message: `Repeating ${quoted(last?.action ?? '')} until the limit of ${limit} turns ends the episode with terminated=True, not truncated (${atLimit.length} of ${passive.length} idle plays). Time that ran out is then counted as a finished, lost episode; set truncated instead.`,
      line: methodLine(lab, 'step'),
      evidence: {
        play: playUntil(first, limit),
        step: limit,
        expected: { tuple: [false, true] },
        observed: { tuple: [true, false] },
        sample: { shown: atLimit.length, of: passive.length },
      },
    },
  ];
}

function endsAt({ ending, turns, return: paid }: Episode, limit: number): boolean {
  return ending === 'terminated' && turns.length === limit && !turns.at(-1)?.truncated && paid < 1;
}
