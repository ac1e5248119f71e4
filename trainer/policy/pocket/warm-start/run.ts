/**
 * Makes the weights of a warm start.
 *
 *     node --no-node-snapshot trainer/policy/pocket/warm-start/run.ts FOLDER [--seed 1]
 *
 * Checkpoints lie in FOLDER, and a run that was interrupted goes on from the newest one. When it is done,
 * FOLDER/shipped holds the weights in half precision, and what the policy then writes is checked by playing.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createPool } from '../../../../server/sandbox/pool.ts';
import { POCKET } from '../config.ts';
import { writtenDesigns } from './designs.ts';
import { DESIGNING, HINTING, PLAYING } from './lessons.ts';
import { type Stage, warmStart } from './warm-start.ts';

/** First how programs are written, then above all how they are played, and last what to tell a player. */
const stages: readonly Stage[] = [
  { steps: 600, mixture: DESIGNING, learningRate: 3e-3 },
  { steps: 600, mixture: PLAYING, learningRate: 1.5e-3 },
  { steps: 160, mixture: HINTING, learningRate: 1e-3 },
];

const TOLD_EVERY = 20;
const WRITTEN = 60;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' } },
});
const [folder] = positionals;
const seed = Number(values.seed);
const steps = stages.reduce((sum, stage) => sum + stage.steps, 0);
if (folder === undefined || !Number.isInteger(seed)) {
  console.error('Give a folder, and a whole number for --seed.');
  process.exit(2);
}

const pool = await createPool({ children: 1 });
const begun = performance.now();
const policy = await warmStart(
  {
    config: POCKET,
    seed,
    stages,
    saveEvery: 100,
    folder,
    onStep: (step, { surprise, gradientNorm }) => {
      if (step % TOLD_EVERY !== 0 && step !== steps) return;
      const bits = (surprise / Math.LN2).toFixed(3);
      const seconds = Math.round((performance.now() - begun) / 1000);
      console.log(
        `step ${step} of ${steps}: ${bits} bits a token, gradient ${gradientNorm.toFixed(2)}, ${seconds} s`,
      );
    },
  },
  pool,
);
await policy.save(join(folder, 'shipped'), { precision: 'float16' });
const unseen = 10_000_000;
const designs = await writtenDesigns(
  policy,
  pool,
  Array.from({ length: WRITTEN }, (_, i) => unseen + i),
  0.6,
);
const sound = designs.filter(({ report }) => report.verdict === 'sound');
console.log(`${sound.length} of ${designs.length} programs that it writes are sound when played.`);
await policy.close();
await pool.close();
