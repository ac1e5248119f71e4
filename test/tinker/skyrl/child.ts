/**
 * A few rollouts on an engine in a process that can be killed: `child.ts URL MODEL FOLDER`. Commits are files, and the
 * newest is gone on from. The environment pays for capital letters, so that a model of noise can learn something.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '../../../server/playtest/settings.ts';
import { createPool } from '../../../server/sandbox/pool.ts';
import { Checker } from '../../../trainer/selfplay/checking.ts';
import { SelfPlay } from '../../../trainer/selfplay/loop.ts';
import { configWith, Ledger } from '../../../trainer/selfplay/testing.ts';
import { openTinker } from '../../../trainer/selfplay/tinker-kind.ts';
import { hashOf } from '../../../trainer/store/environments.ts';
import type { Commit } from '../../../trainer/store/run-store.ts';

const SOURCE = `
class CapitalsEnv:
    def __init__(self, max_turns=2):
        self.max_turns = max_turns
        self.turn = 0
        self.paid = 0.0

    def reset(self, seed=None):
        self.turn = 0
        self.paid = 0.0
        return "Write.", {}

    def step(self, action):
        self.turn += 1
        self.paid += sum(1 for letter in action if "A" <= letter <= "Z") / 16
        over = self.turn >= self.max_turns
        return "Go on.", min(1.0, self.paid), over, False, {}

    def solution(self):
        return "ABCDEFGH"
`;

const [url = '', model = '', folder = ''] = process.argv.slice(2);
const config = configWith({
  engine: { kind: 'tinker', url, model, loraRank: 8 },
  rollouts: 4,
  curriculum: { kind: 'fixed', pool: 'shipped', corpus: null },
  evaluation: null,
  design: { skills: ['Optimization'], activeSkills: 1, perSkill: 1, every: 4, temperature: 1 },
  play: { group: 6, maxTurns: 2, maxTokens: 16, context: 512 },
  update: { learningRate: 2e-3, epochs: 1, kl: 0 },
});

const say = (line: string) => process.stdout.write(`${line}\n`);
const last = readdirSync(folder)
  .filter((name) => name.endsWith('.commit.json'))
  .sort()
  .at(-1);
const from: Commit | undefined = last ? JSON.parse(readFileSync(join(folder, last), 'utf8')) : undefined;
const ledger = new Ledger(config, folder);
const context = ledger.context(from);
const pool = await createPool({ children: 1 });
const mind = await openTinker(config, {
  ...context,
  run: 'skyrl',
  start: { ...context.start, attempt: from ? 2 : 1 },
  log: (_level, message) => say(message),
});
const fixed = [
  { source: SOURCE, hash: hashOf(SOURCE), className: 'CapitalsEnv', skill: 'Optimization', level: 0 },
];
const checker = new Checker(pool, { ...DEFAULT_SETTINGS });
const parts = { pool, policy: mind.policy, player: mind.player, checker, corpus: undefined, fixed };
const end = await new SelfPlay(config, parts).run({
  ...context,
  intend: (step) => say(`intend ${step}`),
  commit: (commit) => {
    const name = `${String(commit.step).padStart(4, '0')}.commit.json`;
    if (existsSync(join(folder, name))) throw new Error(`${name} was committed twice`);
    writeFileSync(join(folder, name), JSON.stringify(commit));
    say(`commit ${commit.step} ${JSON.stringify(commit.detail)}`);
  },
});
await mind.close();
await pool.close();
say(`end ${end}`);
