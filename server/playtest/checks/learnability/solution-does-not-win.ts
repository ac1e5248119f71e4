import type { Episode } from '../../../contract/episode.ts';
import { show } from '../../../protocol/value.ts';
import { type Check, type Sighting, undecided } from '../../check.ts';
import { FULL, type Lab } from '../../lab.ts';
import type { Opening } from '../../openings.ts';
import { methodLine } from '../../place.ts';
import type { SolutionPlay } from '../../solution-play.ts';

/** `solution()`, played through `step`, does not earn what success pays: on all seeds or on some. */
export const solutionDoesNotWin: Check = {
  code: 'SP501',
  echoOf: [
    'SP108',
    'SP109',
    // Where the same seed starts another task, the solution belongs to another task.
    'SP301',
    'SP402',
    'SP502',
    'SP701',
    'SP702',
    'SP703',
    'SP601',
    'SP603',
    'SP605',
    'SP607',
    'SP608',
    'SP609',
    'SP615',
  ],
  async run(lab: Lab) {
    if (!lab.loaded.methods.includes('solution')) return [];
    const openings = (await lab.openings()).filter((opening) => opening.solution && !opening.episode.error);
    const raised = openings.find((opening) => opening.solution && 'error' in opening.solution);
    if (raised) return [raises(lab, openings, raised)];
    const solutions = (await lab.solutions()).filter((solved) =>
      openings.some(({ seed }) => seed === solved.seed),
    );
    if (solutions.length === 0) return undecided('solution() could not be asked on any seed');
    const success = await paidForSuccess(lab);
    const lost = solutions.filter(
      ({ episode }) => !hasOwnFault(episode) && (episode?.return ?? 0) < success - 1e-9,
    );
    const [shown] = lost;
    return shown ? [loses(lab, shown, lost.length, solutions.length, success)] : [];
  },
};

/** What `solution()` earns where it wins, unless a play of any kind, or the source, shows that success pays more. */
async function paidForSuccess(lab: Lab): Promise<number> {
  const seen = (await lab.episodes()).map(({ episode }) => episode.return);
  const declared = /,\s*1(?:\.0*)?\s*,\s*True\b/.test(lab.session.options.source) ? 1 : 0;
  const most = Math.max(declared, ...seen);
  const success = await lab.success();
  return success >= most * FULL ? success : most;
}

/** The play was ended by something that a rule of its own reports: an exception, a limit, a return of no use. */
const hasOwnFault = (episode: Episode | undefined): boolean =>
  episode !== undefined &&
  (['error', 'limit', 'malformed'].includes(episode.ending) ||
    !Number.isFinite(episode.turns.at(-1)?.reward ?? 0));

function raises(lab: Lab, openings: readonly Opening[], opening: Opening): Sighting {
  const error = opening.solution && 'error' in opening.solution ? opening.solution.error : undefined;
  const count = openings.filter(({ solution }) => solution && 'error' in solution).length;
  return {
    message: `solution() raises ${error?.type}: ${error?.message.slice(0, 120)} on ${share(count, openings.length)}. Without it nobody knows that the task can be won; compute it from the state that reset builds.`,
    line: error?.frames.at(-1)?.line ?? methodLine(lab, 'solution'),
    evidence: {
      play: { seed: opening.seed, actions: [] },
      step: 0,
      observed: `${error?.type}: ${error?.message}`.slice(0, 300),
    },
  };
}

function loses(lab: Lab, solved: SolutionPlay, lost: number, of: number, success: number): Sighting {
  const { seed, value, actions, episode } = solved;
  const turns = episode?.turns ?? [];
  const last = turns.at(-1);
  const earned = episode?.return ?? 0;
  const end =
    episode === undefined || actions.length === 0
      ? `it gives ${show(value ?? null).slice(0, 80)}, which holds no action`
      : episode.ending === 'unfinished'
        ? `its ${turns.length} actions leave the episode unfinished`
        : `it earns ${earned} in place of ${success}${last ? `, and the environment says ${JSON.stringify(last.observation.slice(0, 100))}` : ''}`;
  return {
    message: `solution() does not win on ${share(lost, of)}: on seed ${seed} ${end}. Either it or the check is wrong, and an agent may be asked for what cannot be done; let both use the same rule.`,
    line: methodLine(lab, 'solution'),
    evidence: {
      play: { seed, actions: turns.map((turn) => turn.action) },
      step: turns.length,
      expected: { float: success },
      observed: { float: earned },
      sample: { shown: lost, of },
    },
  };
}

const share = (count: number, of: number): string =>
  count < of ? `${count} of ${of} seeds` : of === 1 ? 'the only seed that starts' : `all ${of} seeds`;
