/** Reading tokens with a cache: a prompt in one go, then one token of every lane at a time. */
import { capacityFor, LaneCache } from './cache.ts';
import { type DecodingSize, decodingGraph } from './decoding-graph.ts';
import { type Feeds, floatsOf, type OnnxRuntime } from './runtime.ts';
import { SessionCache } from './sessions.ts';
import { viewsOf, type Weights } from './weights.ts';

/** How many tokens of a prompt are read at once; the last ones in smaller pieces. */
const PIECES = [64, 16] as const;

export interface Prefix {
  /** One lane with the whole prompt read. */
  readonly cache: LaneCache;
  /** For the token after the prompt. */
  readonly logits: Float32Array;
}

export class Decoder {
  readonly vocabulary: number;
  private readonly runtime: OnnxRuntime;
  private readonly weights: Weights;
  private readonly sessions: SessionCache;
  private readonly inputs: Feeds;

  constructor(runtime: OnnxRuntime, weights: Weights) {
    this.runtime = runtime;
    this.weights = weights;
    this.vocabulary = weights.config.vocabulary;
    this.sessions = new SessionCache(runtime);
    this.inputs = viewsOf(runtime, weights.config, weights.parameters);
  }

  /** An empty cache for that many lanes. */
  cache(lanes: number, capacity: number): LaneCache {
    return new LaneCache(this.runtime, this.weights.config, lanes, capacity);
  }

  /** Reads a prompt of at least one token. */
  async prefix(prompt: Int32Array): Promise<Prefix> {
    const cache = this.cache(1, capacityFor(prompt.length));
    let logits = new Float32Array(this.vocabulary);
    for (let at = 0; at < prompt.length; ) {
      const left = prompt.length - at;
      const length = PIECES.find((piece) => piece <= left) ?? PIECES[PIECES.length - 1] ?? 1;
      const count = Math.min(length, left);
      const tokens = new Int32Array(length);
      tokens.set(prompt.subarray(at, at + count));
      const read = await this.run(cache, tokens, length);
      cache.append(0, read.rows, 0, count);
      logits = read.logits.slice((count - 1) * this.vocabulary, count * this.vocabulary);
      at += count;
    }
    return { cache, logits };
  }

  /**
   * Reads one further token of every lane.
   * @param tokens [lanes]; those of lanes without work do not matter, but each lane needs room.
   * @returns logits, [lanes, vocabulary].
   */
  async step(cache: LaneCache, tokens: Int32Array): Promise<Float32Array> {
    const { logits, rows } = await this.run(cache, tokens, 1);
    const width = rows.length / cache.lanes;
    for (let lane = 0; lane < cache.lanes; lane++) cache.append(lane, rows, lane * width, 1);
    return logits;
  }

  close(): Promise<void> {
    return this.sessions.close();
  }

  private async run(cache: LaneCache, tokens: Int32Array, length: number) {
    const { lanes, capacity } = cache;
    const size: DecodingSize = { lanes, length, capacity };
    const session = await this.sessions.get(`${lanes} ${length} ${capacity}`, () =>
      decodingGraph(this.weights.config, size, this.runtime),
    );
    // The last piece of a prompt may reach beyond the context; what stands there is not used.
    const last = this.weights.config.context - 1;
    const positions = BigInt64Array.from({ length: lanes * length }, (_, i) =>
      BigInt(Math.min((cache.read[Math.floor(i / length)] ?? 0) + (i % length), last)),
    );
    const outputs = await session.run({
      ...this.inputs,
      ...cache.feeds,
      tokens: this.runtime.int32(tokens, [lanes * length]),
      positions: this.runtime.int64(positions, [lanes, length]),
    });
    return { logits: floatsOf(outputs, 'logits'), rows: floatsOf(outputs, 'rows') };
  }
}
