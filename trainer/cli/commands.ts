/** The trainer's commands, a bundle of their own: what goes wrong outside of us becomes words here. */
import type { Arguments } from '../../server/cli/arguments.ts';
import type { Terminal } from '../../server/cli/terminal.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import { ConnectionLost, DaemonError } from '../client/client.ts';
import { TokenProblem } from '../client/token.ts';
import { PolicyFailure } from '../policy/failure.ts';
import { StoreError } from '../store/failure.ts';
import { daemonCommand } from './daemon-command.ts';
import { engineCommand } from './engine-command.ts';
import { evalCommand } from './eval-command.ts';
import { rolloutCommand } from './rollout-command.ts';
import { runCommand } from './run-command.ts';
import { serveCommand } from './serve-command.ts';
import { trainCommand } from './train-command.ts';

type Run = (args: Arguments, terminal: Terminal) => Promise<number>;

const inWords =
  (run: Run): Run =>
  async (args, terminal) => {
    try {
      return await run(args, terminal);
    } catch (error) {
      const ours = [StoreError, DaemonError, ConnectionLost, TokenProblem, PolicyFailure];
      if (error instanceof Error && ours.some((kind) => error instanceof kind))
        throw new UsageError(error.message, { cause: error });
      throw error;
    }
  };

/** Each runs the command and gives its exit code. @throws UsageError */
export const daemon: Run = inWords(daemonCommand);
export const trainingRun: Run = inWords(runCommand);
export const train: Run = inWords(trainCommand);
export const rollout: Run = inWords(rolloutCommand);
export const engine: Run = inWords(engineCommand);
export const evaluation: Run = inWords(evalCommand);
export const serve: Run = inWords(serveCommand);
