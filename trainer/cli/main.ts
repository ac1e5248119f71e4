/** The command `spade`: all of the command line, and the trainer's commands, which are loaded when they are asked for. */
import { type Command, run } from '../../server/cli/run.ts';
import { daemonSpec, engineSpec, evalSpec, rolloutSpec, runSpec, serveSpec, trainSpec } from './specs.ts';

const COMMANDS: readonly Command[] = [
  { spec: trainSpec, run: async (...given) => (await import('./commands.ts')).train(...given) },
  { spec: daemonSpec, run: async (...given) => (await import('./commands.ts')).daemon(...given) },
  { spec: runSpec, run: async (...given) => (await import('./commands.ts')).trainingRun(...given) },
  { spec: rolloutSpec, run: async (...given) => (await import('./commands.ts')).rollout(...given) },
  { spec: evalSpec, run: async (...given) => (await import('./commands.ts')).evaluation(...given) },
  { spec: engineSpec, run: async (...given) => (await import('./commands.ts')).engine(...given) },
  { spec: serveSpec, run: async (...given) => (await import('./commands.ts')).serve(...given) },
];

process.exitCode = await run(process.argv.slice(2), COMMANDS);
