/** What resets without a seed do on one instance, one after the other, and what they do to the global generator. */
import { openingText } from '../contract/episode.ts';
import {
  type Command,
  hashes,
  type Reply,
  returned,
  type StateDescription,
  stateDescription,
} from '../protocol/driver.ts';
import type { Conditions } from '../protocol/sandbox.ts';
import type { Lab } from './lab.ts';
import { parseReply } from './session.ts';

export interface BareResets {
  /** The first observations in order; fewer when one raised. */
  readonly texts: readonly string[];
  /** The calls after which the global generator stood elsewhere than before. */
  readonly touched: readonly Call[];
}

export type Call = '__init__' | 'reset' | 'step';

/** Resets in a row: many show longer circles; where one is slow, fewer are looked at. */
const MOST = 64;
const FEWEST = 24;
const TICKS = 8_000;

export function bareResets(lab: Lab): Promise<BareResets> {
  return lab.once('bareResets', async () => {
    const id = 'bare';
    const actions = await sampleActions(lab);
    const look: Command = { op: 'draw', count: 0 };
    lab.session.count(1);
    await lab.session.fresh();
    const { replies } = await lab.session.run([
      look,
      { op: 'new', id },
      look,
      { op: 'reset', id, seed: lab.seeds[0] ?? 0 },
      look,
      ...actions.map((action): Command => ({ op: 'step', id, action })),
      look,
      ...Array.from({ length: resetsFor(lab) }, (): Command => ({ op: 'reset', id, seed: null })),
    ]);
    const stands = [0, 2, 4, 5 + actions.length].map((at) => JSON.stringify(replies[at]));
    const calls: readonly Call[] = ['__init__', 'reset', 'step'];
    return {
      texts: replies.slice(6 + actions.length).flatMap(textOfReset),
      touched: calls.filter(
        (_, index) => stands[index + 1] !== undefined && stands[index] !== stands[index + 1],
      ),
    };
  });
}

function resetsFor({ session }: Lab): number {
  const known = session.resetTicks.slice(0, 6);
  const mean = known.reduce((sum, ticks) => sum + ticks, 0) / Math.max(1, known.length);
  return Math.max(FEWEST, Math.min(MOST, Math.floor(TICKS / Math.max(1, mean))));
}

/** A play of several turns: the solution's, else the longest random one's. */
async function sampleActions(lab: Lab): Promise<readonly string[]> {
  const [solved] = await lab.solutions();
  if (solved && solved.actions.length > 1) return solved.actions;
  const [random] = (await lab.random()).episodes;
  return random?.turns.map((turn) => turn.action).slice(0, 12) ?? [];
}

const textOfReset = (reply: Reply): string[] =>
  'ok' in reply ? [openingText({ returned: parseReply(reply, returned) })] : [];

export interface BareStates {
  /** The state after each reset, as a text to compare; counters are left out. */
  readonly states: readonly string[];
  readonly last: StateDescription | undefined;
}

/** Bare resets on one instance that was reset with a seed first. */
export async function statesOfBareResets(
  lab: Lab,
  conditions: Partial<Conditions> = {},
): Promise<BareStates> {
  const id = 'bare states';
  lab.session.count(1);
  await lab.session.fresh(conditions);
  const { replies } = await lab.session.run([
    { op: 'new', id },
    { op: 'reset', id, seed: lab.seeds[0] ?? 0 },
    ...Array.from({ length: resetsFor(lab) }).flatMap((): Command[] => [
      { op: 'reset', id, seed: null },
      { op: 'hashes', id },
    ]),
    { op: 'state', id },
  ]);
  const states = replies
    .slice(2, -1)
    .flatMap((reply, index) => (index % 2 === 1 && 'ok' in reply ? [parseReply(reply, hashes)] : []));
  const counting = new Set(Object.keys(states[0] ?? {}).filter((name) => counts(states.map((s) => s[name]))));
  const last = replies.length % 2 === 1 ? replies.at(-1) : undefined;
  return {
    states: states.map((state) =>
      JSON.stringify(Object.entries(state).filter(([name]) => !counting.has(name))),
    ),
    last: last && 'ok' in last ? parseReply(last, stateDescription) : undefined,
  };
}

/** An integer that every reset moves by one. */
const counts = (values: readonly (string | undefined)[]): boolean =>
  values.every(
    (value, index) =>
      value?.startsWith('i') &&
      (index === 0 || Number(value.slice(1)) === Number(values[index - 1]?.slice(1)) + 1),
  );

/**
 * The length of the shortest cycle that the sequence has fallen into by its end, and is seen to go through at least
 * three times; `undefined` when there is none.
 */
export function cycleOf(sequence: readonly string[]): number | undefined {
  for (let length = 1; length <= sequence.length / 4; length++) {
    const seen = Math.max(3 * length, 8);
    if (seen + length > sequence.length) break;
    const tail = sequence.slice(-seen - length);
    if (tail.every((item, index) => index < length || item === tail[index - length])) return length;
  }
  return undefined;
}
