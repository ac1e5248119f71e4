/** What an engine does, asked before any run begins on it. */
import type { AskedEngine } from '../../server/protocol/engine-card.ts';
import type { RunConfig } from '../../server/protocol/run-config.ts';
import type { JobKind } from './job.ts';
import { Refusal } from './refusal.ts';

/** Milliseconds; one on a busy cluster loads its model first. */
const PATIENCE = 300_000;

/** @throws Refusal where there is nothing to ask. */
export async function askEngine(kind: JobKind, config: RunConfig): Promise<AskedEngine> {
  if (!kind.ask)
    throw new Refusal(
      'bad-parameters',
      `There is nothing to ask an engine of the kind "${kind.engine}" beforehand.`,
    );
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    return await kind.ask(config, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    return { kind: 'unknown', message: `it gave no answer in ${PATIENCE / 60_000} minutes.` };
  }
}
