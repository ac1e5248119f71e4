import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { Database } from '../store/database.ts';
import { DAEMON_APPLICATION, DAEMON_SCHEMA, DAEMON_VERSION } from '../store/schema.ts';
import { temporaryFolder } from '../store/testing.ts';
import { Commands } from './commands.ts';
import { Refusal } from './refusal.ts';

let folder: ReturnType<typeof temporaryFolder>;
let database: Database;
beforeEach(() => {
  folder = temporaryFolder();
  database = new Database(join(folder.path, 'daemon.db'), {
    schema: DAEMON_SCHEMA,
    version: DAEMON_VERSION,
    application: DAEMON_APPLICATION,
  });
});
afterEach(() => {
  database.close();
  folder.remove();
});

const perform = (
  carryOut: (plan: string) => string | Promise<string>,
  plan = 'plan',
  parameters: unknown = {},
) =>
  new Commands(database).perform({
    id: 'command-1',
    method: 'run/start',
    parameters,
    plan: () => plan,
    carryOut,
    result: z.string(),
  });

test('a command that a crash cut short is carried out again as it was planned', async () => {
  const made: string[] = [];
  await expect(
    perform((plan) => {
      made.push(plan);
      throw new Error('the process ends here');
    }, 'run-a'),
  ).rejects.toThrow('ends here');
  expect(await perform((plan) => `made ${made.push(plan)}`, 'run-b')).toBe('made 2');
  expect(made).toEqual(['run-a', 'run-a']);
  expect(await perform(() => 'never', 'run-c')).toBe('made 2');
});

test('a refused command leaves its id free, also for other parameters', async () => {
  const refuse = () => {
    throw new Refusal('bad-parameters', 'no');
  };
  await expect(perform(refuse, 'run-a', { rollouts: 0 })).rejects.toThrow('no');
  expect(await perform((plan) => plan, 'run-b', { rollouts: 1 })).toBe('run-b');
});
