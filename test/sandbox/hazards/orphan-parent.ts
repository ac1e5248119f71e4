/** A program that starts a pool, prints its child's process id, and lets the child loop until it is killed itself. */
import { createPool } from '../../../server/sandbox/pool.ts';

const pool = await createPool({ children: 1 });
process.stdout.write(`${pool.processes[0]}\n`);
await pool.use((interpreter) =>
  interpreter.run([{ op: 'load', source: 'sum(iter(int, 1))', compat: false }], { milliseconds: 600_000 }),
);
