/** Single actions at the opening: which functions ran, and what became of the task. */
import { isFiveTuple, type Turn, turnOf } from '../contract/episode.ts';
import { wrapAction } from '../contract/profile.ts';
import {
  type Command,
  entered,
  type Reply,
  returned,
  type StateDescription,
  stateDescription,
} from '../protocol/driver.ts';
import { type PyValue, pyValue } from '../protocol/value.ts';
import { candidates } from './harvest.ts';
import type { Lab } from './lab.ts';
import type { Opening } from './openings.ts';
import { parseReply } from './session.ts';
import { answer } from './solution.ts';

export interface NewTask {
  readonly seed: number;
  readonly action: string;
  readonly turn: Turn;
  /** `step` called `reset`; else it drew, and every part of the task changed. */
  readonly byReset: boolean;
  /** How many values the task consists of: a single one may have moved rather than been drawn anew. */
  readonly parts: number;
  /** What `solution()` said before and after. */
  readonly before: PyValue;
  readonly after: PyValue;
}

const TRIED = 10;

/** Actions after which another task is open; empty for a sound environment. */
export function newTasks(lab: Lab): Promise<readonly NewTask[]> {
  return lab.once('newTasks', async () => {
    const openings = (await lab.openings()).filter(({ state }) => state);
    const [opening] = openings;
    if (!opening) return [];
    const actions = await actionsFor(lab, opening);
    lab.session.count(actions.length);
    await lab.session.fresh();
    const { replies } = await lab.session.run(
      actions.flatMap((action, index) => trial(opening, action, index)),
    );
    const taskLike = attributesOfTask(openings);
    const solved = (await lab.solutions()).find(({ seed }) => seed === opening.seed);
    return actions.flatMap((action, index) => {
      const from = index * COMMANDS;
      const found = judge(
        lab.loaded.className,
        opening,
        openings,
        action,
        replies.slice(from, from + COMMANDS),
        taskLike,
      );
      // A right action may lead on to the next part of the task; only a reset in it begins another one.
      return found.filter(({ byReset }) => byReset || action !== solved?.actions[0]);
    });
  });
}

async function actionsFor(lab: Lab, opening: Opening): Promise<string[]> {
  const [solved] = (await lab.solutions()).filter(({ seed }) => seed === opening.seed);
  const harvested =
    lab.profile === 'games'
      ? candidates(lab.hints, opening.episode.observation, TRIED).map((action) => wrapAction('games', action))
      : [answer('wrong'), answer('done')];
  const first = solved?.actions[0];
  return [
    ...new Set([...(first === undefined ? [] : [first]), wrapAction(lab.profile, '0'), ...harvested]),
  ].slice(0, TRIED);
}

const COMMANDS = 10;

function trial(opening: Opening, action: string, index: number): Command[] {
  const id = `task ${index}`;
  return [
    { op: 'new', id },
    { op: 'reset', id, seed: opening.seed },
    // A second look at the reset: what runs in it is told anew.
    { op: 'entered' },
    { op: 'reset', id, seed: opening.seed },
    { op: 'entered' },
    { op: 'step', id, action },
    { op: 'entered' },
    { op: 'state', id },
    { op: 'solution', id },
    { op: 'drop', id },
  ];
}

/** Attributes that tell seeds apart, generators left out: together they are the task. */
function attributesOfTask(openings: readonly Opening[]): string[] {
  const [first, ...others] = openings.map(({ state }) => state?.attributes ?? {});
  return Object.keys(first ?? {}).filter(
    (name) =>
      others.length > 0 &&
      others.every((other) => other[name]?.hash !== first?.[name]?.hash) &&
      !isOpaque(first?.[name]?.value ?? null),
  );
}

const isOpaque = (value: PyValue): boolean =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && 'object' in value;

function judge(
  className: string,
  opening: Opening,
  openings: readonly Opening[],
  action: string,
  replies: readonly Reply[],
  taskLike: readonly string[],
): NewTask[] {
  const [, , , , atReset, stepped, atStep, state, solution] = replies;
  if (!atReset || !stepped || !atStep || !state || !('ok' in stepped) || !('ok' in state)) return [];
  const turn = turnOf(1, action, { returned: parseReply(stepped, returned) });
  if (!isFiveTuple(turn.returned)) return [];
  const ran = parseReply(atStep, entered);
  const called = parseReply(atReset, entered).filter((name) => name.endsWith('.reset'));
  // The class's own where it has one: a helper's `reset` may well be called on the way.
  const own = called.filter((name) => name === `${className}.reset`);
  const resets = own.length > 0 ? own : called;
  const byReset = ran.some((name) => resets.includes(name));
  const before = opening.solution && 'value' in opening.solution ? opening.solution.value : null;
  const after = solution && 'ok' in solution ? parseReply(solution, pyValue) : null;
  const parts = taskLike.flatMap((name) => leaves(opening.state?.attributes[name]?.value ?? null)).length;
  const found: NewTask = { seed: opening.seed, action, turn, byReset, parts, before, after };
  if (byReset) return [found];
  const drawn = ran.some((name) => name.startsWith('random.'));
  if (turn.terminated || turn.truncated || !drawn || !opening.state) return [];
  const now = parseReply(state, stateDescription);
  if (before !== null && JSON.stringify(before) === JSON.stringify(after)) return [];
  return isAnotherTask(opening.state, now, openings, taskLike) ? [found] : [];
}

/** Every part of the task has changed, and is as unlike its former self as the tasks of two seeds are. */
function isAnotherTask(
  before: StateDescription,
  now: StateDescription,
  openings: readonly Opening[],
  taskLike: readonly string[],
): boolean {
  const other = openings[1]?.state;
  if (taskLike.length === 0 || !other) return false;
  if (taskLike.some((name) => now.attributes[name]?.hash === before.attributes[name]?.hash)) return false;
  return likeness(before, now, taskLike) <= likeness(before, other, taskLike) + 0.15;
}

/** The share of leaves, by position, that are equal. */
function likeness(one: StateDescription, other: StateDescription, names: readonly string[]): number {
  const ours = names.flatMap((name) => leaves(one.attributes[name]?.value ?? null));
  const theirs = names.flatMap((name) => leaves(other.attributes[name]?.value ?? null));
  const same = ours.filter((leaf, index) => leaf === theirs[index]).length;
  return same / Math.max(1, ours.length, theirs.length);
}

function leaves(value: PyValue): string[] {
  if (value === null || typeof value !== 'object') return [JSON.stringify(value)];
  if (Array.isArray(value)) return value.flatMap(leaves);
  if ('tuple' in value) return value.tuple.flatMap(leaves);
  if ('set' in value) return value.set.flatMap(leaves);
  if ('dict' in value) return value.dict.flatMap(([key, item]) => [...leaves(key), ...leaves(item)]);
  return [JSON.stringify(value)];
}
