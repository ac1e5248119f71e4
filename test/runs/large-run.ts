/**
 * Writes a run as a real one would have left it, in seconds: 400 steps and 150,000 episodes unless told otherwise.
 * Transcripts repeat, since it is their number that counts; everything else differs. The same for the same seed.
 */
import { join } from 'node:path';
import { GAME_SKILLS } from '../../server/protocol/run-config.ts';
import type { Transcript } from '../../server/protocol/run-records.ts';
import { streamOf } from '../../trainer/curriculum/random.ts';
import { Checkpoints } from '../../trainer/store/checkpoints.ts';
import { Database } from '../../trainer/store/database.ts';
import { Environments, hashOf, type NewEnvironment } from '../../trainer/store/environments.ts';
import { Journal } from '../../trainer/store/journal.ts';
import { Metrics } from '../../trainer/store/metrics.ts';
import { type Packed, pack } from '../../trainer/store/packed.ts';
import { RunStore } from '../../trainer/store/run-store.ts';
import { RUN_APPLICATION, RUN_SCHEMA, RUN_VERSION } from '../../trainer/store/schema.ts';
import { configOf } from '../../trainer/store/testing.ts';

export interface LargeRun {
  readonly id: string;
  readonly name?: string;
  readonly steps?: number;
  /** Plays of an environment in a step. */
  readonly group?: number;
  readonly seed?: number;
  /** Taken into class names, hints, observations and the like. */
  readonly words?: string;
}

const EVERY = 4;
const SET = 24;
const ACTIVE = 3;
const RULES = ['SP101', 'SP402', 'SP506', 'SP506', 'SP511', 'SP503', 'SP205'];
/** Milliseconds of a step. */
const PACE = 8 * 60_000;

interface Environment {
  readonly hash: string;
  readonly skill: string;
  /** How likely a play wins, at first and with the hint. */
  readonly rate: number;
  readonly hinted: number;
}

/** @returns the folder's number of episodes. */
export function writeLargeRun(folder: string, options: LargeRun): number {
  const { id, name = 'A large run', steps = 400, group = 13, seed = 1, words = '' } = options;
  const config = configOf({ rollouts: steps, seed, design: { every: EVERY, perSkill: SET / ACTIVE } });
  RunStore.create(folder, { id, name, config, rules: 'rules-1' }).close();
  const database = new Database(join(folder, 'run.db'), {
    schema: RUN_SCHEMA,
    version: RUN_VERSION,
    application: RUN_APPLICATION,
  });
  const episodes = database.transaction(() => fill(database, { steps, group, seed, words }));
  database.close();
  const store = RunStore.open(folder);
  store.setState('finished', { code: 'finished', message: 'All steps are done.' }, null);
  store.close();
  return episodes;
}

