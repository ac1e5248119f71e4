/** What a dry run needs beside the configuration: the size of the evaluation's pool, and what the person knows. */
import { resolve } from 'node:path';
import type { Arguments } from '../../server/cli/arguments.ts';
import type { RunConfig } from '../../server/protocol/run-config.ts';
import type { Rates } from '../../server/protocol/run-estimate.ts';
import { readPool } from '../../server/workspace/files/pool-manifest.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';

/** Environments that the run is evaluated on; `undefined` where they are not on this machine. */
export async function heldOutOf({ evaluation }: RunConfig, cwd: string): Promise<number | undefined> {
  if (!evaluation || evaluation.pool === 'shipped') return undefined;
  // A pool may lie on the daemon's machine only.
  const pool = await readPool(evaluation.pool, resolve(cwd, evaluation.pool)).catch(() => undefined);
  return pool?.entries.length;
}

/** @throws UsageError for what is no number. */
export function ratesOf(args: Arguments): Rates {
  const rate = args.text('rate');
  const prices = args.text('prices');
  for (const [name, given] of [
    ['rate', rate],
    ['prices', prices],
  ] as const)
    if (given !== undefined && !args.has('dry-run'))
      throw new UsageError(`--${name} is for an estimate: give --dry-run as well.`);
  return {
    ...(rate === undefined ? {} : { tokensPerSecond: positive('rate', rate) }),
    ...(prices === undefined ? {} : { prices: pricesOf(prices) }),
  };
}

function pricesOf(given: string): NonNullable<Rates['prices']> {
  const parts = given.split(',').map((part) => part.trim());
  if (parts.length !== 3)
    throw new UsageError(
      `--prices takes three numbers, for a million tokens read, written and learnt from, such as 0.07,0.22,0.22; not "${given}".`,
    );
  const [read, write, learn] = parts.map((part) => (part === '0' ? 0 : positive('prices', part)));
  return { read, write, learn };
}

function positive(name: string, given: string): number {
  const number = Number(given);
  if (given.trim() !== '' && Number.isFinite(number) && number > 0) return number;
  throw new UsageError(`--${name}: "${given}" is no number above 0.`);
}
