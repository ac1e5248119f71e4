import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { END, marker } from '../pocket/tokens.ts';
import { SPADE_UPDATE, type Trajectory } from '../policy.ts';
import { TinkerPolicy } from './policy.ts';
import type { Trouble } from './server/trouble.ts';
import { readTrouble } from './server/trouble.ts';
import { HURRY, type TestEngine, testEngine } from './testing.ts';

const PROMPT = [marker('agent'), marker('observation'), 72, 105, marker('reply')];
const REQUEST = { prompt: PROMPT, settings: { temperature: 1, maxTokens: 6, stop: [END] }, seed: 4 };
const UPDATE = { ...SPADE_UPDATE, learningRate: 1e-4 };

let home: string;
let engine: TestEngine;
let policy: TinkerPolicy;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'spade-tinker-'));
  engine = await testEngine();
  policy = await TinkerPolicy.open(engine.settings());
});
afterAll(async () => {
  await policy.close();
  await engine.close();
  rmSync(home, { recursive: true });
});

const trouble = (call: string, what: Trouble, times = 1) => engine.server.troubles.add(call, what, times);
/** All that was planned has happened. */
const happened = (text: string) => expect(engine.server.troubles.happened.at(-1)).toBe(text);

async function learn(): Promise<number> {
  const [sample] = await policy.sample([REQUEST]);
  if (!sample) throw new Error('no sample');
  const { tokens, logProbabilities } = sample;
  const row = (inside: number) => [...PROMPT.map(() => 0), ...Array.from(tokens, () => inside)];
  const trajectory: Trajectory = {
    tokens: [...PROMPT, ...tokens],
    mask: row(1),
    advantages: row(1),
    oldLogProbabilities: [...PROMPT.map(() => 0), ...logProbabilities],
  };
  return (await policy.update([trajectory], UPDATE)).updates;
}

/** Optimiser steps that the engine has taken for the policy's model. */
const steps = () => engine.server.models.all[0]?.steps ?? 0;

describe('what goes on in spite of', () => {
  const passing: [call: string, what: Trouble, times: number][] = [
    ['asample', '429', 3],
    ['asample', '503', 2],
    ['asample', 'lost', 1],
    ['asample', 'forgotten', 1],
    ['retrieve_future', 'try_again', 3],
    ['retrieve_future', 'metadata', 2],
    ['retrieve_future', '408', 2],
    ['retrieve_future', '429', 2],
    ['retrieve_future', '500', 2],
    ['retrieve_future', '400', 2],
    ['retrieve_future', '410', 1],
    ['retrieve_future', 'delay=60', 2],
    ['save_weights_for_sampler', 'lost', 1],
    ['save_weights_for_sampler', '502', 1],
    ['forward_backward', '429', 2],
    ['forward_backward', 'lost', 1],
    ['optim_step', '503', 1],
    ['optim_step', 'lost', 1],
    ['optim_step', '404', 1],
  ];
  it.each(passing)('%s answered with %s', async (call, what, times) => {
    await learn();
    const before = steps();
    trouble(call, what, times);
    const updates = await learn();
    happened(`${call}:${what}`);
    // One more, on both sides, however often it was sent.
    expect(steps()).toBe(before + 1);
    expect(updates).toBe(before + 1);
  });

  it.each<[Trouble]>([['lost'], ['425'], ['502']])('save_weights answered with %s', async (what) => {
    await learn();
    trouble('save_weights', what);
    const folder = join(home, what);
    await policy.save(folder);
    happened(`save_weights:${what}`);
    await policy.load(folder);
    expect(await learn()).toBe(steps());
  });
});

describe('what ends a call, and says why', () => {
  it.each<[string, Trouble, RegExp]>([
    ['retrieve_future', 'failed', /it broke/],
    ['retrieve_future', 'failed400', /it broke/],
    ['asample', 'null', /SP901: the engine gave null/],
    ['asample', '402', /wants to be paid/],
  ])('%s: %s', async (call, what, words) => {
    await policy.sample([REQUEST]);
    trouble(call, what);
    await expect(policy.sample([REQUEST])).rejects.toThrow(words);
    await policy.sample([REQUEST]);
  });

  it('an update that broke off after it was sent ends the policy, and a checkpoint goes on', async () => {
    const other = await testEngine();
    const first = await TinkerPolicy.open(other.settings());
    try {
      const [sample] = await first.sample([REQUEST]);
      if (!sample) throw new Error('no sample');
      await first.save(join(home, 'before'));
      const row = (inside: number) => [...PROMPT.map(() => 0), ...Array.from(sample.tokens, () => inside)];
      const trajectory = {
        tokens: [...PROMPT, ...sample.tokens],
        mask: row(1),
        advantages: row(1),
        oldLogProbabilities: [...PROMPT.map(() => 0), ...sample.logProbabilities],
      };
      other.server.troubles.add('retrieve_future', 'failed');
      await expect(first.update([trajectory], UPDATE)).rejects.toThrow(/it broke/);
      await expect(first.sample([REQUEST])).rejects.toThrow(/load its last checkpoint/);
      const second = await TinkerPolicy.open(other.settings({ attempt: 2 }));
      await second.load(join(home, 'before'));
      expect((await second.update([trajectory], UPDATE)).updates).toBe(1);
      await second.close();
    } finally {
      await first.close();
      await other.close();
    }
  });

  it('a session that the engine has ended', async () => {
    const other = await testEngine();
    const first = await TinkerPolicy.open(other.settings());
    try {
      other.server.troubles.add('session_heartbeat', '404');
      const said = () => first.sample([REQUEST]).then(() => '', String);
      await expect.poll(said, { timeout: 60_000 }).toMatch(/has ended the session.*Resume the run/);
    } finally {
      await first.close();
      await other.close();
    }
  });

  it('an engine that is not there, or serves something else', async () => {
    const nowhere = engine.settings({
      address: { url: 'http://127.0.0.1:9', key: undefined },
      timing: { ...HURRY, connecting: 100 },
    });
    await expect(TinkerPolicy.open(nowhere)).rejects.toThrow(/Is it running, and is the address right/);
    await expect(TinkerPolicy.open(engine.settings({ model: 'other/model' }))).rejects.toThrow(
      /does not serve other\/model; it serves spade\/pocket/,
    );
    await expect(TinkerPolicy.open(engine.settings({ loraRank: 1000 }))).rejects.toThrow(
      /must be between 1 and/,
    );
  });

  it('cancelled by the caller', async () => {
    const controller = new AbortController();
    trouble('asample', 'delay=2000');
    const waiting = policy.sample([REQUEST], { signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
    await policy.sample([REQUEST]);
  });
});

it('troubles are read from the command line', () => {
  expect(readTrouble('asample:429x3')).toEqual({ call: 'asample', trouble: '429', times: 3 });
  expect(readTrouble('*:delay=200x10')).toEqual({ call: '*', trouble: 'delay=200', times: 10 });
  expect(readTrouble('optim_step:lost')).toEqual({ call: 'optim_step', trouble: 'lost', times: 1 });
  for (const wrong of ['asample', 'asample:777', 'asample:delay', 'asample:429=3'])
    expect(readTrouble(wrong)).toBeUndefined();
});