function fill(
  database: Database,
  { steps, group, seed, words }: { steps: number; group: number; seed: number; words: string },
): number {
  const random = streamOf(seed, 'large');
  const [journal, environments] = [new Journal(database), new Environments(database)];
  const packed = {
    won: transcripts('won', words),
    lost: transcripts('lost', words),
    fault: transcripts('fault', words),
  };
  let set: Environment[] = [];
  let episodes = 0;
  const play = (step: number, { hash, skill }: Environment, hinted: boolean, rate: number) => {
    const draw = random();
    const outcome = draw < 0.01 ? 'fault' : draw < 0.01 + rate ? 'won' : draw > 0.97 ? 'truncated' : 'lost';
    const value =
      outcome === 'fault' ? null : outcome === 'won' ? 1 : outcome === 'lost' && draw > 0.9 ? 0.25 : 0;
    const of = packed[outcome === 'truncated' ? 'lost' : outcome];
    const one = of[Math.floor(random() * of.length)] ?? of[0];
    if (!one) throw new Error('there are no transcripts');
    episodes += 1;
    database.run(
      'INSERT INTO episodes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[
        episodes,
        step,
        hash,
        skill,
        step * 1_000 + (hash.charCodeAt(0) % 100),
        Number(hinted),
        outcome,
        value,
        one.turns,
      ],
    );
    database.run('INSERT INTO transcripts VALUES (?, ?, ?)', episodes, one.packed.data, one.packed.check);
  };
  for (let step = 0; step < steps; step++) {
    journal.add('intent', step, 1, null);
    const isNew = step % EVERY === 0;
    if (isNew) set = design(environments, step, random, words);
    for (const [index, environment] of set.entries()) {
      const rate = Math.min(0.98, environment.rate + 0.03 * (step % EVERY));
      for (let i = 0; i < group; i++) play(step, environment, false, rate);
      const hinted = Math.max(1, group - 3 + (index % 2));
      for (let i = 0; isNew && i < hinted; i++) play(step, environment, true, environment.hinted);
    }
    measure(database, step, set, isNew, random);
    journal.add('commit', step, 1, null);
  }
  const begun = Date.now() - steps * PACE;
  database.run('UPDATE journal SET time = ? + step * ? WHERE step IS NOT NULL', begun, PACE);
  const records = set.map(({ skill, rate, hinted }, slot) => ({
    className: `Memory${slot}${words}Env`,
    skill,
    source: sourceOf(steps, slot, words),
    winRate: rate,
    regret: slot % 5 === 0 ? null : hinted - rate,
    rollout: steps - EVERY,
  }));
  new Checkpoints(database).record(steps - 1, { memory: records }, [], { keepLast: 3, keepEvery: 0 });
  return episodes;
}

function design(
  environments: Environments,
  step: number,
  random: () => number,
  words: string,
): Environment[] {
  const first = ((step / EVERY) * ACTIVE) % GAME_SKILLS.length;
  return Array.from({ length: SET }, (_, slot) => {
    const skill =
      GAME_SKILLS[(first + Math.floor(slot / (SET / ACTIVE))) % GAME_SKILLS.length] ?? GAME_SKILLS[0];
    let attempt = 1;
    while (random() > 0.55 && attempt < 5)
      environments.add(
        step,
        designOf(step, slot, attempt++, skill, words, RULES[Math.floor(random() * RULES.length)]),
      );
    const accepted = designOf(step, slot, attempt, skill, words, undefined);
    environments.add(step, accepted);
    const progress = Math.min(1, step / 300);
    const rate = Math.min(
      0.95,
      Math.max(0.02, random() * (0.4 + 0.5 * progress) + 0.05 * (GAME_SKILLS.indexOf(skill) % 3)),
    );
    const helped = Math.min(1, rate + random() * 0.5 * (1 - progress / 2));
    return { hash: hashOf(accepted.source), skill, rate, hinted: helped };
  });
}

const sourceOf = (step: number, slot: number, words: string): string =>
  `class Counting${step}x${slot}Env:\n    """Count ${words} from ${slot} to ${step + slot}."""\n\n    def reset(self, seed=None):\n        self.at = ${slot}\n        return "Begin at ${slot}.", {}\n\n    def step(self, action):\n        self.at += 1\n        done = self.at >= ${step + slot}\n        return f"At {self.at}.", float(done), done, False, {}\n`;

function designOf(
  step: number,
  slot: number,
  attempt: number,
  skill: string,
  words: string,
  rule: string | undefined,
): NewEnvironment {
  return {
    slot,
    attempt,
    skill,
    className: `Counting${step}x${slot}${words}Env`,
    verdict: rule === undefined ? 'sound' : 'unsound',
    accepted: rule === undefined,
    rejection: rule === undefined ? null : `${rule}, line 9: silence wins ${words}`,
    document: `document-${(step * 7 + slot) % 50}`,
    source: `${sourceOf(step, slot, words)}# try ${attempt}\n`,
    hint: rule === undefined ? `Look at the number ${words}.` : null,
    profile: 'games',
    findings:
      rule === undefined
        ? []
        : [
            {
              code: rule,
              name: 'a-rule',
              severity: 'error',
              message: `Silence wins in 3 of 4 plays ${words}.`,
              range: { start: { line: 9, column: 4 }, end: { line: 9, column: 12 } },
              by: 'dynamic',
              evidence: { play: { seed: 1, actions: ['\\boxed{}'] }, step: 1 },
            },
          ],
    undecided: [],
    measures: null,
  };
}

