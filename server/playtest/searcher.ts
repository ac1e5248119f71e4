/** Breadth-first search from one state over harvested actions, with states merged (states.ts). */
import { isFiveTuple, openingText, type Turn, turnOf } from '../contract/episode.ts';
import { wrapAction } from '../contract/profile.ts';
import {
  type Branched,
  branched,
  type Command,
  hashes as hashesSchema,
  type LimitBreach,
  returned,
} from '../protocol/driver.ts';
import { unwrap } from './boxes.ts';
import { candidates, offered } from './harvest.ts';
import type { Lab } from './lab.ts';
import { NONSENSE, refuses, sameReply } from './replies.ts';
import { parseReply } from './session.ts';
import { type Hashes, Merger } from './states.ts';

export interface Win {
  readonly seed: number;
  readonly actions: readonly string[];
}

/** One action taken in one state; both by number, 0 where the search began. */
export interface Edge {
  readonly from: number;
  /** `undefined` when the episode ended or raised there. */
  readonly to: number | undefined;
  readonly action: string;
  readonly turn: Turn;
}

/** What was seen from one state. */
export interface Graph {
  readonly seed: number;
  /** What success pays. */
  readonly success: number;
  /** The actions that first led to each state, and what the environment said there. */
  readonly paths: readonly (readonly string[])[];
  readonly observations: readonly string[];
  readonly edges: readonly Edge[];
  /** What the first state answers to actions that mean nothing. */
  readonly nonsense: readonly Turn[];
  /** Shortest wins, all of one length. */
  readonly wins: readonly Win[];
  /** Why not every state reachable by harvested actions was seen. */
  readonly limit: string | undefined;
}

export interface SearchOptions {
  readonly seed: number;
  /** Actions that lead to the state where the search begins. */
  readonly prefix: readonly string[];
  readonly edges: number;
  readonly depth: number;
  /** Interpreter ticks that it may take; what the next level would take is foretold from those before it. */
  readonly ticks: number;
  /** Beyond the first moves only actions that did something there, and those that a state offers. */
  readonly onlyLive: boolean;
  /** Turns that the environment is given, where not its own number. */
  readonly maxTurns?: number;
}

/** The limit of a search that was told to stop early. */
export const SHALLOW = 'only the first moves were looked at';

const ACTIONS_A_STATE = 24;
const ROOT = 'root';

interface Node {
  readonly number: number;
  readonly id: string;
  readonly hashes: Hashes;
  readonly observation: string;
}

interface Move {
  readonly node: Node;
  readonly action: string;
}

export class Searcher {
  readonly #lab: Lab;
  readonly #options: SearchOptions;
  readonly #success: number;
  readonly #edges: Edge[] = [];
  readonly #paths: (readonly string[])[] = [[]];
  readonly #observations: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** Instances that are not needed any more. */
  #spent: string[] = [];
  #live: readonly string[] | undefined;
  readonly #dead = new Set<string>();
  #nonsense: Turn[] = [];
  #wins: Win[] = [];
  #limit: string | undefined;
  #merger: Merger | undefined;
  readonly #startTicks: number;

  constructor(lab: Lab, success: number, options: SearchOptions) {
    this.#lab = lab;
    this.#success = success;
    this.#options = options;
    this.#startTicks = lab.session.spent.ticks;
  }

  /** In a fresh interpreter. */
  async run(): Promise<Graph> {
    const root = await this.#open();
    let frontier = root ? [root] : [];
    const { depth, edges } = this.#options;
    for (let level = 1; frontier.length > 0; level++) {
      if (level > depth) {
        this.#limit = SHALLOW;
        break;
      }
      frontier = await this.#expand(frontier, level);
      // With a win known, going on only serves to see the whole, where that is in reach.
      if (this.#wins.length > 0 && frontier.length > 0 && this.#edges.length + frontier.length * 8 > edges) {
        this.#limit ??= this.#tooMany();
        break;
      }
    }
    return {
      seed: this.#options.seed,
      success: this.#success,
      paths: this.#paths,
      observations: this.#observations,
      edges: this.#edges,
      nonsense: this.#nonsense,
      wins: this.#wins,
      limit: this.#limit,
    };
  }

