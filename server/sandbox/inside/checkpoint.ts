/**
 * The interpreter as the first batch of a fresh one left it: an environment that is loaded again and again under the
 * same conditions is compiled once. What is kept is all of linear memory and the world's counters, so that what
 * follows is the same to the byte.
 */
import { Copier } from './copier.ts';
import type { WebAssemblyMemory } from './emscripten.ts';
import { capture, restore } from './snapshot.ts';
import type { World, WorldMark } from './world.ts';

/** What a batch came to. */
export interface Outcome {
  readonly replies: readonly string[];
  readonly usage: readonly number[];
  readonly printed: string;
}

interface Kept {
  readonly commands: string;
  /** What the interpreter was made from, in one text. */
  readonly conditions: string;
  readonly runs: readonly number[];
  readonly at: number;
  readonly mark: WorldMark;
  readonly outcome: Outcome;
}

/** Bytes of memory in use above which keeping a copy costs more than compiling again. */
const LARGE = 32 * 1024 * 1024;

export class Checkpoint {
  private readonly copier: Copier;
  private readonly world: World;
  private kept: Kept | undefined;

  constructor(memory: WebAssemblyMemory, world: World) {
    this.copier = new Copier(memory);
    this.world = world;
  }

  /** Makes memory and the world what they were after the batch; `undefined` when that is not known. */
  recall(commands: string, conditions: string): Outcome | undefined {
    const { kept } = this;
    if (kept?.commands !== commands || kept.conditions !== conditions) return undefined;
    restore(this.copier, kept.runs, kept.at);
    this.world.returnTo(kept.mark);
    return kept.outcome;
  }

  /**
   * Keeps the present state, in place of another batch's. The same batch's under other conditions stays: checks begin
   * with the usual ones and come back to them.
   * @param used bytes of memory that can hold anything but zero.
   */
  offer(commands: string, conditions: string, memory: Uint8Array, used: number, outcome: Outcome): void {
    if (this.kept?.commands === commands) return;
    this.kept = undefined;
    if (used > LARGE) return;
    const { runs, pages } = capture(memory, used);
    this.copier.clear();
    this.kept = { commands, conditions, runs, at: this.copier.keep(pages), mark: this.world.mark(), outcome };
  }
}
