/** The command `spade`: all of the command line, and the trainer's commands, which are loaded when they are asked for. */
import { type Command, run } from '../../server/cli/run.ts';
import { daemonSpec, rolloutSpec, runSpec, trainSpec } from './specs.ts';

const COMMANDS: readonly Command[] = [
  { spec: trainSpec, run: async (...given) => (await import('./commands.ts')).train(...given) },
  { spec: daemonSpec, run: async (...given) => (await import('./commands.ts')).daemon(...given) },
  { spec: runSpec, run: async (...given) => (await import('./commands.ts')).trainingRun(...given) },
  { spec: rolloutSpec, run: async (...given) => (await import('./commands.ts')).rollout(...given) },
];

process.exitCode = await run(process.argv.slice(2), COMMANDS);