  /** Ticks that the search has taken once it has made so many more moves. */
  #foretold(moves: number): number {
    const taken = this.#lab.session.spent.ticks - this.#startTicks;
    return this.#edges.length === 0 ? 0 : taken * (1 + moves / this.#edges.length);
  }

  #tooMany(): string {
    return `more than ${this.#options.edges} moves from one opening`;
  }

  async #open(): Promise<Node | undefined> {
    const { session } = this.#lab;
    const { seed, prefix, maxTurns } = this.#options;
    await session.fresh();
    session.count(1);
    const batch = await session.run([
      { op: 'new', id: ROOT, ...(maxTurns === undefined ? {} : { maxTurns }) },
      { op: 'reset', id: ROOT, seed },
      ...prefix.map((action): Command => ({ op: 'step', id: ROOT, action })),
      { op: 'hashes', id: ROOT },
    ]);
    const [said, hashed] = batch.replies.slice(-2);
    if (batch.breach || !said || !hashed || !('ok' in said) || !('ok' in hashed)) {
      this.#limit = 'the state could not be read';
      return undefined;
    }
    const outcome = { returned: parseReply(said, returned) };
    const observation =
      prefix.length === 0 ? openingText(outcome) : turnOf(prefix.length, '', outcome).observation;
    this.#observations.push(observation);
    return { number: 0, id: ROOT, hashes: parseReply(hashed, hashesSchema), observation };
  }

  /** All actions in all states of one level; gives the new states. */
  async #expand(frontier: readonly Node[], level: number): Promise<Node[]> {
    const wanted = frontier.flatMap((node) =>
      this.#actionsAt(node).map((action): Move => ({ node, action })),
    );
    const room = wanted.slice(0, Math.max(0, this.#options.edges - this.#edges.length));
    if (room.length < wanted.length) this.#limit ??= this.#tooMany();
    const nonsense = level === 1 ? NONSENSE.map((action) => wrapAction(this.#lab.profile, action)) : [];
    const moves = [
      ...room,
      ...nonsense.flatMap((action) => frontier.map((node): Move => ({ node, action }))),
    ];
    if (moves.length === 0) return [];
    if (this.#foretold(moves.length) > this.#options.ticks) {
      this.#limit ??= 'seeing every state takes too long';
      return [];
    }
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
      const id = `${level}.${index}`;
      const found = this.#take({ node, action }, turn, result.hashes, id);
      if (found) next.push(found);
      else this.#spent.push(id);
    }
    this.#spent.push(...frontier.map((node) => node.id));
    if (level === 1) this.#sortActions();
    return next;
  }

  async #branch(
    moves: readonly Move[],
    level: number,
  ): Promise<{ results: (Branched | undefined)[]; breach: LimitBreach | undefined }> {
    const drops = this.#spent.map((id): Command => ({ op: 'drop', id }));
    this.#spent = [];
    const batch = await this.#lab.session.run([
      ...drops,
      ...moves.map(
        ({ node, action }, index): Command => ({
          op: 'branch',
          from: node.id,
          to: `${level}.${index}`,
          action,
        }),
      ),
    ]);
    const results = batch.replies
      .slice(drops.length)
      .map((reply) => ('ok' in reply ? parseReply(reply, branched) : undefined));
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
  #take({ node, action }: Move, turn: Turn, hashes: Hashes, id: string): Node | undefined {
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
    this.#observations.push(turn.observation);
    return { number, id, hashes, observation: turn.observation };
  }

  #win(path: readonly string[]): void {
    if (this.#wins[0] && this.#wins[0].actions.length < path.length) return;
    this.#wins.push({ seed: this.#options.seed, actions: [...this.#options.prefix, ...path] });
  }

  #actionsAt(node: Node): string[] {
    const { hints, profile } = this.#lab;
    const wrap = (action: string): string => wrapAction(profile, action);
    const alive = (action: string): boolean => !this.#dead.has(action);
    if (this.#live) {
      return [...new Set([...offered(node.observation).map(wrap), ...this.#live])]
        .filter(alive)
        .slice(0, 2 * ACTIONS_A_STATE);
    }
    const all = candidates(hints, node.observation, 2 * ACTIONS_A_STATE)
      .map(wrap)
      .filter(alive);
    if (all.length > ACTIONS_A_STATE) this.#limit ??= `more than ${ACTIONS_A_STATE} actions in one state`;
    return all.slice(0, ACTIONS_A_STATE);
  }

  /**
   * Tells first moves that did something from those that are answered as nonsense is. A bare value that means nothing
   * at first is not tried again; a command that is refused, or offered, may mean something elsewhere.
   */
  #sortActions(): void {
    const { hints } = this.#lab;
    const known = new Set([...offered(this.#observations[0] ?? ''), ...hints.commands]);
    const live: string[] = [];
    for (const { to, turn, action } of this.#edges) {
      const like = to === 0 && this.#nonsense.some((other) => sameReply(other, turn));
      const body = unwrap(action);
      const bare = !known.has(body) && !/\s/.test(body);
      if (like && (bare || (this.#options.onlyLive && refuses(turn.observation)))) this.#dead.add(action);
      else if (!like) live.push(action);
    }
    if (this.#options.onlyLive) this.#live = live;
  }
}

const goesOn = (turn: Turn): boolean => isFiveTuple(turn.returned) && !turn.terminated && !turn.truncated;
