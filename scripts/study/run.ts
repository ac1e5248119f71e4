/**
 * Runs the study: every condition under every seed, two runs at a time, in a daemon of its own.
 *
 *     node --no-node-snapshot scripts/study/run.ts [--seeds 3] [--home .spade-cache/study]
 *
 * What is finished stays; started again, it goes on. Then it writes docs/study.md and its plots.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { mergedOverrides } from '../../server/protocol/run-presets.ts';
import type { RunSummary } from '../../server/protocol/run-records.ts';
import { JOB_KINDS } from '../../trainer/cli/kinds.ts';
import { DaemonClient } from '../../trainer/client/client.ts';
import { Daemon } from '../../trainer/daemon/daemon.ts';
import { BASE, CONDITIONS } from './conditions.ts';
import { writeReport } from './report.ts';
import { readResults } from './results.ts';

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '3' },
    home: { type: 'string', default: join(root, '.spade-cache/study') },
  },
});
const seeds = Number(values.seeds);
if (!Number.isInteger(seeds) || seeds < 2) {
  console.error('--seeds takes a whole number from 2 on: an interval needs two.');
  process.exit(2);
}

const daemon = await Daemon.start({ home: values.home, kinds: JOB_KINDS, rules: 'study', parallel: 2 });
const client = await DaemonClient.connect({ url: daemon.url, token: daemon.token, name: 'the study' });
await client.request('lease/take', {});

const known = new Map((await list()).map((run) => [run.name, run]));
// Seed by seed, so that a study that is cut short has whole rows.
for (let seed = 1; seed <= seeds; seed++)
  for (const { name, overrides } of CONDITIONS) {
    const label = `${name} ${seed}`;
    const before = known.get(label);
    if (!before) {
      const all = { ...mergedOverrides(BASE, overrides), seed };
      const request = { preset: 'pocket' as const, name: label, overrides: JSON.parse(JSON.stringify(all)) };
      await client.request('run/start', { command: randomUUID(), request });
    } else if (before.state === 'failed' || before.state === 'paused' || before.state === 'stopped')
      await client.request('run/resume', { command: randomUUID(), run: before.id });
  }

for (let told = ''; ; await sleep(5_000)) {
  const runs = await list();
  const done = runs.filter(({ state }) => state === 'finished');
  const working = runs.filter(({ state }) => state === 'running');
  const line = `${done.length} of ${runs.length} runs; ${working.map(({ name, steps, of }) => `${name}: ${steps} of ${of}`).join(', ')}`;
  if (line !== told) console.log(line);
  told = line;
  for (const { name, reason } of runs.filter(({ state }) => state === 'failed'))
    console.error(`${name} failed: ${reason?.message}`);
  if (runs.every(({ state }) => state === 'finished' || state === 'failed')) break;
}
await client.close();
await daemon.close();
writeReport(join(root, 'docs'), readResults(values.home));

async function list(): Promise<readonly RunSummary[]> {
  return (await client.request('run/list', {})).runs;
}
