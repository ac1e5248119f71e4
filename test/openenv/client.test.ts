/** OpenEnv's own client and validator against our server: what they are told is what they expect. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createPool, type SandboxPool } from '../../server/sandbox/pool.ts';
import { served, type TestServing, testServing } from '../../trainer/openenv/testing.ts';
import { describeWith } from '../requirements.ts';
import { openEnvPython } from './packages.ts';

const CAPACITY = 4;
/** Milliseconds: Python reads many files before it does anything. */
const PATIENCE = 200_000;

const found = await openEnvPython();
const python = 'python' in found ? found.python : '';
const run = promisify(execFile);

const result = z.object({
  observation: z.object({
    message: z.string(),
    terminated: z.boolean(),
    truncated: z.boolean(),
    info: z.record(z.string(), z.json()),
  }),
  reward: z.number().nullable(),
  done: z.boolean(),
});

const answers = z.object({
  sync: z.object({
    first: result,
    steps: z.array(result),
    fault: z.string(),
    unknown: z.string(),
    last: result,
    state: z.record(z.string(), z.json()),
  }),
  async: z.array(z.array(z.union([z.string(), z.number()]))),
  beyond: z.object({ refusal: z.string(), after: z.string().nullable() }),
  stranger: z.string(),
});

describeWith('missing' in found ? found.missing : undefined, 'OpenEnv in Python', () => {
  let pool: SandboxPool;
  let one: TestServing;

  beforeAll(async () => {
    pool = await createPool({ children: 2 });
    one = await testServing(pool, [served('counter'), served('another')], {
      lanes: 2,
      capacity: CAPACITY,
      limits: { step: 55_000 },
    });
  });

  afterAll(async () => {
    await one?.close();
    await pool?.close();
  });

  test('its client plays, sync and async, and is told what is wrong', async () => {
    const { stdout } = await run(
      python,
      [join(import.meta.dirname, 'play.py'), one.serving.url, String(CAPACITY)],
      {
        timeout: PATIENCE,
      },
    );
    const told = answers.parse(JSON.parse(stdout));
    expect(told.sync.first).toEqual({
      observation: {
        message: 'Say numbers, then done.',
        terminated: false,
        truncated: false,
        info: { turns: 0 },
      },
      reward: null,
      done: false,
    });
    expect(told.sync.steps.map(({ observation }) => observation.message)).toEqual([
      'Total 2.',
      expect.stringMatching(/^Drew \d+\.$/),
    ]);
    expect(told.sync.fault).toMatch(/ValueError: no such thing .*\(code: EXECUTION_ERROR\)/);
    expect(told.sync.unknown).toMatch(/\(code: VALIDATION_ERROR\)/);
    expect(told.sync.last).toMatchObject({
      observation: { message: 'Total 102.', terminated: true },
      reward: 1,
      done: true,
    });
    expect(told.sync.state).toMatchObject({
      episode_id: 'mine',
      step_count: 4,
      environment: 'counter',
      seed: 3,
      done: true,
    });
    expect(JSON.stringify(told.sync.state)).not.toContain('secret');
    const totals = Array.from({ length: CAPACITY }, (_, n) => [
      ...[n, 2 * n, 3 * n].map((total) => `Total ${total}.`),
      3 * n > 2 ? 1 : 0,
    ]);
    expect(told.async).toEqual(totals);
    expect(told.beyond.refusal).toMatch(/4\/4 sessions active.*\(code: CAPACITY_REACHED\)/);
    expect(told.beyond.after).toBe('Say numbers, then done.');
    expect(told.stranger).toMatch(/Failed to connect.*401/);
  });

  test('its validator finds nothing amiss', async () => {
    const args = ['-m', 'openenv.cli', 'validate', '--url', one.serving.url, '--timeout', '60', '--json'];
    const { stdout } = await run(python, args, { timeout: PATIENCE });
    const report = z
      .object({
        passed: z.boolean(),
        mode: z.string(),
        criteria: z.array(z.object({ id: z.string(), passed: z.boolean() })),
      })
      .parse(JSON.parse(stdout));
    expect(report.criteria.filter(({ passed }) => !passed)).toEqual([]);
    expect(report.criteria.length).toBeGreaterThanOrEqual(6);
    expect([report.passed, report.mode]).toEqual([true, 'simulation']);
  });
});
