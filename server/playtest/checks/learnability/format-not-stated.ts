import { answers } from '../../answers.ts';
import { rewrap, unwrap } from '../../boxes.ts';
import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { winsOf } from '../../transfers.ts';

/** The parser needs a form or a command word that no observation of any play tells. */
export const formatNotStated: Check = {
  code: 'SP516',
  profile: 'games',
  async run(lab: Lab) {
    const { all } = await answers(lab);
    const [first] = all;
    if (!first) return [];
    const words = commandWords(all.map(({ before, action }) => [...before, action].map(unwrap)));
    const opening = first.opening.toLowerCase();
    if (opening.includes('boxed') && words.every((word) => opening.includes(word))) return [];
    const episodes = (await lab.episodes()).map(({ episode }) => episode);
    const texts = episodes.flatMap((episode) => [
      episode.observation,
      ...episode.turns.map((turn) => turn.observation),
    ]);
    const said = [...new Set(texts)].join('\n').toLowerCase();
    const actions = [...first.before, first.action];
    const play = { seed: first.seed, actions };
    // A backspace in place of `\b` is a slip of another kind (SP701).
    if (!/boxed|\u0008oxed/.test(said) && actions.every((action) => action.includes('\\boxed{'))) {
      const bare = await lab.play([{ seed: first.seed, actions: actions.map(unwrap) }]);
      if ((await winsOf(lab, bare)) === 0)
        return [sighting('the \\boxed{…} that step reads actions from', episodes.length, play)];
    }
    for (const word of words.filter((candidate) => !said.includes(candidate)).slice(0, 2)) {
      // A word that the parser can do without need not be told.
      const without = actions.map((action) =>
        rewrap(action, unwrap(action).replace(new RegExp(`^${word}\\s+`, 'i'), '')),
      );
      const bare = await lab.play([{ seed: first.seed, actions: without }]);
      if ((await winsOf(lab, bare)) === 0)
        return [sighting(`the command ${JSON.stringify(word)} that winning needs`, episodes.length, play)];
    }
    return [];
  },
};

/** First words of actions with arguments, and whole one-word actions, that winning needs on every seed. */
function commandWords(lists: readonly (readonly string[])[]): string[] {
  const words = lists.map(
    (actions) => new Set(actions.map((action) => action.split(/\s+/)[0]?.toLowerCase() ?? '')),
  );
  // The same actions everywhere are an answer that serves every seed (SP510) rather than commands.
  if (new Set(lists.map((actions) => actions.join('\n'))).size === 1) return [];
  return [...(words[0] ?? [])].filter(
    (word) => /^[a-z]{2,}$/.test(word) && lists.length > 1 && words.every((own) => own.has(word)),
  );
}

const sighting = (what: string, plays: number, play: { seed: number; actions: string[] }): Sighting => ({
  message: `No observation in ${plays} plays tells ${what}: the agent has to guess the form of its actions, and plays are lost that had the right idea. State the format in every observation.`,
  evidence: { play, step: 0 },
});
