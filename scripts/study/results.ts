/** What the runs of a study came to, read from their folders. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Metric } from '../../server/protocol/run-records.ts';
import { roundOf, type Summary, summarise } from '../../trainer/cli/train-summary.ts';
import { RunStore } from '../../trainer/store/run-store.ts';

export interface Result {
  readonly condition: string;
  readonly seed: number;
  readonly summary: Summary;
  /** Share of held-out plays that were won, by rollouts learnt from. */
  readonly heldOut: readonly { readonly rollouts: number; readonly share: number }[];
  /** Of the whole run. */
  readonly means: Readonly<Record<string, number>>;
}

const MEANS = ['win-rate', 'regret', 'learnable-share', 'vendi-share', 'sound-at-first', 'accepted-share'];

/** The finished ones. */
export function readResults(home: string): Result[] {
  return readdirSync(join(home, 'runs')).flatMap((name) => {
    const store = RunStore.read(join(home, 'runs', name));
    try {
      const { facts } = store;
      if (facts.state !== 'finished') return [];
      const [condition = '', seed = '0'] = facts.name.split(' ');
      const metrics = store.metrics.page(undefined, 0, 1_000_000).items;
      const environments = store.environments.page({}, 0, 1_000_000);
      return [
        {
          condition,
          seed: Number(seed),
          summary: summarise(metrics, environments, roundOf(facts.config.design)),
          heldOut: heldOutOf(metrics, facts.config.rollouts),
          means: meansOf(metrics),
        },
      ];
    } finally {
      store.close();
    }
  });
}

function heldOutOf(metrics: readonly Metric[], rollouts: number): Result['heldOut'] {
  return metrics
    .filter(({ name, skill }) => skill === null && name.startsWith('held-out-win-rate'))
    .map(({ name, step, value }) => ({ rollouts: name.endsWith('-after') ? rollouts : step, share: value }))
    .sort((a, b) => a.rollouts - b.rollouts);
}

function meansOf(metrics: readonly Metric[]): Record<string, number> {
  return Object.fromEntries(
    MEANS.flatMap((name) => {
      const values = metrics
        .filter((one) => one.name === name && one.skill === null)
        .map(({ value }) => value);
      return values.length === 0
        ? []
        : [[name, values.reduce((sum, value) => sum + value, 0) / values.length]];
    }),
  );
}
