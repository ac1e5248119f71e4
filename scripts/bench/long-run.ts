/**
 * Memory of a long run: 400 rollouts of self-play on the pocket policy over the shipped pool, in one process.
 *
 *     node --no-node-snapshot scripts/bench/long-run.ts [ROLLOUTS]
 *
 * Takes minutes, so that `npm run bench` leaves it out.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveConfig } from '../../server/protocol/run-presets.ts';
import { Runner } from '../../trainer/daemon/runner.ts';
import { POCKET_KIND } from '../../trainer/selfplay/pocket-kind.ts';
import { RunStore } from '../../trainer/store/run-store.ts';

const rollouts = Number(process.argv[2] ?? 400);
const TOLD = 50;

const resolved = resolveConfig('pocket', {
  rollouts,
  design: { activeSkills: 2, perSkill: 1, every: 1 },
  play: { group: 4 },
  curriculum: { kind: 'sliding-window', pool: 'shipped' },
  evaluation: null,
});
if ('problems' in resolved) throw new Error(resolved.problems.join('; '));
const { config } = resolved;
const folder = mkdtempSync(join(tmpdir(), 'spade-long-run-'));
const store = RunStore.create(join(folder, 'run'), { id: 'long-run', name: 'long', config, rules: '' });
const megabytes = (bytes: number): string => Math.round(bytes / 2 ** 20).toLocaleString('en');

const begun = performance.now();
let told = 0;
const timer = setInterval(() => {
  const steps = (store.journal.committed ?? -1) + 1;
  if (steps < told + TOLD) return;
  told = steps - (steps % TOLD);
  const { rss, heapUsed } = process.memoryUsage();
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(
    `${steps} rollouts, ${seconds} s: resident ${megabytes(rss)} MB, heap ${megabytes(heapUsed)} MB, store ${megabytes(store.bytes)} MB`,
  );
}, 200);
const left = await new Runner(store, () => POCKET_KIND.create(config)).run();
clearInterval(timer);
console.log(`${left.state}: ${left.reason?.message}`);
store.close();
rmSync(folder, { recursive: true });
