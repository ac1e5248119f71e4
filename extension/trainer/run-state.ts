/** A run's state in words and icons, and what can be done with it. */
import type { RunState, RunSummary } from '../../server/protocol/run-records.ts';
import { clock, type LinkState } from '../../trainer/client/link.ts';

/** Codicon and theme colour. */
const ICONS: Readonly<Record<RunState, readonly [icon: string, color: string | undefined]>> = {
  queued: ['clock', undefined],
  running: ['sync', 'charts.blue'],
  pausing: ['debug-pause', 'charts.yellow'],
  paused: ['debug-pause', 'charts.yellow'],
  stopping: ['debug-stop', undefined],
  stopped: ['debug-stop', undefined],
  finished: ['pass', 'testing.iconPassed'],
  failed: ['error', 'testing.iconFailed'],
};

export const runIcon = (state: RunState): readonly [icon: string, color: string | undefined] => ICONS[state];

export type RunAction = 'pause' | 'resume' | 'stop';

const ALLOWED: Readonly<Record<RunState, readonly RunAction[]>> = {
  queued: ['pause', 'stop'],
  running: ['pause', 'stop'],
  pausing: ['stop'],
  paused: ['resume', 'stop'],
  stopping: [],
  stopped: ['resume'],
  finished: [],
  failed: ['resume'],
};

export const allows = ({ state }: Pick<RunSummary, 'state'>, action: RunAction): boolean =>
  ALLOWED[state].includes(action);

/** `running, 12 of 60 steps`, `queued as 2nd`, `failed after 3 of 60 steps: the disk is full`. */
export function runText({ state, steps, of, queue, reason }: RunSummary): string {
  const done = `${steps} of ${of} steps`;
  if (state === 'queued')
    return `queued${queue === null ? '' : `, place ${queue}`}${steps > 0 ? `, ${done}` : ''}`;
  if (state === 'failed') return `failed after ${done}${reason ? `: ${reason.message}` : ''}`;
  // Why a run is where somebody asked it to be needs no words.
  const told = reason && reason.code !== state ? `: ${reason.message}` : '';
  return `${state}, ${done}${told}`;
}

/** What the connection is like: `connected`, `stale since 14:05, trying again`. */
export function linkText(state: LinkState): string {
  if (state.kind === 'open') return 'connected';
  if (state.kind === 'connecting') return 'connecting…';
  if (state.kind === 'stale') return `stale since ${clock(state.since)}, trying again`;
  return 'not connected';
}
