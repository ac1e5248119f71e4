import { show, textOf } from '../../../protocol/value.ts';
import type { Check } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { methodLine } from '../../place.ts';
import { refuses, sameReply } from '../../replies.ts';
import type { SolutionPlay } from '../../solution-play.ts';

/** `solution()` is a piece of prose: no reading of it as actions wins, and none is even accepted. */
export const solutionNotPlayable: Check = {
  code: 'SP502',
  echoOf: ['SP108', 'SP109'],
  async run(lab: Lab) {
    if (!(await isProseOnly(lab))) return [];
    const shown = (await lab.solutions()).find((solved) => solved.value !== undefined);
    if (!shown) return [];
    const said = textOf(shown.value ?? null) ?? show(shown.value ?? null);
    return [
      {
        message: `solution() returns prose (${JSON.stringify(said.slice(0, 80))}…), and no reading of it as actions is accepted: whether the task can be won cannot be checked. Return the actions, one a line.`,
        line: methodLine(lab, 'solution'),
        evidence: { play: { seed: shown.seed, actions: [] }, step: 0, observed: said.slice(0, 300) },
      },
    ];
  },
};

/** Prose on every seed that was asked. */
export async function isProseOnly(lab: Lab): Promise<boolean> {
  const solutions = (await lab.solutions()).filter((solved) => solved.value !== undefined);
  if (solutions.length === 0 || solutions.some((solved) => solved.wins)) return false;
  if (!solutions.every((solved) => isProse(textOf(solved.value ?? null)))) return false;
  for (const solved of solutions) if (await accepts(lab, solved)) return false;
  return true;
}

const FUNCTION_WORDS = new Set(
  'a an and as at be by each first from in is it of on or so that the then there this to until when which with you'.split(
    ' ',
  ),
);

/** Sentences rather than actions: eight words or more with several function words among them, and nothing marked up. */
function isProse(text: string | undefined): boolean {
  if (text === undefined || /\\boxed\{|<tool_call>/.test(text)) return false;
  const words = text.toLowerCase().match(/[a-z']+/g) ?? [];
  return words.length >= 8 && new Set(words.filter((word) => FUNCTION_WORDS.has(word))).size >= 2;
}

/** In some reading at least half of the actions got an answer other than a refusal. Single words are no reading. */
async function accepts(lab: Lab, solved: SolutionPlay): Promise<boolean> {
  if (lab.profile === 'tool_use')
    return solved.tries.some(({ episode }) => episode.turns[0]?.action.includes('<tool_call>'));
  const nonsense = (await lab.search()).graphs.flatMap((graph) => graph.nonsense);
  return solved.tries.some(({ episode: { turns, play } }) => {
    if (play.actions.length < 2 || play.actions.every((action) => !action.includes(' '))) return false;
    const taken = turns.filter(
      (turn) => !refuses(turn.observation) && !nonsense.some((other) => sameReply(other, turn)),
    );
    return taken.length * 2 >= play.actions.length;
  });
}
