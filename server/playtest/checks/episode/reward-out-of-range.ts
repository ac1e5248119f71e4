import type { Episode } from '../../../contract/episode.ts';
import type { Check, Sighting } from '../../check.ts';
import { everyEpisode } from '../../endings.ts';
import type { Lab } from '../../lab.ts';
import { lineOf, methodLine } from '../../place.ts';
import { allTurns, amount, onReferenceBase, playUntil, quoted } from './report.ts';

const TOLERANCE = 1e-6;
/** What the reference's base class pays for a malformed action. */
const REFERENCE_FINE = -0.1;
const DECLARED =
  /\breward_range\b[^=\n]*=\s*[([]\s*(-?(?:\d+\.?\d*|\.\d+))\s*,\s*(-?(?:\d+\.?\d*|\.\d+))\s*[)\]]/;

/** A reward outside the range, or more than success pays. */
export const rewardOutOfRange: Check = {
  code: 'SP407',
  echoOf: ['SP406'],
  async run(lab: Lab) {
    const [low, high] = rangeOf(lab);
    const episodes = await everyEpisode(lab);
    const steps = episodes.flatMap((episode) => allTurns(episode).map((turn) => ({ episode, turn })));
    const outside = steps.filter(
      ({ turn }) =>
        Number.isFinite(turn.reward) &&
        ((turn.reward ?? 0) < low - TOLERANCE || (turn.reward ?? 0) > high + TOLERANCE),
    );
    const beyond = ({ reward = 0 }: { readonly reward?: number | undefined }): number =>
      Math.max(low - reward, reward - high);
    const [worst] = outside.toSorted((a, b) => beyond(b.turn) - beyond(a.turn));
    if (worst) {
      const { episode, turn } = worst;
      return [
        {
          message: `${quoted(turn.action)} at step ${turn.step} is paid ${amount(turn.reward ?? 0)}, outside the range from ${amount(low)} to ${amount(high)}; so are ${outside.length} of ${steps.length} rewards. Returns are clipped and compared between environments, so such a reward is cut or weighs too much; scale it, or declare reward_range = (low, high) in the class.`,
          line: lineOf(lab.session.options.source, literal(turn.reward ?? 0)) ?? methodLine(lab, 'step'),
          evidence: {
            play: playUntil(episode, turn.step),
            step: turn.step,
            observed: { float: turn.reward ?? 0 },
            sample: { shown: outside.length, of: steps.length },
          },
        },
      ];
    }
    return aboveSuccess(lab, episodes);
  },
};

/** The range that the class declares as `reward_range`, else the settings'. */
function rangeOf(lab: Lab): readonly [number, number] {
  const declared = DECLARED.exec(lab.session.options.source);
  if (declared) return [Number(declared[1]), Number(declared[2])];
  const [low, high] = lab.settings.rewardRange;
  return onReferenceBase(lab) ? [Math.min(low, REFERENCE_FINE), high] : [low, high];
}

/** A reward as a literal: `-0.1`, `2.0`. */
const literal = (reward: number): RegExp =>
  new RegExp(`(?<![\\d.])${String(reward).replace('.', '\\.')}(?:0*|\\.0+)?(?![\\d.])`);

/** Some play earns more than solving the task: at its end, or in bonuses on the way. */
async function aboveSuccess(
  lab: Lab,
  episodes: Awaited<ReturnType<typeof everyEpisode>>,
): Promise<Sighting[]> {
  if (!(await lab.solutions()).some(({ wins }) => wins)) return [];
  const success = await lab.success();
  const earned = episodes.map((episode) => ({ episode, bonus: bonusOf(episode) }));
  const better = earned.filter(({ episode, bonus }) => Math.max(episode.return, bonus) > success + TOLERANCE);
  const [best] = better.toSorted((a, b) => b.episode.return - a.episode.return || b.bonus - a.bonus);
  if (!best) return [];
  const { episode, bonus } = best;
  const step = episode.turns.length;
  const atEnd = episode.return > success + TOLERANCE;
  const most = atEnd ? episode.return : bonus;
  const how = atEnd ? `ends with ${amount(most)}` : `collects ${amount(most)} on the way`;
  return [
    {
      message: `A play of ${step} ${step === 1 ? 'action' : 'actions'} ${how}, more than the ${amount(success)} that success pays (${better.length} of ${episodes.length} plays). Training runs after the larger sum, whatever the task says; let nothing pay more than solving it.`,
      line: methodLine(lab, 'step'),
      evidence: {
        play: playUntil(episode, step),
        step,
        expected: { float: success },
        observed: { float: Number(most.toFixed(6)) },
        sample: { shown: better.length, of: episodes.length },
      },
    },
  ];
}

/** What was paid before the end. */
const bonusOf = ({ turns }: Episode): number =>
  turns.reduce((sum, { reward, terminated }) => sum + (terminated ? 0 : (reward ?? 0)), 0);
