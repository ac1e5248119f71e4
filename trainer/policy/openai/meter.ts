/** What an endpoint was asked for, and what it costs at its user's prices. */
import type { Prices } from './endpoint.ts';

export interface Usage {
  readonly requests: number;
  /** Tries beyond the first. */
  readonly retries: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Answers of which the endpoint told no tokens: then the counts and the cost are too low. */
  readonly uncounted: number;
}

export class Meter {
  #usage: Usage = { requests: 0, retries: 0, inputTokens: 0, outputTokens: 0, uncounted: 0 };

  get usage(): Usage {
    return this.#usage;
  }

  answered(tokens: { readonly input: number; readonly output: number } | undefined): void {
    const { requests, inputTokens, outputTokens, uncounted } = this.#usage;
    this.#usage = {
      ...this.#usage,
      requests: requests + 1,
      inputTokens: inputTokens + (tokens?.input ?? 0),
      outputTokens: outputTokens + (tokens?.output ?? 0),
      uncounted: uncounted + (tokens ? 0 : 1),
    };
  }

  retried(): void {
    this.#usage = { ...this.#usage, retries: this.#usage.retries + 1 };
  }
}

export const costOf = ({ inputTokens, outputTokens }: Usage, { input, output }: Prices): number =>
  (inputTokens * input + outputTokens * output) / 1_000_000;

/** In words, with the cost where prices were given. */
export function usageText(usage: Usage, prices?: Prices): string {
  const { requests, retries, inputTokens, outputTokens, uncounted } = usage;
  const of = (count: number) => count.toLocaleString('en');
  const cost = prices ? `, ${costOf(usage, prices).toFixed(4)} at your prices` : '';
  const least = uncounted > 0 ? `; at least, since ${of(uncounted)} answers came without a count` : '';
  return `${of(requests)} requests${retries > 0 ? ` (${of(retries)} repeated)` : ''}, ${of(inputTokens)} tokens in, ${of(outputTokens)} out${cost}${least}`;
}
