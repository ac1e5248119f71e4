/** The command `spade`. Runs when it is imported, with the process's arguments. */
import { run } from './run.ts';

process.exitCode = await run(process.argv.slice(2));
