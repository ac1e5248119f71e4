/**
 * Regular expressions whose work doubles with every character: a repetition that can take the same text in more
 * than one way, before something that can still fail. Decided on the automaton of positions (Glushkov), whose edges
 * are counted by the repetition that makes them, since Python's matcher tries each of these anew.
 */
import { type RegexNode, readStructure } from './regex-syntax.ts';

/** Python gives up matching only when all ways have been tried; larger patterns than this are not looked at. */
const MAX_POSITIONS = 64;
/** A bounded repetition counts as an unbounded one from so many rounds on. */
const MANY = 10;

interface Part {
  readonly nullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const known = new Map<string, boolean>();
const MAX_KNOWN = 500;

/**
 * Whether some texts make matching exponential. `whole`: the pattern must match to the end, as with `fullmatch`.
 * `false` also for what cannot be read.
 */
export function isExponential(pattern: string, whole: boolean): boolean {
  // Without a repeated group there is nothing to repeat inside a repetition.
  if (!/\)(?:[*+]|\{)/.test(pattern)) return false;
  const key = `${whole} ${pattern}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const structure = readStructure(pattern);
  const result = structure !== undefined && new Automaton(structure).isAmbiguous(whole);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, result);
  return result;
}

class Automaton {
  private readonly sets: bigint[] = [];
  /** `edges[p]`: where a step from `p` may go, with the number of ways. */
  private readonly edges: Map<number, number>[] = [];
  private readonly whole: Part | undefined;
  private ends = false;

  constructor(node: RegexNode) {
    this.whole = this.build(node);
  }

  private build(node: RegexNode): Part | undefined {
    switch (node.kind) {
      case 'empty':
        this.ends ||= node.end;
        return { nullable: true, first: [], last: [] };
      case 'set': {
        if (this.sets.length >= MAX_POSITIONS) return undefined;
        const position = this.sets.push(node.set) - 1;
        this.edges.push(new Map());
        return { nullable: false, first: [position], last: [position] };
      }
      case 'choice': {
        const parts = node.parts.map((part) => this.build(part));
        if (!parts.every((part) => part !== undefined)) return undefined;
        return {
          nullable: parts.some(({ nullable }) => nullable),
          first: parts.flatMap(({ first }) => first),
          last: parts.flatMap(({ last }) => last),
        };
      }
      case 'sequence': {
        let all: Part = { nullable: true, first: [], last: [] };
        for (const one of node.parts) {
          const part = this.build(one);
          if (!part) return undefined;
          this.join(all.last, part.first);
          all = {
            nullable: all.nullable && part.nullable,
            first: all.nullable ? [...all.first, ...part.first] : all.first,
            last: part.nullable ? [...all.last, ...part.last] : part.last,
          };
        }
        return all;
      }
      case 'repeat': {
        const body = this.build(node.body);
        if (!body) return undefined;
        if (node.max >= MANY) this.join(body.last, body.first);
        return { ...body, nullable: body.nullable || node.min === 0 };
      }
    }
  }

  private join(from: readonly number[], to: readonly number[]): void {
    for (const p of from) for (const q of to) this.edges[p]?.set(q, (this.edges[p]?.get(q) ?? 0) + 1);
  }

  /** Two ways round from a position to itself over the same text, and something behind it that may fail. */
  isAmbiguous(whole: boolean): boolean {
    if (!this.whole) return false;
    const reach = this.sets.map((_, p) => this.reachable(p));
    const last = new Set(this.whole.last);
    const canFail = (p: number): boolean => whole || this.ends || !last.has(p);
    for (const [p, edges] of this.edges.entries()) {
      for (const [q, ways] of edges) if (ways > 1 && reach[q]?.has(p) && canFail(q)) return true;
    }
    return this.sets.some((_, p) => reach[p]?.has(p) && canFail(p) && this.splits(p));
  }

  private reachable(from: number): ReadonlySet<number> {
    const seen = new Set<number>();
    const open = [from];
    for (let p = open.pop(); p !== undefined; p = open.pop()) {
      for (const q of this.edges[p]?.keys() ?? []) {
        if (seen.has(q)) continue;
        seen.add(q);
        open.push(q);
      }
    }
    return seen;
  }

  /** Whether two readers that start at `p` can part and meet at `p` again, on the same text. */
  private splits(p: number): boolean {
    const size = this.sets.length;
    const parted = new Set<number>();
    const open: (readonly [number, number, boolean])[] = [[p, p, false]];
    const seen = new Set<number>();
    for (let state = open.pop(); state; state = open.pop()) {
      const [a, b, apart] = state;
      for (const x of this.edges[a]?.keys() ?? []) {
        for (const y of this.edges[b]?.keys() ?? []) {
          if (((this.sets[x] ?? 0n) & (this.sets[y] ?? 0n)) === 0n) continue;
          const now = apart || x !== y;
          if (now && x === p && y === p) return true;
          const key = x * size + y;
          const visited = now ? parted : seen;
          if (visited.has(key)) continue;
          visited.add(key);
          open.push([x, y, now]);
        }
      }
    }
    return false;
  }
}
