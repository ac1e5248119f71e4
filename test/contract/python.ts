/** Runs Python of the contract where it runs for users: inside the sandbox, by calling a method of an environment. */
import { afterAll, beforeAll } from 'vitest';
import type { Command, Reply } from '../../server/protocol/driver.ts';
import { createPool, type SandboxPool } from '../../server/sandbox/pool.ts';

/** Gives a function that loads `source`, constructs and resets `id: env`, and runs the commands; the replies to those. */
export function usePython(): (
  source: string,
  commands: readonly Command[],
  compat?: boolean,
) => Promise<Reply[]> {
  let pool: SandboxPool | undefined;
  beforeAll(async () => {
    pool = await createPool({ children: 1 });
  });
  afterAll(async () => {
    await pool?.close();
  });
  return async (source, commands, compat = false) => {
    if (!pool) throw new Error('the pool is not ready');
    const result = await pool.use((interpreter) =>
      interpreter.run([
        { op: 'load', source, compat },
        { op: 'new', id: 'env' },
        { op: 'reset', id: 'env', seed: 1 },
        ...commands,
      ]),
    );
    if (result.kind !== 'ok') throw new Error(JSON.stringify(result));
    const failed = result.replies.slice(0, 3).find((reply) => !('ok' in reply));
    if (failed) throw new Error(JSON.stringify(failed));
    return result.replies.slice(3);
  };
}

export const call = (
  method: string,
  args: Record<string, string | number | boolean | null | string[]>,
): Command => ({
  op: 'call',
  id: 'env',
  method,
  args,
});

export const step = (action: string): Command => ({ op: 'step', id: 'env', action });
