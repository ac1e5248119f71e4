/** A report's form. Whatever can be written at once is, so that a report of 10,000 environments needs no memory. */
import type { RunFacts, Tally } from './tally.ts';
import type { Told } from './told.ts';

export interface Reporter {
  begin(): string;
  environment(told: Told): string;
  end(tally: Tally, run: RunFacts): Iterable<string>;
}

export const FORMATS = ['text', 'json', 'sarif', 'junit', 'github'] as const;
export type Format = (typeof FORMATS)[number];

/** What makes a run fail: errors; also what is undecided; also warnings. */
export const FAIL_ON = ['error', 'undecided', 'warning'] as const;
export type FailOn = (typeof FAIL_ON)[number];
