/** Many requests over few lanes: each lane takes the next request when its own is over. */
import type { Sample, SampleRequest, StopReason } from '../policy.ts';
import { capacityFor, type LaneCache } from './cache.ts';
import { type Chosen, choose } from './choice.ts';
import type { Decoder, Prefix } from './decoder.ts';
import { type Random, seededRandom } from './random.ts';
import type { Checkpoint } from './trainer.ts';

/** Lanes at most: with more, a step costs as much more as it yields. */
const LANES = 32;

/** Lanes are given up when no more than this share of them works. */
const SPARSE = 1 / 4;

interface Work {
  readonly index: number;
  readonly request: SampleRequest;
  readonly random: Random;
  readonly tokens: number[];
  readonly logProbabilities: number[];
}

export interface SamplingOptions {
  readonly context: number;
  readonly onSample?: ((sample: Sample, index: number) => void) | undefined;
  readonly proceed?: Checkpoint | undefined;
}

/** As `Policy.sample`, for requests that were checked. */
export async function sampleAll(
  decoder: Decoder,
  requests: readonly SampleRequest[],
  { context, onSample, proceed = () => {} }: SamplingOptions,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  const queue = requests.entries();
  const prefixes = new Prefixes(decoder, requests);
  let lanes: (Work | undefined)[] = new Array(Math.min(LANES, 2 ** Math.ceil(Math.log2(requests.length))));
  let cache = decoder.cache(lanes.length, capacityFor(1));
  let waiting = true;

  const finish = ({ index, tokens, logProbabilities }: Work, stopReason: StopReason) => {
    const sample = {
      tokens: Int32Array.from(tokens),
      logProbabilities: Float32Array.from(logProbabilities),
      stopReason,
    };
    samples[index] = sample;
    onSample?.(sample, index);
  };

  /** Starts the next requests until one needs a lane. */
  const begin = async (): Promise<{ work: Work; prefix: Prefix } | undefined> => {
    for (;;) {
      const next = queue.next();
      if (next.done) return undefined;
      await proceed();
      const [index, request] = next.value;
      const work = { index, request, random: seededRandom(request.seed), tokens: [], logProbabilities: [] };
      const prefix = await prefixes.take(request);
      const over = push(
        work,
        choose(prefix.logits, 0, decoder.vocabulary, request.settings, work.random),
        context,
      );
      if (!over) return { work, prefix };
      finish(work, over);
    }
  };

  for (;;) {
    for (let lane = 0; waiting && lane < lanes.length; lane++) {
      if (lanes[lane]) continue;
      const begun = await begin();
      if (!begun) {
        waiting = false;
        break;
      }
      const capacity = capacityFor((begun.prefix.cache.read[0] ?? 0) + 1);
      if (capacity > cache.capacity) cache = moved(decoder, cache, [...lanes.keys()], capacity);
      cache.copy(lane, begun.prefix.cache, 0);
      lanes[lane] = begun.work;
    }
    const working = [...lanes.keys()].filter((lane) => lanes[lane]);
    if (working.length === 0) return samples;
    if (!waiting && lanes.length > 1 && working.length <= lanes.length * SPARSE) {
      cache = moved(decoder, cache, working, cache.capacity);
      const kept = working.map((lane) => lanes[lane]);
      lanes = Array.from({ length: cache.lanes }, (_, lane) => kept[lane]);
    }
    for (const [lane, work] of lanes.entries()) if (!work) cache.clear(lane);
    const needed = capacityFor(Math.max(...cache.read) + 1);
    // Also smaller, when the long ones are over: every step reads the whole capacity.
    if (needed > cache.capacity || 2 * needed <= cache.capacity)
      cache = moved(decoder, cache, [...lanes.keys()], needed);

    await proceed();
    const logits = await decoder.step(
      cache,
      Int32Array.from(lanes, (work) => work?.tokens.at(-1) ?? 0),
    );
    for (const [lane, work] of lanes.entries()) {
      if (!work) continue;
      const offset = lane * decoder.vocabulary;
      const chosen = choose(logits, offset, decoder.vocabulary, work.request.settings, work.random);
      const over = push(work, chosen, context);
      if (!over) continue;
      finish(work, over);
      lanes[lane] = undefined;
    }
  }
}

/** Takes a token in; says why the reply is over, if it is. */
function push(work: Work, { token, logProbability }: Chosen, context: number): StopReason | undefined {
  const { request, tokens, logProbabilities } = work;
  tokens.push(token);
  logProbabilities.push(logProbability);
  if (request.settings.stop.includes(token)) return 'stop';
  if (tokens.length >= request.settings.maxTokens) return 'length';
  return request.prompt.length + tokens.length >= context ? 'context' : undefined;
}

/** Some lanes of a cache in a new one, which has a power of two of them. */
function moved(decoder: Decoder, from: LaneCache, lanes: readonly number[], capacity: number): LaneCache {
  const to = decoder.cache(2 ** Math.ceil(Math.log2(lanes.length)), capacity);
  for (const [lane, source] of lanes.entries()) to.copy(lane, from, source);
  return to;
}

/** Prompts that were read, each kept as long as a further request has the same. */
class Prefixes {
  private readonly decoder: Decoder;
  private readonly wanted = new Map<string, number>();
  private readonly known = new Map<string, Prefix>();

  constructor(decoder: Decoder, requests: readonly SampleRequest[]) {
    this.decoder = decoder;
    for (const { prompt } of requests) this.count(Prefixes.key(prompt), 1);
  }

  async take({ prompt }: SampleRequest): Promise<Prefix> {
    const key = Prefixes.key(prompt);
    const prefix = this.known.get(key) ?? (await this.decoder.prefix(Int32Array.from(prompt)));
    if (this.count(key, -1) > 0) this.known.set(key, prefix);
    else this.known.delete(key);
    return prefix;
  }

  private count(key: string, more: number): number {
    const count = (this.wanted.get(key) ?? 0) + more;
    this.wanted.set(key, count);
    return count;
  }

  private static key(prompt: ArrayLike<number>): string {
    return Array.prototype.join.call(prompt, ' ');
  }
}
