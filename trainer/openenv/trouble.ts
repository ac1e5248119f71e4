/** What may go wrong with a step that is not the environment's answer. The message is for the client. */
import type { EnvironmentError, LimitBreach } from '../../server/protocol/driver.ts';

/** The episode is as it was before: the same may be asked again. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
}

/** The episode cannot go on; another reset can. */
export class EpisodeLost extends Error {
  override readonly name = 'EpisodeLost';
}

/** The child process that played is gone; what it did can be played again. */
export class ChildLost extends Error {
  override readonly name = 'ChildLost';
}

const LIMITS: Readonly<Record<LimitBreach['limit'], string>> = {
  time: 'ran longer than an environment may',
  memory: 'took more memory than an environment may',
  output: 'printed more than an environment may',
  depth: 'went deeper than the interpreter can',
  exit: 'ended the interpreter',
};

export const breachText = ({ limit, line }: LimitBreach): string =>
  `The environment ${LIMITS[limit]}${line === null ? '' : ` (line ${line} of its source)`}.`;

export function errorText({ type, message, frames }: EnvironmentError): string {
  const line = frames.at(-1)?.line;
  return `The environment raised ${type}: ${message}${line === undefined ? '' : ` (line ${line} of its source)`}`;
}
