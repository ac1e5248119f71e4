/**
 * `solution()` asked in the middle of random plays: most environments compute it from the present state, and where it
 * then loses though the play has not ended, the state may be a dead end.
 */

import { isFiveTuple, turnOf } from '../contract/episode.ts';
import { type Command, type Reply, returned } from '../protocol/driver.ts';
import { type PyValue, pyValue } from '../protocol/value.ts';
import type { Lab } from './lab.ts';
import { parseReply } from './session.ts';
import { readings } from './solution.ts';

export interface Resumed {
  readonly seed: number;
  /** What was played at random before `solution()` was asked. */
  readonly prefix: readonly string[];
  readonly solution: PyValue;
  /** The solution's actions from there, and whether they win. */
  readonly actions: readonly string[];
  readonly wins: boolean;
}

const PLAYS = 8;
const LONGEST = 14;

/** Resumed random plays that had not ended, of environments whose solution wins from the start. */
export function resumedSolutions(lab: Lab): Promise<readonly Resumed[]> {
  return lab.once('resumed solutions', async () => {
    const solved = (await lab.solutions()).find((solution) => solution.wins);
    if (!solved || lab.profile !== 'games' || solved.actions.length < 2) return [];
    const prefixes = (await lab.random()).episodes
      .filter((episode) => episode.turns.length > 4 && !episode.error)
      .slice(0, PLAYS)
      .map((episode) => ({
        seed: episode.play.seed ?? 0,
        actions: episode.turns
          .slice(0, Math.min(LONGEST, Math.ceil(episode.turns.length * 0.6)))
          .map((turn) => turn.action),
      }));
    const found: Resumed[] = [];
    await lab.session.fresh();
    for (const [index, { seed, actions }] of prefixes.entries()) {
      const resumed = await resume(lab, `resumed ${index}`, seed, actions, solved.form);
      if (resumed) found.push(resumed);
    }
    return found;
  });
}

async function resume(
  lab: Lab,
  id: string,
  seed: number,
  prefix: readonly string[],
  form: string | undefined,
): Promise<Resumed | undefined> {
  lab.session.count(1);
  const batch = await lab.session.run([
    { op: 'new', id },
    { op: 'reset', id, seed },
    ...prefix.map((action): Command => ({ op: 'step', id, action })),
    { op: 'solution', id },
  ]);
  const reply = batch.replies.at(-1);
  if (batch.breach || !reply || !('ok' in reply)) return undefined;
  const solution = parseReply(reply, pyValue);
  const all = readings(solution, lab.profile);
  // A single action left over is not written as a list.
  const actions = (all.find((reading) => reading.form === form) ?? all[0])?.actions ?? [];
  const played = await lab.session.run([
    ...actions.map((action): Command => ({ op: 'step', id, action })),
    { op: 'drop', id },
  ]);
  if (played.breach) return undefined;
  return { seed, prefix, solution, actions, wins: await wins(lab, played.replies.slice(0, actions.length)) };
}

async function wins(lab: Lab, replies: readonly Reply[]): Promise<boolean> {
  const success = await lab.success();
  for (const reply of replies) {
    if (!('ok' in reply)) return false;
    const turn = turnOf(1, '', { returned: parseReply(reply, returned) });
    if (turn.terminated || turn.truncated || !isFiveTuple(turn.returned))
      return turn.terminated && (turn.reward ?? 0) >= success - 1e-9;
  }
  return false;
}
