/**
 * Breadth-first search over harvested actions from an opening. States that agree in everything but counters and
 * histories are one state, so that "every turn counts one up" does not make every path a new place.
 */
import { isFiveTuple, turnOf } from '../contract/episode.ts';
import { wrapAction } from '../contract/profile.ts';
import { branched, type Command, hashes as hashesSchema } from '../protocol/driver.ts';
import { candidates } from './harvest.ts';
import type { Lab } from './lab.ts';
import { parseReply } from './session.ts';

export interface Win {
  readonly seed: number;
  readonly actions: readonly string[];
}

export interface Search {
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
  /** Whether any action changed any state beyond counters. */
  readonly actionsMatter: boolean;
}

type Hashes = Readonly<Record<string, string>>;

interface Node {
  readonly id: string;
  readonly path: readonly string[];
  readonly observation: string;
}

const SEEDS = 2;
const EDGES_A_SEED = 160;
const ACTIONS_A_STATE = 24;

export async function search(lab: Lab): Promise<Search> {
  const openings = await lab.openings();
  const success = await lab.success();
  const seeds = openings.filter((opening) => !opening.episode.error && opening.state).slice(0, SEEDS);
  const total = {
    wins: [] as Win[],
    atOnce: [] as Win[],
    states: 0,
    exhaustive: seeds.length > 0,
    actionsMatter: false,
  };
  let limit: string | undefined = seeds.length > 0 ? undefined : 'no reset succeeded';
  for (const opening of seeds) {
    const found = await searchSeed(lab, opening.seed, opening.episode.observation, success);
    total.wins.push(...found.wins);
    total.atOnce.push(...found.atOnce);
    total.states += found.states;
    total.exhaustive &&= found.limit === undefined;
    total.actionsMatter ||= found.actionsMatter;
    limit ??= found.limit;
  }
  return { ...total, limit };
}

async function searchSeed(lab: Lab, seed: number, observation: string, success: number) {
  const root: Node = { id: 'root', path: [], observation };
  await lab.session.fresh();
  lab.session.count(1);
  const opened = await lab.session.run([
    { op: 'new', id: root.id },
    { op: 'reset', id: root.id, seed },
    { op: 'hashes', id: root.id },
  ]);
  const before = opened.replies[2];
  const found = {
    wins: [] as Win[],
    atOnce: [] as Win[],
    states: 1,
    limit: undefined as string | undefined,
    actionsMatter: false,
  };
  if (!before || !('ok' in before)) return { ...found, limit: 'the state could not be read' };
  const ignore = new Set<string>();
  const rootHashes = parseReply(before, hashesSchema);
  const seen = new Set<string>();
  let frontier: Node[] = [root];
  let edges = 0;
  for (let depth = 1; frontier.length > 0 && found.wins.length === 0; depth++) {
    const expansions = frontier.flatMap((node) => actionsAt(lab, node).map((action) => ({ node, action })));
    const room = expansions.slice(0, Math.max(0, EDGES_A_SEED - edges));
    if (room.length < expansions.length) found.limit = `more than ${EDGES_A_SEED} moves from one opening`;
    if (room.length === 0) break;
    edges += room.length;
    const batch = await lab.session.run(
      room.map(
        ({ node, action }, index): Command => ({
          op: 'branch',
          from: node.id,
          to: `${depth}.${index}`,
          action,
        }),
      ),
    );
    if (batch.breach) return { ...found, limit: `the ${batch.breach.limit} limit was passed` };
    const results = batch.replies.map((reply) => ('ok' in reply ? parseReply(reply, branched) : null));
    if (depth === 1) {
      const first = results.flatMap((result) => (result ? [result.hashes] : []));
      for (const name of counters(rootHashes, first)) ignore.add(name);
      for (const name of histories(rootHashes, first)) {
        ignore.add(name);
        found.limit ??= 'paths were merged that differ in their history only';
      }
      seen.add(keyOf(rootHashes, ignore));
    }
    const next: Node[] = [];
    for (const [index, edge] of room.entries()) {
      const result = results[index];
      if (!result) return { ...found, limit: 'its state cannot be copied' };
      const path = [...edge.node.path, edge.action];
      const turn = turnOf(depth, edge.action, result.outcome);
      const key = keyOf(result.hashes, ignore);
      found.actionsMatter ||= key !== keyOf(rootHashes, ignore);
      if (turn.terminated && (turn.reward ?? 0) >= success - 1e-9) {
        found.wins.push({ seed, actions: path });
        if (depth === 1) found.atOnce.push({ seed, actions: path });
      }
      if (!isFiveTuple(turn.returned) || turn.terminated || turn.truncated || seen.has(key)) continue;
      seen.add(key);
      next.push({ id: `${depth}.${index}`, path, observation: turn.observation });
    }
    found.states = seen.size;
    frontier = next;
  }
  return found;
}

const actionsAt = (lab: Lab, node: Node): string[] =>
  candidates(lab.hints, node.observation, ACTIONS_A_STATE).map((action) => wrapAction(lab.profile, action));

/** Integers that every action moves by the same step: turn counters. */
function counters(root: Hashes, steps: readonly Hashes[]): string[] {
  return Object.keys(root).filter(
    (name) =>
      steps.length > 1 &&
      sameStep(
        root[name],
        steps.map((step) => step[name]),
      ),
  );
}

function sameStep(from: string | undefined, to: readonly (string | undefined)[]): boolean {
  const moved = new Set(
    to.map((value) =>
      value?.startsWith('i') && from?.startsWith('i') ? Number(value.slice(1)) - Number(from.slice(1)) : 0,
    ),
  );
  return moved.size === 1 && !moved.has(0);
}

/** Lists that every action makes one longer: histories, which keep paths apart that lead to the same place. */
function histories(root: Hashes, steps: readonly Hashes[]): string[] {
  const length = (value: string | undefined): number =>
    value?.startsWith('L') ? Number.parseInt(value.slice(1), 10) : Number.NaN;
  return Object.keys(root).filter(
    (name) => steps.length > 1 && steps.every((step) => length(step[name]) === length(root[name]) + 1),
  );
}

const keyOf = (hashes: Hashes, ignore: ReadonlySet<string>): string =>
  Object.keys(hashes)
    .filter((name) => !ignore.has(name))
    .sort()
    .map((name) => `${name}=${hashes[name]}`)
    .join('\n');
