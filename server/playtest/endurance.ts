/**
 * One interpreter for a long time: what an instance is like before its first reset, how its state grows over episodes
 * with the same seed and actions, and what instances that are gone leave behind.
 */
import {
  type Command,
  type Outcome,
  type Reply,
  returned,
  type Shared,
  type StateDescription,
  shared,
  stateDescription,
} from '../protocol/driver.ts';
import type { Play } from '../protocol/finding.ts';
import type { Lab } from './lab.ts';
import { subjects } from './replays.ts';
import { parseReply } from './session.ts';

export interface Endurance {
  /** `step` on an instance that was never reset. */
  readonly unopened: Outcome;
  /** The episode that was played over and over: an action that does nothing, then a solution. */
  readonly play: Play;
  /** The state of one instance after each reset to the same seed, the first of them on the new instance. */
  readonly states: readonly StateDescription[];
  /** What instances share, before the first and after every one of a row of instances. */
  readonly shared: readonly Shared[];
}

const ROUNDS = 4;
const TURNS = 8;

export function endurance(lab: Lab): Promise<Endurance> {
  return lab.once('endurance', async () => {
    const [solved, ...others] = await subjects(lab);
    const idle = others.at(-1)?.actions.slice(0, 1) ?? [];
    const play: Play = {
      seed: solved?.seed ?? lab.seeds[0] ?? 0,
      actions: [...idle, ...(solved?.actions ?? [])].slice(0, TURNS),
    };
    const commands = [...unopened(play), ...veteran(play), ...generations(play)];
    await lab.session.fresh();
    lab.session.count(2 * ROUNDS);
    const { replies } = await lab.session.run(commands);
    const states: StateDescription[] = [];
    const between: Shared[] = [];
    for (const [index, reply] of replies.entries()) {
      const { op } = commands[index] ?? { op: 'drop' };
      if (!('ok' in reply)) continue;
      if (op === 'state') states.push(parseReply(reply, stateDescription));
      if (op === 'shared') between.push(parseReply(reply, shared));
    }
    return { unopened: outcomeOf(replies[1]), play, states, shared: between };
  });
}

function outcomeOf(reply: Reply | undefined): Outcome {
  if (!reply || 'breach' in reply) return {};
  return 'error' in reply ? { error: reply.error } : { returned: parseReply(reply, returned) };
}

const unopened = ({ actions }: Play): Command[] => [
  { op: 'new', id: 'unopened' },
  { op: 'step', id: 'unopened', action: actions[0] ?? '\\boxed{a}' },
  { op: 'drop', id: 'unopened' },
];

const episode = (id: string, { seed, actions }: Play): Command[] => [
  { op: 'reset', id, seed },
  ...actions.map((action): Command => ({ op: 'step', id, action })),
];

const veteran = (play: Play): Command[] => [
  { op: 'new', id: 'veteran' },
  { op: 'reset', id: 'veteran', seed: play.seed },
  { op: 'state', id: 'veteran' },
  ...Array.from({ length: ROUNDS - 1 }, (): Command[] => [
    ...play.actions.map((action): Command => ({ op: 'step', id: 'veteran', action })),
    { op: 'reset', id: 'veteran', seed: play.seed },
    { op: 'state', id: 'veteran' },
  ]).flat(),
  { op: 'drop', id: 'veteran' },
];

const generations = (play: Play): Command[] => [
  { op: 'shared' },
  ...Array.from({ length: ROUNDS }, (_, round): Command[] => [
    { op: 'new', id: `generation ${round}` },
    ...episode(`generation ${round}`, play),
    { op: 'drop', id: `generation ${round}` },
    { op: 'shared' },
  ]).flat(),
];
