/**
 * `solution()` asked in the middle of random plays: most environments compute it from the present state, and where it
 * then loses though the play has not ended, the state may be a dead end.
 */

import { isFiveTuple, turnOf } from '../contract/episode.ts';
import { type Command, type Reply, returned } from '../protocol/driver.ts';
import { pyValue } from '../protocol/value.ts';
import type { Lab } from './lab.ts';
import { parseReply } from './session.ts';
import { readings } from './solution.ts';

export interface Resumed {
  readonly seed: number;
  /** What was played at random before `solution()` was asked. */
  readonly prefix: readonly string[];
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
    return resume(lab, prefixes, solved.form);
  });
}

interface Prefix {
  readonly seed: number;
  readonly actions: readonly string[];
}

/** All prefixes at once, then what `solution()` says to each of them. */
async function resume(lab: Lab, prefixes: readonly Prefix[], form: string | undefined): Promise<Resumed[]> {
  await lab.session.fresh();
  lab.session.count(prefixes.length);
  const ids = prefixes.map((_, index) => `resumed ${index}`);
  const begun = prefixes.map(({ seed, actions }, index): Command[] => {
    const id = ids[index] ?? '';
    return [
      { op: 'new', id },
      { op: 'reset', id, seed },
      ...actions.map((action): Command => ({ op: 'step', id, action })),
      { op: 'solution', id },
    ];
  });
  const asked = await lab.session.run(begun.flat());
  if (asked.breach) return [];
  let at = -1;
  const plans = prefixes.flatMap(({ seed, actions: prefix }, index) => {
    at += begun[index]?.length ?? 0;
    const reply = asked.replies[at];
    if (!reply || !('ok' in reply)) return [];
    const solution = parseReply(reply, pyValue);
    const all = readings(solution, lab.profile);
    // A single action left over is not written as a list.
    const actions = (all.find((reading) => reading.form === form) ?? all[0])?.actions ?? [];
    return [{ id: ids[index] ?? '', seed, prefix, actions }];
  });
  const played = await lab.session.run(
    plans.flatMap(({ id, actions }) => actions.map((action): Command => ({ op: 'step', id, action }))),
  );
  if (played.breach) return [];
  const found: Resumed[] = [];
  let from = 0;
  for (const { seed, prefix, actions } of plans) {
    found.push({
      seed,
      prefix,
      actions,
      wins: await wins(lab, played.replies.slice(from, from + actions.length)),
    });
    from += actions.length;
  }
  return found;
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
