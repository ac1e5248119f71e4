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
  /** Everything that the batch depends on: its commands and the interpreter's conditions. */
  private key = '';
  private kept: Kept | undefined;

  constructor(memory: WebAssemblyMemory, world: World) {
    this.copier = new Copier(memory);
    this.world = world;
  }

  /** Makes memory and the world what they were after the batch; `undefined` when that is not known. */
  recall(key: string): Outcome | undefined {
    if (key !== this.key || !this.kept) return undefined;
    const { runs, at, mark, outcome } = this.kept;
    restore(this.copier, runs, at);
    this.world.returnTo(mark);
    return outcome;
  }

  /** Keeps the present state when the same batch comes for the second time: most come once. */
  offer(key: string, memory: Uint8Array, used: number, outcome: Outcome): void {
    const again = key === this.key;
    this.key = key;
    if (!again) this.kept = undefined;
    if (!again || used > LARGE) return;
    const { runs, pages } = capture(memory, used);
    this.copier.clear();
    this.kept = { runs, at: this.copier.keep(pages), mark: this.world.mark(), outcome };
  }
}