/** Of one outcome: forty plays of 3 to 12 turns, with tokens that are bytes, as the pocket policy's are. */
function transcripts(kind: 'won' | 'lost' | 'fault', words: string): { packed: Packed; turns: number }[] {
  return Array.from({ length: 40 }, (_, number) => {
    const turns = 3 + (number % 10);
    const one: Transcript = {
      opening: `You are in room ${number} ${words}. There are ${number % 5} doors; one leads out.`,
      turns: Array.from({ length: turns }, (_, turn) => {
        const last = turn === turns - 1;
        const response = `I think of ${words} door ${turn}. \\boxed{door ${(turn * number) % 7}}`;
        const tokens = [...Buffer.from(response)];
        return {
          response,
          action: `\\boxed{door ${(turn * number) % 7}}`,
          observation:
            last && kind === 'won' ? 'You are out.' : `Room ${number}.${turn} ${words}: it is dark.`,
          reward: last && kind === 'won' ? 1 : 0,
          terminated: last,
          truncated: false,
          info: { turn },
          tokens,
          pieces: [...response].flatMap((letter) =>
            [...Buffer.from(letter)].map((_, at) => (at === 0 ? letter : '')),
          ),
          logProbabilities: tokens.map((token, at) => -3 * Math.sin(token * 31 + at) ** 4),
        };
      }),
      ...(kind === 'fault'
        ? { fault: `KeyError: 'door' ${words} (line 12)` }
        : { advantage: kind === 'won' ? 0.9 : -0.6 }),
    };
    return { packed: pack(one), turns };
  });
}

function measure(
  database: Database,
  step: number,
  set: readonly Environment[],
  isNew: boolean,
  random: () => number,
): void {
  const metrics = new Metrics(database);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const noise = (size: number) => (random() - 0.5) * size;
  const tell = (skill: string | null, some: readonly Environment[]) => {
    const rates = some.map(({ rate }) => rate + 0.03 * (step % EVERY) + noise(0.04));
    const add = (name: string, value: number) => metrics.add({ step, name, skill, value });
    add('win-rate', mean(rates));
    add('return', mean(rates) + noise(0.02));
    add('regret', mean(some.map(({ rate, hinted }) => hinted - rate)));
    add('hinted-return', mean(some.map(({ hinted }) => hinted)));
    add('learnable-share', mean(rates.map((rate) => Number(rate >= 0.2 && rate <= 0.8))));
    add('fault-share', 0.01 + Math.abs(noise(0.01)));
    if (step % EVERY === EVERY - 1) add('designer-reward', 0.4 + step / 1_500 + noise(0.1));
    if (step % 8 === 0) add('held-out-win-rate', 0.25 + step / 1_000 + noise(0.05));
    if (isNew) add('accepted-share', 0.4 + step / 2_000 + noise(0.08));
  };
  tell(null, set);
  for (const [skill, members] of Map.groupBy(set, ({ skill }) => skill)) tell(skill, members);
  const add = (name: string, value: number) => metrics.add({ step, name, skill: null, value });
  if (isNew) {
    add('vendi', 12 + step / 60 + noise(2));
    add('vendi-share', (12 + step / 60) / SET);
    add('sound-at-first', 0.35 + step / 2_000 + noise(0.06));
  }
  add('loss', 0.02 + noise(0.02));
  add('divergence', 0.01 + Math.abs(noise(0.01)));
  add('clipped-share', 0.05 + Math.abs(noise(0.03)));
  add('gradient-norm', 0.8 + noise(0.4));
}
