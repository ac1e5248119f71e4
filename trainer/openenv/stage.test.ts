/** The stage over a sandbox that does what the test says: what real ones do once in a while. */
import { describe, expect, test } from 'vitest';
import type { Command, Reply } from '../../server/protocol/driver.ts';
import type { SandboxResult } from '../../server/protocol/sandbox.ts';
import type { Interpreter, SandboxPool } from '../../server/sandbox/pool.ts';
import { Script } from './script.ts';
import { Stage } from './stage.ts';
import { served } from './testing.ts';

type Answer = (command: Command, interpreter: number) => Reply | 'dies' | 'never';

interface Fake {
  readonly pool: SandboxPool;
  /** Interpreters that were lent. */
  readonly lent: () => number;
}

function fakePool(answer: Answer): Fake {
  let lent = 0;
  const pool: SandboxPool = {
    processes: [],
    close: async () => {},
    use: async (work, signal) => {
      lent += 1;
      const number = lent;
      const interpreter: Interpreter = {
        restore: async () => {},
        run: async (commands): Promise<SandboxResult> => {
          const replies: Reply[] = [];
          for (const command of commands) {
            const reply = answer(command, number);
            if (reply === 'never') await new Promise(() => {});
            else if (reply === 'dies') return { kind: 'internalError', message: 'its process ended' };
            else replies.push(reply);
          }
          return { kind: 'ok', replies, usage: [], output: '', memory: 0 };
        },
      };
      return work(interpreter, signal ?? new AbortController().signal);
    },
  };
  return { pool, lent: () => lent };
}

const told: { replayed: number[]; lost: number } = { replayed: [], lost: 0 };

function stageOver(answer: Answer, lanes = 1) {
  const fake = fakePool(answer);
  told.replayed = [];
  told.lost = 0;
  const stage = new Stage(fake.pool, lanes, {
    replayed: (steps) => told.replayed.push(steps),
    lost: () => {
      told.lost += 1;
    },
  });
  return { stage, lent: fake.lent };
}

const NEVER = new AbortController().signal;
/** Milliseconds: long enough for a slow machine to do nothing in. */
const LONG = 20_000;

const counting = (): Answer => {
  let count = 0;
  return (command) => {
    if (command.op === 'reset') count = 0;
    if (command.op === 'step') count += 1;
    return { ok: `${command.op} ${count}` };
  };
};

describe('two episodes at one desk', () => {
  test('take turns, each played again up to where it was', async () => {
    const { stage, lent } = stageOver(counting());
    const [one, two] = [new Script(served('one'), 1), new Script(served('two'), 2)];
    await stage.begin(one, LONG, NEVER);
    await stage.begin(two, LONG, NEVER);
    expect(await stage.step(one, 'a', LONG, NEVER)).toEqual({ ok: 'step 1' });
    expect(await stage.step(one, 'b', LONG, NEVER)).toEqual({ ok: 'step 2' });
    expect(await stage.step(two, 'c', LONG, NEVER)).toEqual({ ok: 'step 1' });
    expect(await stage.step(one, 'd', LONG, NEVER)).toEqual({ ok: 'step 3' });
    expect(told.replayed).toEqual([0, 0, 2]);
    expect(lent()).toBe(1);
  });

  test('do not need to where there are two', async () => {
    const { stage } = stageOver((command) => ({ ok: command.op }), 2);
    const [one, two] = [new Script(served('one'), 1), new Script(served('two'), 2)];
    await Promise.all([stage.begin(one, LONG, NEVER), stage.begin(two, LONG, NEVER)]);
    for (let i = 0; i < 3; i += 1)
      await Promise.all([stage.step(one, 'a', LONG, NEVER), stage.step(two, 'a', LONG, NEVER)]);
    expect(told.replayed).toEqual([]);
  });
});

describe('an episode', () => {
  test('is lost when it is not what it was, and its answer is not told', async () => {
    let times = 0;
    const { stage } = stageOver((command) => {
      if (command.op === 'reset' && command.seed === 1) times += 1;
      return { ok: `${command.op} ${times}` };
    });
    const [one, two] = [new Script(served('one'), 1), new Script(served('two'), 2)];
    await stage.begin(one, LONG, NEVER);
    await stage.begin(two, LONG, NEVER);
    await expect(stage.step(one, 'a', LONG, NEVER)).rejects.toMatchObject({ name: 'EpisodeLost' });
    expect(one.steps).toBe(0);
  });

  test('goes on elsewhere when a process dies, and is given up when they all do', async () => {
    const dying = new Set([1, 2]);
    const { stage, lent } = stageOver((command, interpreter) =>
      command.op === 'step' && dying.has(interpreter) ? 'dies' : { ok: command.op },
    );
    const script = new Script(served('one'), 1);
    await stage.begin(script, LONG, NEVER);
    expect(await stage.step(script, 'a', LONG, NEVER)).toEqual({ ok: 'step' });
    expect([lent(), told.lost]).toEqual([3, 2]);
    for (const next of [3, 4, 5]) dying.add(next);
    await expect(stage.step(script, 'b', LONG, NEVER)).rejects.toMatchObject({ name: 'StepFailed' });
    // The action that failed is no part of it.
    expect(script.steps).toBe(1);
    expect(await stage.step(script, 'c', LONG, NEVER)).toEqual({ ok: 'step' });
  });

  test('is answered in time when nothing comes, also for want of a desk', async () => {
    const { stage } = stageOver((command) => (command.op === 'step' ? 'never' : { ok: command.op }));
    const [one, two] = [new Script(served('one'), 1), new Script(served('two'), 2)];
    await stage.begin(one, LONG, NEVER);
    const stuck = stage.step(one, 'a', 300, NEVER);
    await expect(stage.begin(two, 20, NEVER)).rejects.toThrow(/No interpreter was free within 0.02 s/);
    await expect(stuck).rejects.toThrow(/no answer within 0.3 s/);
    expect(told.lost).toBe(1);
    await stage.begin(two, LONG, NEVER);
  });

  test('frees its desk when its client goes in the middle of a step', async () => {
    const { stage } = stageOver((command) => (command.op === 'step' ? 'never' : { ok: command.op }));
    const gone = new AbortController();
    const [one, two] = [new Script(served('one'), 1), new Script(served('two'), 2)];
    await stage.begin(one, LONG, NEVER);
    const stuck = stage.step(one, 'a', LONG, gone.signal);
    const waiting = stage.begin(two, LONG, NEVER);
    gone.abort(new Error('gone'));
    await expect(stuck).rejects.toThrow('gone');
    expect(await waiting).toEqual({ ok: 'reset' });
  });
});
