import type { Episode } from '../../../contract/episode.ts';
import { type Answer, answers } from '../../answers.ts';
import { unwrap } from '../../boxes.ts';
import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { refuses, sameReply } from '../../replies.ts';
import { type Transfer, transfer } from '../../transfers.ts';

/** Fewer turns than this are no promise of a longer game. */
const SEVERAL_TURNS = 4;
/** From so many turns on, an environment whose own solution takes one of them is worth a word. */
const MANY_TURNS = 8;
const CANDIDATES = 4;

/** One action wins from the opening of an environment that offers several turns. */
export const oneStepWin: Check = {
  code: 'SP505',
  async run(lab: Lab) {
    const turns = await offeredTurns(lab);
    if (turns < SEVERAL_TURNS) return [];
    const { all, single, kind } = await answers(lab);
    const { actionsMatter } = await lab.search();
    const endsAtOnce = await everyFirstStepEnds(lab);
    const several = all.length > 0 && !single;
    if (several || actionsMatter || endsAtOnce || lab.profile === 'tool_use') {
      for (const action of await winnersAtOnce(lab)) {
        const tried = await transfer(lab, [action]);
        if (
          isCommandWin(
            tried,
            several,
            all.map((answer) => answer.action),
          )
        )
          return [commandWins(tried, action, turns)];
      }
    }
    if (kind === 'answer' && single && turns >= MANY_TURNS && all[0] && (await offersMore(lab, all[0])))
      return [answersAtOnce(all[0].episode, turns)];
    return [];
  },
};

/**
 * There is something to do but answer: actions of another form than the answer's that are neither refused nor the end,
 * or several kinds of reply. A retry after a wrong answer is no such thing.
 */
async function offersMore(lab: Lab, { verb, text }: Answer): Promise<boolean> {
  const { graphs, replies } = await lab.search();
  const isAnswer = (action: string): boolean => {
    const body = unwrap(action);
    return verb !== '' ? body.startsWith(verb) : !/\p{L}/u.test(text) ? !/\p{L}/u.test(body) : true;
  };
  return (
    replies > 1 ||
    graphs.some(({ edges, nonsense }) =>
      edges.some(
        ({ from, to, action, turn }) =>
          from === 0 &&
          to !== undefined &&
          !isAnswer(action) &&
          !refuses(turn.observation) &&
          !nonsense.some((other) => sameReply(other, turn)),
      ),
    )
  );
}

/** Turns that the environment says it has. */
async function offeredTurns(lab: Lab): Promise<number> {
  const [opening] = await lab.openings();
  return opening?.constructed?.maxTurns ?? 0;
}

async function everyFirstStepEnds(lab: Lab): Promise<boolean> {
  const episodes = [...(await lab.passive()), ...(await lab.random()).episodes].filter(
    (episode) => episode.turns.length > 0,
  );
  return episodes.length > 0 && episodes.every(({ turns }) => turns[0]?.terminated);
}

/** First actions that won in some play, without repeats, the likeliest to be commands first. */
async function winnersAtOnce(lab: Lab): Promise<string[]> {
  const found = (await lab.search()).atOnce.map((win) => win.actions[0] ?? '');
  for (const episode of [...(await lab.passive()), ...(await lab.random()).episodes])
    if (episode.turns.length === 1 && (await lab.isWin(episode))) found.push(episode.turns[0]?.action ?? '');
  return [...new Set(found)].slice(0, CANDIDATES);
}

/**
 * Won by knowing nothing: on at least half of the seeds; or on two at least by a command with which no solution ends
 * the game as its answer to that seed (a guess that happens to be right is no such command).
 */
function isCommandWin(
  { wins, episodes, actions }: Transfer,
  several: boolean,
  last: readonly string[],
): boolean {
  if (wins * 2 >= episodes.length && wins > 1) return true;
  const isGuess =
    new Set(last).size > 1 && last.some((action) => unwrap(action) === unwrap(actions[0] ?? ''));
  return several && wins > 1 && !isGuess;
}

function commandWins({ wins, episodes }: Transfer, action: string, turns: number): Sighting {
  const won = episodes.find(
    (episode) => episode.turns.length === 1 && episode.ending === 'terminated' && episode.return > 0,
  );
  return {
    message: `The single action ${JSON.stringify(action.slice(0, 80))} wins at once on ${wins} of ${episodes.length} seeds, though the environment offers ${turns} turns: nothing else of it will be learnt. Judge only once the task has been done.`,
    evidence: {
      play: { seed: won?.play.seed ?? 0, actions: [action] },
      step: 1,
      expected: { float: 0 },
      observed: { float: won?.return ?? 1 },
      sample: { shown: wins, of: episodes.length },
    },
  };
}

function answersAtOnce(episode: Episode, turns: number): Sighting {
  return {
    severity: 'warning',
    message: `solution() wins with one action although ${turns} turns and other actions are offered: nothing makes the agent interact, and a lucky first guess is paid in full. Ask for the interaction before the answer, or offer one turn.`,
    evidence: {
      play: { seed: episode.play.seed, actions: episode.turns.map((turn) => turn.action) },
      step: 1,
      observed: { float: episode.return },
    },
  };
}
