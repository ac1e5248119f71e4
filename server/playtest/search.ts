/** Breadth-first search over harvested actions from an opening, with states merged (states.ts). */
import { isFiveTuple, type Turn, turnOf } from '../contract/episode.ts';
import { wrapAction } from '../contract/profile.ts';
import {
  type Branched,
  branched,
  type Command,
  hashes as hashesSchema,
  type LimitBreach,
} from '../protocol/driver.ts';
import { candidates } from './harvest.ts';
import type { Lab } from './lab.ts';
import type { Opening } from './openings.ts';
import { NONSENSE, reduced, refuses } from './replies.ts';
import { parseReply } from './session.ts';
import { type Hashes, Merger } from './states.ts';

export interface Win {
  readonly seed: number;
  readonly actions: readonly string[];
}

/** One action taken in one state; both by number, 0 the opening. */
export interface Edge {
  readonly from: number;
  /** `undefined` when the episode ended or raised there. */
  readonly to: number | undefined;
  readonly action: string;
  readonly turn: Turn;
}

/** What was seen from one seed's opening. */
export interface Graph {
  readonly seed: number;
  /** The actions that first led to each state. */
  readonly paths: readonly (readonly string[])[];
  readonly edges: readonly Edge[];
  /** What the opening answers to actions that mean nothing. */
  readonly nonsense: readonly Turn[];
  /** Shortest wins, all of one length. */
  readonly wins: readonly Win[];
  /** Why not every state reachable by harvested actions was seen. */
  readonly limit: string | undefined;
}

export interface Search {
  readonly graphs: readonly Graph[];
  /** Shortest wins found, by seed. */
  readonly wins: readonly Win[];
  /** Every state reachable by harvested actions was seen, on every seed searched. */
  readonly exhaustive: boolean;
  /** Why it is not exhaustive or did not run. */
  readonly limit: string | undefined;
  /** Distinct states over all seeds searched. */
  readonly states: number;
  /** Actions that won at once from an opening, by seed. */
  readonly atOnce: readonly Win[];
  /** Different actions are answered differently, or lead to different states. */
  readonly actionsMatter: boolean;
  /** How many kinds of reply the openings give to actions that they do not refuse, counters and echoes aside. */
  readonly replies: number;
}

const SEEDS = 2;
const EDGES_A_SEED = 160;
const ACTIONS_A_STATE = 24;

export async function search(lab: Lab): Promise<Search> {
  const openings = (await lab.openings())
    .filter((opening) => !opening.episode.error && opening.state)
    .slice(0, SEEDS);
  const graphs: Graph[] = [];
  if (lab.profile === 'games') {
    for (const opening of openings) {
      // Where the first seed is too large to see all of, the second one's first moves are all that is looked at.
      const depth = graphs[0]?.limit === undefined ? Number.POSITIVE_INFINITY : 1;
      graphs.push(await new Searcher(lab, opening, await lab.success()).run(depth));
    }
  }
  const limit = graphs.length > 0 ? graphs.find((graph) => graph.limit)?.limit : notSearched(lab, openings);
  const wins = graphs.flatMap((graph) => graph.wins);
  const replies = Math.max(0, ...graphs.map(repliesOf));
  return {
    graphs,
    wins,
    exhaustive: limit === undefined,
    limit,
    states: graphs.reduce((sum, graph) => sum + graph.paths.length, 0),
    atOnce: wins.filter((win) => win.actions.length === 1),
    actionsMatter: replies > 1 || graphs.some((graph) => graph.paths.length > 1),
    replies,
  };
}

const notSearched = (lab: Lab, openings: readonly Opening[]): string =>
  lab.profile === 'tool_use'
    ? 'tool calls are not searched'
    : openings.length === 0
      ? 'no reset succeeded'
      : '';

/** Kinds of reply to accepted first actions. */
function repliesOf({ edges, nonsense }: Graph): number {
  const refused = new Set(nonsense.map((turn) => reduced(turn.observation, turn.action)));
  const kinds = edges
    .filter(({ from, turn }) => from === 0 && !turn.terminated && !turn.truncated && !turn.error)
    .map(({ turn, action }) => ({ turn, kind: reduced(turn.observation, action) }))
    .filter(({ turn, kind }) => !refused.has(kind) && !refuses(turn.observation));
  return new Set(kinds.map(({ kind }) => kind)).size;
}

interface Node {
  readonly number: number;
  readonly id: string;
  readonly hashes: Hashes;
  readonly observation: string;
}

class Searcher {
  readonly #lab: Lab;
  readonly #opening: Opening;
  readonly #success: number;
  readonly #edges: Edge[] = [];
  readonly #paths: (readonly string[])[] = [[]];
  readonly #numbers = new Map<string, number>();
  #nonsense: Turn[] = [];
  #wins: Win[] = [];
  #limit: string | undefined;
  #merger: Merger | undefined;

  constructor(lab: Lab, opening: Opening, success: number) {
    this.#lab = lab;
    this.#opening = opening;
    this.#success = success;
  }

