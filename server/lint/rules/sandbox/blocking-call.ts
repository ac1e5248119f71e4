import type { LintRule } from '../../rule.ts';
import { builtinsOf, callsOf, importsOf } from './asked.ts';

/** A call that waits: for time, for a person, for another thread. */
export const blockingCall: LintRule = {
  code: 'SP206',
  check(context) {
    for (const { at, did } of [
      ...importsOf(context, 'SP206'),
      ...builtinsOf(context, ['input', 'breakpoint']),
      ...callsOf(context, ['time.sleep', 'sys.stdin.read', 'sys.stdin.readline', 'sys.stdin.readlines']),
    ]) {
      context.report(
        at,
        `\`${did}\` makes the play wait or hands it to another thread: one environment then stalls every rollout of its batch. An environment computes and returns. Remove it.`,
      );
    }
  },
};
