import type { Episode, Turn } from '../../../contract/episode.ts';
import { answers } from '../../answers.ts';
import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { methodLine } from '../../place.ts';
import { equalReply, kindsOf } from '../../replies.ts';
import { playUntil } from '../episode/report.ts';

/** So many different first actions have to be seen before "all" is said. */
const ACTIONS = 8;

/** Several turns are offered, but the first action always ends the episode, or no action changes what is observed. */
export const multiTurnInNameOnly: Check = {
  code: 'SP520',
  echoOf: ['SP413'],
  async run(lab: Lab) {
    const [opening] = await lab.openings();
    const turns = opening?.constructed?.maxTurns ?? 0;
    const episodes = (await lab.episodes())
      .map(({ episode }) => episode)
      .filter((episode) => episode.turns.length > 0 && !episode.error);
    const firsts = new Set(episodes.map((episode) => episode.turns[0]?.action));
    if (turns < 2 || firsts.size < ACTIONS) return [];
    const ended = episodes.filter(({ turns: [first] }) => first?.terminated || first?.truncated);
    if (ended.length === episodes.length && ended[0])
      return [endsAtOnce(lab, ended[0], episodes.length, turns)];
    const { all, single } = await answers(lab);
    if (all.length === 0 || single) return [];
    const same = sameReplies(episodes);
    return same ? [repliesAlike(lab, same, episodes.length)] : [];
  },
};

/** A play of which each reply that goes on is what every other play of the seed got on that turn, whatever it did. */
function sameReplies(episodes: readonly Episode[]): Episode | undefined {
  const places = Map.groupBy(
    episodes.flatMap(({ play, turns }) =>
      turns.filter((turn) => !turn.terminated && !turn.truncated).map((turn) => ({ seed: play.seed, turn })),
    ),
    ({ seed, turn }) => `${seed} ${turn.step}`,
  );
  const compared = [...places.values()]
    .map((at) => at.map(({ turn }) => turn))
    .filter((turns) => actionsIn(turns) >= 3);
  const enough = compared.reduce((sum, turns) => sum + actionsIn(turns), 0) >= 2 * ACTIONS;
  return enough && compared.every((turns) => kindsOf(turns, equalReply) === 1)
    ? episodes.find(({ turns }) => turns.length > 1)
    : undefined;
}

const actionsIn = (turns: readonly Turn[]): number => new Set(turns.map((turn) => turn.action)).size;

const endsAtOnce = (lab: Lab, episode: Episode, plays: number, turns: number): Sighting => ({
  message: `Every first action ended the episode (${plays} of ${plays} plays), although the environment has ${turns} turns: there is nothing to interact with. Let actions that are not final go on, or set max_turns to 1.`,
  line: methodLine(lab, 'step'),
  evidence: {
    play: playUntil(episode, 1),
    step: 1,
    expected: 'terminated = False',
    observed: 'terminated = True',
    sample: { shown: plays, of: plays },
  },
});

const repliesAlike = (lab: Lab, episode: Episode, plays: number): Sighting => ({
  message: `What is observed does not depend on what was done: in ${plays} plays all actions of a turn got the same reply. The agent cannot learn anything from one turn for the next; tell it what its action changed.`,
  line: methodLine(lab, 'step'),
  evidence: {
    play: playUntil(episode, 1),
    step: 1,
    observed: episode.turns[0]?.observation.slice(0, 200) ?? '',
    sample: { shown: plays, of: plays },
  },
});
