import type { Episode, Turn } from '../../../contract/episode.ts';
import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { placeOf } from '../../place.ts';
import { verifierTrials } from '../../verifier-trials.ts';
import { playUntil } from '../episode/report.ts';

const WON =
  /\b(?:you (?:have |'ve )?(?:won|win|succeeded|solved (?:it|the|this))|you did it|victory|congratulations|mission accomplished|puzzle solved|well done|all correct|correct[!.]|success[!.])/i;
const LOST =
  /\b(?:you (?:have |'ve )?(?:lost|lose|failed|fail)\b|game over|defeat(?:ed)?\b|mission failed|incorrect\b|wrong answer|that is wrong|not correct)/i;
/** Words that turn the sense of what follows, or that speak of conditions. */
const TURNED =
  /\b(?:not|no|never|un\w*|in|if|to|would|could|have|until|unless|once|when|almost|nearly|partly|partial\w*|n't)\s*$/i;

/** The last observation speaks of success where the reward does not, or of failure where it does. */
export const textContradictsReward: Check = {
  code: 'SP519',
  async run(lab: Lab) {
    const success = await lab.success();
    // Wrong answers at the right time are in the verifier's trials.
    const played = [...(await lab.episodes()), ...(await verifierTrials(lab))].map(({ episode }) => episode);
    const ended = played.filter((episode) => episode.ending === 'terminated');
    const praised = ended.filter(
      (episode) =>
        (last(episode)?.reward ?? 0) <= 0 && says(WON, last(episode)) && !says(LOST, last(episode)),
    );
    if (praised[0]) return [sighting(lab, praised[0], WON, praised.length, ended.length)];
    const scolded = ended.filter(
      (episode) =>
        (last(episode)?.reward ?? 0) >= success && says(LOST, last(episode)) && !says(WON, last(episode)),
    );
    return scolded[0] ? [sighting(lab, scolded[0], LOST, scolded.length, ended.length)] : [];
  },
};

const last = (episode: Episode): Turn | undefined => episode.turns.at(-1);

/** The words stand there, unturned by what comes right before them, and not as something that the agent said. */
function says(words: RegExp, turn: Turn | undefined): boolean {
  const text = turn?.observation.slice(0, 4_000) ?? '';
  const found = words.exec(text);
  if (!found || TURNED.test(text.slice(0, found.index))) return false;
  return !turn?.action.toLowerCase().includes(found[0].toLowerCase().replace(/[!.]$/, ''));
}

function sighting(lab: Lab, episode: Episode, words: RegExp, shown: number, of: number): Sighting {
  const turn = last(episode);
  const phrase = words.exec(turn?.observation ?? '')?.[0] ?? '';
  return {
    message: `The episode ends with the words ${JSON.stringify(phrase)} and a reward of ${turn?.reward} (${shown} of ${of} plays that ended so): what the agent reads and what it is paid contradict each other, and later plays that show the text learn the wrong thing. Let both follow from one test.`,
    line: placeOf(lab, phrase),
    evidence: {
      play: playUntil(episode, episode.turns.length),
      step: episode.turns.length,
      expected: words === WON ? 'a reward above 0' : 'no reward',
      observed: `${turn?.reward}: ${turn?.observation.slice(0, 200)}`,
      sample: { shown, of },
    },
  };
}
