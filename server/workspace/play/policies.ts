/** Players that need nobody: at random, and by what `solution()` says. Both give actions to play. */
import type { Episode } from '../../contract/episode.ts';
import { wrapAction } from '../../contract/profile.ts';
import { generator, pick } from '../../playtest/chance.ts';
import { readings } from '../../playtest/solution.ts';
import { randomToolCall, toolValues } from '../../playtest/tool-calls.ts';
import type { PyValue } from '../../protocol/value.ts';
import type { Conditions, Fault, Table } from './table.ts';

/** Turns of a random play of an environment that does not end by itself. */
const TURNS = 60;

const over = (episode: Episode): boolean => episode.ending !== 'unfinished';

/** A random play over what the source and the observations offer. The same for the same seed. */
export async function playRandomly(table: Table, conditions: Conditions): Promise<Episode> {
  const random = generator(conditions.seed ?? 0);
  const actions: string[] = [];
  let episode = await table.play({ ...conditions, actions });
  const described = table.profile === 'tool_use' ? await table.tools({ ...conditions, actions }) : undefined;
  const tools = described && 'value' in described ? described.value : undefined;
  while (!over(episode) && actions.length < TURNS) {
    const observation = episode.turns.at(-1)?.observation ?? episode.observation;
    actions.push(
      table.profile === 'tool_use'
        ? randomToolCall(tools, toolValues(observation), random)
        : wrapAction(
            'games',
            pick(table.candidates(observation), random) ?? String(Math.floor(random() * 10)),
          ),
    );
    episode = await table.play({ ...conditions, actions: [...actions] });
  }
  return episode;
}

export type Solved =
  | Fault
  /** The reading of the solution that earned most; `undefined` when it cannot be read as actions. */
  | { readonly value: PyValue; readonly episode: Episode | undefined; readonly form: string };

/** Plays `solution()`: every reading of it, and keeps the one that earns most. */
export async function playSolution(table: Table, conditions: Conditions): Promise<Solved> {
  const opening = { ...conditions, actions: [] };
  const solution = await table.solution(opening);
  if (!('value' in solution)) return solution;
  const described = table.profile === 'tool_use' ? await table.tools(opening) : undefined;
  const methods = described && 'value' in described ? described.value.methods : [];
  const parameters = new Map(
    methods.map(({ name, parameters }) => [name, parameters.map((one) => one.name)]),
  );
  let best: { episode: Episode; form: string } | undefined;
  for (const { form, actions } of readings(solution.value, table.profile, parameters)) {
    const episode = await table.play({ ...conditions, actions: [...actions] });
    if (!best || episode.return > best.episode.return) best = { episode, form };
    if (episode.ending === 'terminated' && episode.return >= 1) break;
  }
  return { value: solution.value, episode: best?.episode, form: best?.form ?? '' };
}
