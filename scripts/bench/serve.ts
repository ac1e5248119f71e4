/**
 * What a served pool costs: steps a second of one session, and of two hundred that share the sandbox's processes.
 *
 *     node scripts/bench/serve.ts
 */
import { availableParallelism } from 'node:os';
import { WebSocket } from 'ws';
import { serverMessage } from '../../server/protocol/openenv.ts';
import { createPool } from '../../server/sandbox/pool.ts';
import { Catalogue } from '../../trainer/openenv/catalogue.ts';
import { Serving } from '../../trainer/openenv/serving.ts';
import type { Row } from './lint.ts';

const SESSIONS = 200;
const STEPS = 10;
/** Of the one session. */
const ALONE = 1_000;

const COUNTER = `
class CounterEnv:
    def reset(self, seed=None):
        self.count = 0
        return "Count.", {}
    def step(self, action):
        self.count += 1
        return "Counted.", 0.0, False, False, {}
`;

/** One session: resets, steps, and leaves. */
async function session(url: string, steps: number): Promise<void> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const ask = (message: unknown): Promise<void> =>
    new Promise((resolve, reject) => {
      socket.once('message', (data) => {
        const { type } = serverMessage.parse(JSON.parse(String(data)));
        if (type === 'observation') resolve();
        else reject(new Error(String(data)));
      });
      socket.send(JSON.stringify(message));
    });
  await ask({ type: 'reset' });
  for (let step = 0; step < steps; step += 1) await ask({ type: 'step', data: { message: 'x' } });
  socket.terminate();
}

export async function serveFigures(): Promise<Row[]> {
  const children = availableParallelism();
  const pool = await createPool({ children });
  const served = { name: 'counter', source: COUNTER, sha256: '', className: undefined, compat: false };
  const serving = await Serving.start({
    name: 'counter',
    catalogue: new Catalogue([{ ...served, profile: 'games', verdict: 'sound' }]),
    pool,
    lanes: children,
    capacity: SESSIONS,
    limits: { step: 600_000 },
  });
  try {
    const url = `${serving.url.replace(/^http/, 'ws')}/ws`;
    const rate = async (count: number, work: () => Promise<unknown>): Promise<string> => {
      const begun = performance.now();
      await work();
      return `${Math.round(count / ((performance.now() - begun) / 1_000)).toLocaleString('en')} a second`;
    };
    const alone = await rate(ALONE, () => session(url, ALONE));
    const all = await rate(SESSIONS * STEPS, () =>
      Promise.all(Array.from({ length: SESSIONS }, () => session(url, STEPS))),
    );
    return [
      { what: 'served steps over OpenEnv, one session', measured: alone, goal: '' },
      { what: `served steps over OpenEnv, ${SESSIONS} sessions`, measured: all, goal: '' },
    ];
  } finally {
    await serving.close();
    await pool.close();
  }
}

if (import.meta.main) console.table(await serveFigures());
