/** A play with all that a person at the table wants to see of it, and what could be tried next. */
import { z } from 'zod';
import type { Episode } from '../../contract/episode.ts';
import { wrapAction } from '../../contract/profile.ts';
import { inline, shorten } from '../../contract/visible.ts';
import type { StateDescription } from '../../protocol/driver.ts';
import type { Play } from '../../protocol/finding.ts';
import type { PlayedTurn } from '../../protocol/play-report.ts';
import type { OfferedTool, PlayedTable, StateChange, TableTurn } from '../../protocol/play-table.ts';
import { playedEpisode } from './report.ts';
import type { Table } from './table.ts';

const LABEL_LENGTH = 60;

/** Plays, and looks at the instance after every call. What is sent once the episode has ended is in `after`. */
export async function detailOf(table: Table, play: Play): Promise<PlayedTable> {
  const episode = await playToEnd(table, play);
  const { play: played, turns, after, observation, ...rest } = playedEpisode(episode);
  const { printed } = table;
  const states = await table.states(played);
  const [opening] = states;
  const changed = (turn: PlayedTurn, at: number): TableTurn => ({
    ...turn,
    changes: changesBetween(states[at], states[at + 1]),
  });
  const tools = table.profile === 'tool_use' ? await offeredTools(table, played) : [];
  const last = episode.after.at(-1) ?? episode.turns.at(-1);
  const broken = episode.ending === 'error' || episode.ending === 'malformed' || episode.ending === 'limit';
  return {
    ...rest,
    className: table.loaded.className,
    profile: table.profile,
    play: played,
    observation,
    state: opening ? changesBetween({ ...opening, attributes: {} }, opening) : [],
    turns: turns.map((turn, index) => changed(turn, index)),
    after: after.map((turn, index) => changed(turn, turns.length + index)),
    candidates: broken ? [] : candidatesOf(table, last?.observation ?? episode.observation, tools),
    tools,
    printed,
  };
}

/** Plays all that is sent: actions up to the episode's end, the rest after it. */
async function playToEnd(table: Table, play: Play): Promise<Episode> {
  const sent = [...play.actions, ...(play.after ?? [])];
  const { after: _, ...conditions } = play;
  const whole = await table.play({ ...conditions, actions: sent });
  const rest = sent.slice(whole.turns.length);
  const ended = whole.ending === 'terminated' || whole.ending === 'truncated';
  const actions = sent.slice(0, whole.turns.length);
  if (ended && rest.length > 0) return table.play({ ...conditions, actions, after: rest });
  return whole.ending === 'limit' ? whole : { ...whole, play: { ...conditions, actions } };
}

function changesBetween(
  before: StateDescription | undefined,
  after: StateDescription | undefined,
): StateChange[] {
  if (!before || !after) return [];
  const names = new Set([...Object.keys(before.attributes), ...Object.keys(after.attributes)]);
  return [...names].flatMap((name) => {
    const [one, other] = [before.attributes[name], after.attributes[name]];
    if (one?.hash === other?.hash) return [];
    return [
      {
        name,
        ...(one ? { before: one.value } : {}),
        ...(other ? { after: other.value } : {}),
      },
    ];
  });
}

const offered = z.object({
  description: z.string().catch(''),
  parameters: z.json().catch({ type: 'object', properties: {} }),
});

/** What `_tools` holds now; what is no schema is left out (SP604 tells). */
async function offeredTools(table: Table, play: Play): Promise<OfferedTool[]> {
  const { beside: _, ...alone } = play;
  const answer = await table.tools(alone);
  const schemas =
    'value' in answer ? z.record(z.string(), z.json()).safeParse(answer.value.schemas) : undefined;
  return Object.entries(schemas?.data ?? {}).flatMap(([name, schema]) => {
    const tool = offered.safeParse(schema);
    return tool.success ? [{ name, ...tool.data }] : [];
  });
}

/** Actions that the source and the observation name; of tools, those that can be called without arguments. */
function candidatesOf(
  table: Table,
  observation: string,
  tools: readonly OfferedTool[],
): PlayedTable['candidates'] {
  if (table.profile === 'games')
    return table.candidates(observation).map((text) => ({
      label: shorten(text, LABEL_LENGTH),
      action: text.includes('\\boxed{') ? text : wrapAction('games', text),
    }));
  return tools.filter(needsNothing).map(({ name }) => ({
    label: `${inline(name)}()`,
    action: `<tool_call>${JSON.stringify({ name, arguments: {} })}</tool_call>`,
  }));
}

const required = z.object({ required: z.array(z.string()).min(1) });
const needsNothing = ({ parameters }: OfferedTool): boolean => !required.safeParse(parameters).success;
