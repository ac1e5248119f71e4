/** Players that choose each action after the last observation, played in step: one crossing a turn for all of them. */
import { brokenEpisode, type Episode, episodeOf, openingText, turnOf } from '../contract/episode.ts';
import { type Command, type Outcome, type Reply, returned } from '../protocol/driver.ts';
import type { Play } from '../protocol/finding.ts';
import { type Batch, type Broken, parseReply, type Session } from './session.ts';

export interface Player {
  readonly seed: number | null;
  readonly maxTurns?: number;
  /** At most so many turns, whatever the environment says. */
  readonly turns: number;
  /** The next action, `undefined` to stop. `observation` is what the environment said last. */
  act(observation: string, turn: number): string | undefined;
}

interface Seat {
  readonly id: string;
  readonly player: Player;
  readonly actions: string[];
  readonly outcomes: Outcome[];
  opening: Outcome;
  observation: string;
  done: boolean;
  broken: Episode | undefined;
}

/** Plays all players to their ends in one fresh interpreter. A limit ends the play that broke it and all in step. */
export async function lockstep(session: Session, players: readonly Player[]): Promise<Episode[]> {
  await session.fresh();
  session.count(players.length);
  const seats = players.map(
    (player, index): Seat => ({
      id: `player ${index}`,
      player,
      actions: [],
      outcomes: [],
      opening: {},
      observation: '',
      done: false,
      broken: undefined,
    }),
  );
  await open(session, seats);
  for (let turn = 1; seats.some((seat) => !seat.done); turn++) {
    if (!(await playTurn(session, seats, turn))) break;
  }
  return seats.map(
    (seat) =>
      seat.broken ?? episodeOf(playOf(seat), { opening: seat.opening, turns: seat.outcomes, after: [] }),
  );
}

async function open(session: Session, seats: readonly Seat[]): Promise<void> {
  const batch = await session.run(
    seats.flatMap(({ id, player }): Command[] => [
      { op: 'new', id, ...(player.maxTurns === undefined ? {} : { maxTurns: player.maxTurns }) },
      { op: 'reset', id, seed: player.seed },
    ]),
  );
  for (const [index, seat] of seats.entries()) {
    const [made, reset] = batch.replies.slice(2 * index, 2 * index + 2);
    if (!made || !reset) {
      seat.done = true;
      if (batch.breach) {
        const call = (['constructor', 'reset'] as const)[batch.replies.length - 2 * index];
        seat.broken = call
          ? await struck(session, playOf(seat), call, batch)
          : brokenEpisode(playOf(seat), batch.breach);
      }
      continue;
    }
    seat.opening = 'error' in made ? { error: made.error } : outcomeOf(reset);
    seat.observation = openingText(seat.opening);
    seat.done = seat.opening.error !== undefined;
  }
}

/** One turn of every seat still playing; false when a limit ended the round. */
async function playTurn(session: Session, seats: readonly Seat[], turn: number): Promise<boolean> {
  const acting: Seat[] = [];
  for (const seat of seats) {
    if (seat.done) continue;
    const action = turn > seat.player.turns ? undefined : seat.player.act(seat.observation, turn);
    if (action === undefined) seat.done = true;
    else {
      seat.actions.push(action);
      acting.push(seat);
    }
  }
  if (acting.length === 0) return true;
  const batch = await session.run(
    acting.map(({ id, actions }): Command => ({ op: 'step', id, action: actions.at(-1) ?? '' })),
  );
  for (const [index, seat] of acting.entries()) {
    const reply = batch.replies[index];
    if (!reply) {
      seat.done = true;
      if (batch.breach && index === batch.replies.length) {
        seat.broken = await struck(session, playOf(seat), 'step', batch);
      } else seat.actions.pop();
      continue;
    }
    const outcome = outcomeOf(reply);
    seat.outcomes.push(outcome);
    const last = turnOf(turn, seat.actions.at(-1) ?? '', outcome);
    seat.observation = last.observation;
    seat.done =
      last.error !== undefined || last.returned?.parts.length !== 5 || last.terminated || last.truncated;
  }
  return batch.breach === undefined;
}

/**
 * The episode of the play that a limit struck. Many instances live side by side here and share the wall clock: memory
 * or time that one of them does not spend alone is not its fault, and such a play is told as it goes alone.
 */
async function struck(
  session: Session,
  play: Play,
  call: Broken['call'],
  { breach, late }: Batch,
): Promise<Episode> {
  if (late || breach?.limit === 'memory') {
    const [alone] = await session.play([play]);
    if (alone) return alone;
  }
  const shown = breach ?? { limit: 'time', line: null, function: null };
  session.broken.push({ call, play, breach: shown });
  return brokenEpisode(play, shown);
}

const outcomeOf = (reply: Reply): Outcome =>
  'ok' in reply ? { returned: parseReply(reply, returned) } : 'error' in reply ? { error: reply.error } : {};

function playOf({ player, actions }: Seat): Play {
  return {
    seed: player.seed,
    actions,
    ...(player.maxTurns === undefined ? {} : { maxTurns: player.maxTurns }),
  };
}
