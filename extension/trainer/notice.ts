/** Which changes of a run are worth a notification, and its words. */
import type { RunSummary } from '../../server/protocol/run-records.ts';
import type { TrainerSettings } from './settings.ts';

export interface Notice {
  readonly severity: 'error' | 'information';
  readonly text: string;
}

/** What is told of a change; `undefined`: nothing. */
export function noticeOf(
  run: RunSummary,
  before: RunSummary | undefined,
  wanted: TrainerSettings['notifications'],
): Notice | undefined {
  if (before === undefined || before.state === run.state || wanted === 'none') return undefined;
  const steps = `${run.steps} of ${run.of} steps`;
  const why = run.reason?.message ?? '';
  if (run.state === 'failed')
    return { severity: 'error', text: `${run.name} has failed after ${steps}. ${why}`.trim() };
  // It was put on pause by what went wrong, rather than by somebody.
  const trouble = run.state === 'paused' && run.reason !== null && run.reason.code !== 'paused';
  if (trouble) return { severity: 'error', text: `${run.name} has paused after ${steps}. ${why}`.trim() };
  if (wanted === 'failures') return undefined;
  if (run.state === 'finished')
    return { severity: 'information', text: `${run.name} has finished: ${steps}.` };
  if (run.state === 'paused')
    return { severity: 'information', text: `${run.name} has paused after ${steps}.` };
  return undefined;
}
