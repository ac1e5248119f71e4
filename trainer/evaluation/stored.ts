/** Puts what an evaluation came to beside a run's own measures, at the last step that was done. */
import { UsageError } from '../../server/workspace/usage-error.ts';
import type { Numbers } from '../selfplay/measures.ts';
import { RunStore } from '../store/run-store.ts';

/** The names that runs' views know. */
export const EVALUATED = {
  winRate: 'evaluated-win-rate',
  average: 'question-average',
  pass: 'question-pass',
} as const;

const PAGE = 1_000;

/** @throws UsageError where the run has done no step, or holds such measures of this step; StoreError when it is at work. */
export function storeWith(folder: string, measures: readonly Numbers[], told: string): number {
  const store = RunStore.open(folder);
  try {
    const step = store.journal.committed;
    if (step === null)
      throw new UsageError(`${folder} has done no step yet, so there is none that this could be told of.`);
    const names = [...new Set(measures.map(({ name }) => name))];
    for (let after: number | null = 0; after !== null; ) {
      const page = store.metrics.page(names, after, PAGE);
      if (page.items.some((one) => one.step === step))
        throw new UsageError(
          `The run holds an evaluation of this kind at step ${step} already; it is left as it is.`,
        );
      after = page.next;
    }
    for (const one of measures) store.metrics.add({ step, ...one });
    store.log('info', told);
    store.flush();
    return step;
  } finally {
    store.close();
  }
}

/** What a run would be evaluated with: its engine's settings, and the weights of its last checkpoint where it has some. */
export function evaluatedOf(folder: string) {
  const store = RunStore.read(folder);
  try {
    const { config } = store.facts;
    const step = store.journal.committed;
    const weights = step === null ? null : store.checkpoints.load(step).folder;
    return { config, step, weights };
  } finally {
    store.close();
  }
}
