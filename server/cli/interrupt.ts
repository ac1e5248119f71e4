/** Ctrl-C: the first one asks the command to stop and tell what it has, the second one ends it at once. */
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Interrupt {
  readonly signal: AbortSignal;
  /** The exit code of a program that the signal ended; `undefined` while nothing was asked. */
  readonly code: number | undefined;
  dispose(): void;
}

/** Listens to the process's signals. `onForce` runs before a second signal ends the process. */
export function listenForInterrupt(onForce: () => void = () => undefined): Interrupt {
  const controller = new AbortController();
  let code: number | undefined;
  const handle = (signal: (typeof SIGNALS)[number]) => {
    if (code !== undefined) {
      onForce();
      process.exit(code);
    }
    code = 128 + constants.signals[signal];
    controller.abort(new Error('interrupted'));
  };
  for (const signal of SIGNALS) process.on(signal, handle);
  return {
    signal: controller.signal,
    get code() {
      return code;
    },
    dispose() {
      for (const signal of SIGNALS) process.off(signal, handle);
    },
  };
}
