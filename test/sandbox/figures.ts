/**
 * Prints the sandbox's figures: medians, with the best of all in brackets (what they would be on an idle machine).
 * Run it as `node --no-node-snapshot test/sandbox/figures.ts`, under `ulimit -s 65536`.
 */
import { readFileSync } from 'node:fs';
import type { Command } from '../../server/protocol/driver.ts';
import { ensureImage } from '../../server/sandbox/ensure.ts';
import { readImage } from '../../server/sandbox/image.ts';
import { SandboxIsolate } from '../../server/sandbox/isolate.ts';
import { launch } from '../../server/sandbox/launch.ts';
import { DEFAULT_CONDITIONS } from '../../server/sandbox/limits.ts';
import { readMeta } from '../../server/sandbox/meta.ts';
import { createPool } from '../../server/sandbox/pool.ts';

const SOURCE = `
import random
import re

class WordLockEnv:
    WORDS = ["spade", "trace", "lemon", "graph", "crane", "slate"]

    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        self.target = random.Random(seed).choice(self.WORDS)
        self.turns = 0
        return "Guess the word. Reply with \\\\boxed{word}.", {}

    def solution(self):
        return self.target

    def step(self, action):
        self.turns += 1
        truncated = self.turns >= self.max_turns
        match = re.search(r"\\\\boxed\\{(.+?)\\}", action)
        if not match:
            return "Use \\\\boxed{word}.", 0.0, False, truncated, {}
        guess = match.group(1).strip().lower()
        if guess == self.target:
            return "Correct!", 1.0, True, False, {}
        marks = "".join("G" if g == t else "Y" if g in self.target else "-" for g, t in zip(guess, self.target))
        return marks + ". Guess again.", 0.0, False, truncated, {}
`;
const load: Command = { op: 'load', source: SOURCE, compat: false };
const make: Command = { op: 'new', id: 'e', maxTurns: 6 };
const reset: Command = { op: 'reset', id: 'e', seed: 1 };
const step: Command = { op: 'step', id: 'e', action: '\\boxed{zzzzz}' };
const episode: Command = {
  op: 'play',
  seed: 1,
  actions: new Array<string>(6).fill('\\boxed{zzzzz}'),
  maxTurns: 6,
};
const CHECK = [load, make, reset, reset, step, step, step];

const LIMITS = { ticks: 1e9, milliseconds: 60_000 };
const lines = (commands: readonly Command[]) => commands.map((command) => JSON.stringify(command)).join('\n');
const times = (n: number, command: Command) => new Array<Command>(n).fill(command);

async function measure(
  name: string,
  runs: number,
  work: () => Promise<unknown>,
  rate?: number,
): Promise<void> {
  for (let i = 0; i < runs / 5; i += 1) await work();
  const taken: number[] = [];
  for (let i = 0; i < runs; i += 1) {
    const begun = performance.now();
    await work();
    taken.push(performance.now() - begun);
  }
  taken.sort((a, b) => a - b);
  const show = (ms: number) => (rate ? `${Math.round((rate / ms) * 1_000)} a second` : `${ms.toFixed(2)} ms`);
  console.log(`${name.padEnd(52)} ${show(taken[runs >> 1] ?? 0)} (${show(taken[0] ?? 0)})`);
}

const folder = await ensureImage();
const meta = readMeta(folder);
const image = readImage(folder, meta);
const isolate = await SandboxIsolate.create(image, () => process.abort());
const fresh = () => isolate.fresh(DEFAULT_CONDITIONS);
const DRAW = lines([{ op: 'draw', count: 1 }]);

// An interpreter is restored when its first batch comes.
await measure('restore in place, and the smallest of commands', 200, async () => {
  await fresh();
  await isolate.batch(`${DRAW}\n${DRAW}`, LIMITS);
});
await measure('restore with the environment loaded', 200, async () => {
  await fresh();
  await isolate.batch(lines([load]), LIMITS);
});
await measure('restore, load, construct, 2 resets, 3 steps', 200, async () => {
  await fresh();
  await isolate.batch(lines(CHECK), LIMITS);
});
await fresh();
await isolate.batch(lines(CHECK), LIMITS);
await measure(
  'steps across the isolate, 1,000 a batch',
  60,
  () => isolate.batch(lines(times(1_000, step)), LIMITS),
  1_000,
);
await measure(
  'episodes of six steps, 100 a batch',
  60,
  () => isolate.batch(lines(times(100, episode)), LIMITS),
  100,
);

await measure('process start to first reply', 15, () => {
  const child = launch({ folder, meta });
  return new Promise<void>((resolve) => {
    child.on('message', (message: { op: string }) => {
      if (message.op === 'ready') child.send({ op: 'batch', id: 1, commands: lines(CHECK), limits: LIMITS });
      else child.kill('SIGKILL') && child.once('exit', () => resolve());
    });
  });
});

const pool = await createPool({ children: 1 });
await measure('the same check through the pool', 200, () =>
  pool.use((interpreter) => interpreter.run(CHECK)),
);
await pool.use(async (interpreter) => {
  await interpreter.run(CHECK);
  await measure(
    'steps through the pool, 1,000 a batch',
    30,
    () => interpreter.run(times(1_000, step), LIMITS),
    1_000,
  );
});
if (process.platform === 'linux') {
  const status = readFileSync(`/proc/${pool.processes[0]}/status`, 'utf8');
  console.log('resident memory of a child with a spare'.padEnd(52), /VmRSS:\s+(\d+ kB)/.exec(status)?.[1]);
}
await pool.close();
process.exit(0);
