/** Runs a program to its end and takes what it says. */
import { execFile } from 'node:child_process';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  /** Milliseconds. */
  readonly patience: number;
  readonly env?: NodeJS.ProcessEnv;
}

/** @throws when it cannot be started or takes too long. An exit code is an answer. */
export function runProgram(
  program: string,
  words: readonly string[],
  { patience, env = process.env }: ProgramOptions,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, words, { timeout: patience, env }, (error, stdout, stderr) => {
      if (error && typeof error.code === 'string')
        reject(
          new Error(
            error.code === 'ENOENT'
              ? `There is no program ${program}.`
              : `${program} could not be started: ${error.message}`,
          ),
        );
      else if (error?.killed)
        reject(new Error(`${program} did not answer within ${patience / 1_000} seconds.`));
      else resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr });
    });
    // Nobody is there to answer a question.
    child.stdin?.end();
  });
}
