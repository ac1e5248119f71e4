/** Where two plays part: the first thing that a careful reader would look for. */
import type { PlayedTable, TableTurn } from '../../server/protocol/play-table.ts';

/** Steps at which what was done or seen differs; 0 is the reset. Steps that only one of them has are no difference. */
export function differences(one: PlayedTable, other: PlayedTable): ReadonlySet<number> {
  const found = new Set<number>();
  if (one.observation !== other.observation) found.add(0);
  const [left, right] = [turnsOf(one), turnsOf(other)];
  for (const [index, turn] of left.entries()) {
    const counterpart = right[index];
    if (counterpart && seen(turn) !== seen(counterpart)) found.add(index + 1);
  }
  return found;
}

const turnsOf = (table: PlayedTable): readonly TableTurn[] => [...table.turns, ...table.after];

/** What a player sees of a turn, in one text. */
function seen({ action, observation, reward, terminated, truncated, error }: TableTurn): string {
  return JSON.stringify([action, observation, reward, terminated, truncated, error?.type, error?.message]);
}
