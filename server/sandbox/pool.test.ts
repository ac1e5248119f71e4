import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../protocol/driver.ts';
import { createPool, type Interpreter, type SandboxPool } from './pool.ts';

const load = (source: string): Command => ({ op: 'load', source, compat: false });
const SPIN = load('sum(iter(int, 1))');
const COUNTER = load(`
class CounterEnv:
    count = 0
    def reset(self, seed=None): return "", {}
    def step(self, action):
        CounterEnv.count += 1
        return str(CounterEnv.count), 0.0, False, False, {}
    def solution(self): return "né 😀"
`);
const make: Command = { op: 'new', id: 'e' };
const step: Command = { op: 'step', id: 'e', action: 'x' };

let pool: SandboxPool;
beforeAll(async () => {
  pool = await createPool({ children: 2 });
});
afterAll(() => pool.close());

/** How often the environment has been stepped, by its own count. */
async function count(interpreter: Interpreter, commands: Command[]): Promise<unknown> {
  const result = await interpreter.run(commands);
  if (result.kind !== 'ok') return result;
  const last = result.replies.at(-1);
  return last && 'ok' in last && (last.ok as { parts: unknown[] }).parts[0];
}

describe('use', () => {
  it('lends a fresh interpreter each time, which keeps its state between runs', async () => {
    for (let i = 0; i < 4; i += 1) {
      const counts = await pool.use(async (interpreter) => [
        await count(interpreter, [COUNTER, make, step, step]),
        await count(interpreter, [step]),
      ]);
      expect(counts).toEqual(['2', '3']);
    }
  });

  it('runs more works than there are children, each alone in its interpreter', async () => {
    const counts = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        pool.use((interpreter) =>
          count(interpreter, [COUNTER, make, ...new Array<Command>(i + 1).fill(step)]),
        ),
      ),
    );
    expect(counts).toEqual(Array.from({ length: 20 }, (_, i) => String(i + 1)));
  });

  it('carries any text both ways', async () => {
    const source =
      'class TextEnv:\n    def reset(self, seed=None): return "", {}\n    def step(self, a): return a + "é😀\\ud800\\0", 0.0, False, False, {}';
    const result = await pool.use((i) =>
      i.run([load(source), make, { op: 'step', id: 'e', action: 'né\n\u2028😀"\\' }]),
    );
    expect(result).toMatchObject({
      replies: [{}, {}, { ok: { parts: ['né\n\u2028😀"\\é😀\ud800\0', {}, false, false, {}] } }],
    });
  });

  it('hands on what the work throws, and lends the interpreter again', async () => {
    for (let i = 0; i < 3; i += 1) {
      await expect(pool.use(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
    }
    expect(await pool.use((interpreter) => count(interpreter, [COUNTER, make, step]))).toBe('1');
  });

  it('takes an interpreter back for good', async () => {
    const kept = await pool.use(async (interpreter) => interpreter);
    await expect(kept.run([make])).rejects.toThrow('given back');
    await expect(kept.restore()).rejects.toThrow('given back');
  });

  it('runs nothing as nothing', async () => {
    expect(await pool.use((interpreter) => interpreter.run([]))).toMatchObject({ kind: 'ok', replies: [] });
  });
});

describe('restore', () => {
  it('forgets all, and takes conditions', async () => {
    const seen = await pool.use(async (interpreter) => {
      const probe = load('import os, time\nprint(hash("x"), os.urandom(2).hex(), int(time.time()))');
      const outputs: unknown[] = [];
      for (const conditions of [{}, { hashSeed: 1 }, { entropy: 9 }, { clock: 5 }, {}] as const) {
        await interpreter.restore(conditions);
        const result = await interpreter.run([probe]);
        outputs.push(result.kind === 'ok' ? result.output.trim().split(' ') : result);
      }
      return outputs as string[][];
    });
    const [plain, hash, entropy, clock, again] = seen;
    expect(again).toEqual(plain);
    expect([hash?.[0] === plain?.[0], hash?.[1] === plain?.[1]]).toEqual([false, true]);
    expect([entropy?.[0] === plain?.[0], entropy?.[1] === plain?.[1]]).toEqual([true, false]);
    expect(clock?.[2]).toBe('5');
  });

  it('is needed after a limit', async () => {
    const kinds = await pool.use(async (interpreter) => {
      const stopped = await interpreter.run([SPIN], { milliseconds: 200 });
      const spent = await interpreter.run([COUNTER]);
      await interpreter.restore();
      return [stopped, spent, await interpreter.run([COUNTER])].map(({ kind }) => kind);
    });
    expect(kinds).toEqual(['limit', 'internalError', 'ok']);
  });
});

describe('cancelling', () => {
  it('ends a wait for an interpreter', async () => {
    const release = Promise.withResolvers<void>();
    const holding = [1, 2].map(() => pool.use(() => release.promise));
    const controller = new AbortController();
    const waiting = pool.use(async () => 'ran', controller.signal);
    controller.abort(new Error('no longer wanted'));
    await expect(waiting).rejects.toThrow('no longer wanted');
    release.resolve();
    await Promise.all(holding);
    expect(await pool.use(async () => 'ran')).toBe('ran');
  });

  it('ends a batch that runs, long before its limit', async () => {
    const controller = new AbortController();
    const running = pool.use((i) => i.run([SPIN], { milliseconds: 600_000 }), controller.signal);
    await delay(200);
    controller.abort(new Error('no longer wanted'));
    await expect(running).rejects.toThrow('no longer wanted');
    const both = [1, 2].map(() => pool.use((interpreter) => count(interpreter, [COUNTER, make, step])));
    expect(await Promise.all(both)).toEqual(['1', '1']);
  });

  it('never begins with a signal that has fired', async () => {
    await expect(pool.use(async () => 'ran', AbortSignal.abort(new Error('too late')))).rejects.toThrow(
      'too late',
    );
  });
});

describe('close', () => {
  it('ends what runs and what waits, and all children', async () => {
    const own = await createPool({ children: 1 });
    const running = own.use((interpreter) => interpreter.run([SPIN], { milliseconds: 600_000 }));
    const waiting = own.use(async () => 'ran');
    await delay(200);
    const ended = Promise.allSettled([running, waiting]);
    await own.close();
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(own.processes).toEqual([]);
    await expect(own.use(async () => 'ran')).rejects.toThrow('closed');
  });
});

it('says what is wrong with an image', async () => {
  await expect(createPool({ children: 1, image: import.meta.dirname })).rejects.toThrow('is no image');
  await expect(createPool({ children: 0 })).rejects.toThrow(RangeError);
});
