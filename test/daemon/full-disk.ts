/**
 * Works on a small disk of its own until that is full, then read-only: `full-disk.ts FOLDER`, in a mount namespace in
 * which it may mount. Tells what the store said, as JSON.
 */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../../trainer/store/failure.ts';
import { RunStore } from '../../trainer/store/run-store.ts';
import { commitStep, createRun } from '../../trainer/store/testing.ts';

const [folder = ''] = process.argv.slice(2);
const run = join(folder, 'run');

function problemOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof StoreError) return `${error.problem}: ${error.message}`;
    throw error;
  }
  return 'none';
}

execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder]);
writeFileSync(join(folder, 'filler'), Buffer.alloc(1 << 20, 1));
const store = createRun(run, { rollouts: 100_000 });
store.takeUp();
let committed = -1;
const full = problemOf(() => {
  for (let step = 0; step < 100_000; step++) {
    writeFileSync(join(store.checkpoints.prepare(step), 'weights'), Buffer.alloc(20_000, step));
    commitStep(store, step);
    committed = step;
  }
});
store.setState('paused', { code: 'disk-full', message: full }, null);
const kept = store.journal.committed;
store.close();

rmSync(join(folder, 'filler'));
const again = RunStore.open(run);
const { state, reason } = again.facts;
const { last } = again.takeUp();
commitStep(again, committed + 1);
again.close();

execFileSync('mount', ['-o', 'remount,ro', folder]);
const reader = RunStore.read(run);
const readable = reader.journal.committed;
reader.close();
const writing = problemOf(() => RunStore.open(run).close());
process.stdout.write(
  JSON.stringify({ full, committed, kept, state, code: reason?.code, from: last?.step, readable, writing }),
);