  async run(depth: number): Promise<Graph> {
    const root = await this.#open();
    let frontier = root ? [root] : [];
    for (let level = 1; frontier.length > 0; level++) {
      if (level > depth) {
        this.#limit ??= 'only the first moves were looked at';
        break;
      }
      frontier = await this.#expand(frontier, level);
      // With a win known, going on only serves to see the whole, where that is in reach.
      if (this.#wins.length > 0 && this.#edges.length + frontier.length * 8 > EDGES_A_SEED) {
        if (frontier.length > 0) this.#limit ??= `more than ${EDGES_A_SEED} moves from one opening`;
        break;
      }
    }
    return {
      seed: this.#opening.seed,
      paths: this.#paths,
      edges: this.#edges,
      nonsense: this.#nonsense,
      wins: this.#wins,
      limit: this.#limit,
    };
  }

  async #open(): Promise<Node | undefined> {
    const { session } = this.#lab;
    await session.fresh();
    session.count(1);
    const id = 'root';
    const batch = await session.run([
      { op: 'new', id },
      { op: 'reset', id, seed: this.#opening.seed },
      { op: 'hashes', id },
    ]);
    const reply = batch.replies[2];
    if (!reply || !('ok' in reply)) {
      this.#limit = 'the state could not be read';
      return undefined;
    }
    return {
      number: 0,
      id,
      hashes: parseReply(reply, hashesSchema),
      observation: this.#opening.episode.observation,
    };
  }

  /** All actions in all states of one level; gives the new states. */
  async #expand(frontier: readonly Node[], level: number): Promise<Node[]> {
    const wanted = frontier.flatMap((node) => this.#actionsAt(node).map((action) => ({ node, action })));
    const room = wanted.slice(0, Math.max(0, EDGES_A_SEED - this.#edges.length));
    if (room.length < wanted.length) this.#limit ??= `more than ${EDGES_A_SEED} moves from one opening`;
    const nonsense = level === 1 ? NONSENSE.map((action) => wrapAction(this.#lab.profile, action)) : [];
    const moves = [...room, ...nonsense.flatMap((action) => frontier.map((node) => ({ node, action })))];
    if (moves.length === 0) return [];
    const { results, breach } = await this.#branch(moves, level);
    if (breach || results.includes(null)) {
      this.#limit = breach ? `the ${breach.limit} limit was passed` : 'its state cannot be copied';
      return [];
    }
    const turns = results.map((result, index) =>
      turnOf(level, moves[index]?.action ?? '', result?.outcome ?? {}),
    );
    if (level === 1) this.#begin(frontier, results, turns.slice(room.length));
    const next: Node[] = [];
    for (const [index, { node, action }] of room.entries()) {
      const [result, turn] = [results[index], turns[index]];
      if (!result || !turn) continue;
      const found = this.#take(node, action, turn, result.hashes, `${level}.${index}`);
      if (found) next.push(found);
    }
    return next;
  }

  async #branch(
    moves: readonly { node: Node; action: string }[],
    level: number,
  ): Promise<{ results: (Branched | undefined)[]; breach: LimitBreach | undefined }> {
    const batch = await this.#lab.session.run(
      moves.map(
        ({ node, action }, index): Command => ({
          op: 'branch',
          from: node.id,
          to: `${level}.${index}`,
          action,
        }),
      ),
    );
    const results = batch.replies.map((reply) => ('ok' in reply ? parseReply(reply, branched) : undefined));
    return { results, breach: batch.breach };
  }

  /** After the first level it is known what counts turns. */
  #begin(frontier: readonly Node[], results: readonly (Branched | undefined)[], nonsense: Turn[]): void {
    const [root] = frontier;
    if (!root) return;
    const after = results.flatMap((result) =>
      result && goesOn(turnOf(1, '', result.outcome)) ? [result.hashes] : [],
    );
    this.#merger = new Merger(root.hashes, after, this.#lab.session.options.source);
    if (this.#merger.guesses) this.#limit ??= 'paths were merged that differ in their history only';
    this.#numbers.set(this.#merger.key(root.hashes), 0);
    this.#nonsense = nonsense;
  }

  /** Notes one move; gives the state that it led to if that is new. */
  #take(node: Node, action: string, turn: Turn, hashes: Hashes, id: string): Node | undefined {
    const path = [...(this.#paths[node.number] ?? []), action];
    const merger = this.#merger;
    if (!goesOn(turn) || !merger) {
      if (turn.terminated && (turn.reward ?? 0) >= this.#success - 1e-9) this.#win(path);
      this.#edges.push({ from: node.number, to: undefined, action, turn });
      return undefined;
    }
    if (!merger.keepsCounting(node.hashes, hashes))
      this.#limit ??= 'what seemed to count turns counts something else';
    const key = merger.key(hashes);
    const known = this.#numbers.get(key);
    const number = known ?? this.#paths.length;
    this.#edges.push({ from: node.number, to: number, action, turn });
    if (known !== undefined) return undefined;
    this.#numbers.set(key, number);
    this.#paths.push(path);
    return { number, id, hashes, observation: turn.observation };
  }

  #win(path: readonly string[]): void {
    if (this.#wins[0] && this.#wins[0].actions.length < path.length) return;
    this.#wins.push({ seed: this.#opening.seed, actions: path });
  }

  #actionsAt(node: Node): string[] {
    const all = candidates(this.#lab.hints, node.observation, ACTIONS_A_STATE + 1);
    if (all.length > ACTIONS_A_STATE) this.#limit ??= `more than ${ACTIONS_A_STATE} actions in one state`;
    return all.slice(0, ACTIONS_A_STATE).map((action) => wrapAction(this.#lab.profile, action));
  }
}

const goesOn = (turn: Turn): boolean => isFiveTuple(turn.returned) && !turn.terminated && !turn.truncated;
