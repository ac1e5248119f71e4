/**
 * A daemon with lively runs, as a process of its own that can be killed: `lively-daemon.ts HOME PACE`, PACE being
 * milliseconds of a reply. The loop, the sandbox and the store are the real ones; only the policy's words are given, so
 * that a walk sees the same on every machine: every third design fails its checks, and plays are won more and more.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '../../server/sandbox/pool.ts';
import { Daemon } from '../../trainer/daemon/daemon.ts';
import type { JobKind } from '../../trainer/daemon/job.ts';
import { SelfPlay } from '../../trainer/selfplay/loop.ts';
import { type Asked, freight, freightAnswer, partsWith, scripted } from '../../trainer/selfplay/testing.ts';

const [home = '', pace = '5'] = process.argv.slice(2);

const NAMES = ['Barge', 'Canal', 'Depot', 'Ferry', 'Harbour', 'Lorry', 'Pier', 'Quay', 'Rail', 'Sluice'];

/** Its answer stands in its observation: reading shows it, and playing shows it too. */
const leaky = (name: string): string =>
  freight(name).replace(
    'There are {self.crates}',
    'It comes to {self._total()} crowns. There are {self.crates}',
  );

function lively(): JobKind {
  return {
    engine: 'pocket',
    check: async () => undefined,
    create: (config) => ({
      run: async (context) => {
        const pool = await createPool({ children: 1 });
        let designed = 0;
        const learnt = () => (context.start.last?.step ?? 0) + designed / 4;
        const policy = scripted(({ role, parts }: Asked, seed) => {
          if (role === 'designer') {
            const name = NAMES[designed % NAMES.length] ?? '';
            designed += 1;
            return designed % 3 === 1 ? leaky(name) : freight(name);
          }
          if (role === 'hinter') return 'Multiply all three numbers and add the permit.';
          const skill = Math.min(80, 15 + 6 * learnt());
          const knows = seed % 100 < (parts.has('hint') ? 90 : skill);
          return knows
            ? `The bill is crates times weight times rate. ${freightAnswer(parts.get('observation') ?? '')}`
            : `I guess \\boxed{${1_000 + (seed % 900)}}`;
        });
        // It has learnt nothing that a checkpoint would have to bring back.
        policy.load = async () => {};
        policy.save = async (folder) => writeFileSync(join(folder, 'weights'), 'none');
        const sample = policy.sample.bind(policy);
        policy.sample = async (requests, options) => {
          await sleep(Number(pace) * requests.length, undefined, { signal: context.signal });
          return sample(requests, options);
        };
        try {
          return await new SelfPlay(config, partsWith(pool, policy)).run(context);
        } finally {
          await pool.close();
        }
      },
    }),
  };
}

const daemon = await Daemon.start({ home, kinds: [lively()], rules: 'rules-1' });
process.stdout.write(`${JSON.stringify({ url: daemon.url })}\n`);
