/** Keys and values of what lanes have read: for each layer, keys then values, [lanes, capacity, width of a head]. */
import { headWidth, type ModelConfig } from './config.ts';
import { MASKED } from './graph/attention.ts';
import type { Feeds, OnnxRuntime } from './runtime.ts';

/** Positions are added in such steps, since each capacity is a graph of its own. */
const STEP = 128;

/** The smallest capacity that holds so many positions. */
export const capacityFor = (positions: number): number => Math.max(1, Math.ceil(positions / STEP)) * STEP;

export class LaneCache {
  readonly lanes: number;
  readonly capacity: number;
  /** How many positions of each lane are read. */
  readonly read: Int32Array;
  /** The cache as inputs of the decoding graph, over its memory. */
  readonly feeds: Feeds;
  private readonly width: number;
  private readonly planes: Float32Array[];
  private readonly visible: Float32Array;

  constructor(runtime: OnnxRuntime, config: ModelConfig, lanes: number, capacity: number) {
    this.lanes = lanes;
    this.capacity = capacity;
    this.width = headWidth(config);
    this.read = new Int32Array(lanes);
    this.visible = new Float32Array(lanes * capacity).fill(MASKED);
    this.planes = Array.from(
      { length: 2 * config.layers },
      () => new Float32Array(lanes * capacity * this.width),
    );
    this.feeds = { visible: runtime.floats(this.visible, [lanes, 1, capacity]) };
    for (const [i, plane] of this.planes.entries())
      this.feeds[`${i % 2 === 0 ? 'keys' : 'values'} ${i >> 1}`] = runtime.floats(plane, [
        lanes,
        capacity,
        this.width,
      ]);
  }

  /** Forgets what a lane has read. */
  clear(lane: number): void {
    this.read[lane] = 0;
    this.visible.fill(MASKED, lane * this.capacity, (lane + 1) * this.capacity);
  }

  /**
   * Takes in what a lane has just read.
   * @param rows one for each token, [count, layers · 2 · width of a head], from `offset` on.
   */
  append(lane: number, rows: Float32Array, offset: number, count: number): void {
    const start = lane * this.capacity + (this.read[lane] ?? 0);
    const { width } = this;
    let from = offset;
    for (let row = start; row < start + count; row++)
      for (const plane of this.planes) {
        // A loop, since subarrays cost more than the copy of so few numbers.
        const to = row * width;
        for (let i = 0; i < width; i++) plane[to + i] = rows[from + i] ?? 0;
        from += width;
      }
    this.visible.fill(0, start, start + count);
    this.read[lane] = (this.read[lane] ?? 0) + count;
  }

  /** Makes one lane the same as a lane of another cache, whose reading fits into this one. */
  copy(lane: number, source: LaneCache, sourceLane: number): void {
    const count = source.read[sourceLane] ?? 0;
    this.clear(lane);
    for (const [i, plane] of this.planes.entries()) {
      const start = sourceLane * source.capacity * this.width;
      const kept = source.planes[i]?.subarray(start, start + count * this.width);
      if (kept) plane.set(kept, lane * this.capacity * this.width);
    }
    this.visible.fill(0, lane * this.capacity, lane * this.capacity + count);
    this.read[lane] = count;
  }
}
