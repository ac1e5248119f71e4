/** Runs in words. */
import { count, inline } from '../../server/contract/visible.ts';
import type { Event } from '../../server/protocol/run-events.ts';
import type { RunDetail, RunState, RunSummary } from '../../server/protocol/run-records.ts';
import type { RunList } from './run-source.ts';

const WAITING: readonly RunState[] = ['running', 'pausing', 'stopping', 'queued'];

/** `live`: a daemon says so; else nothing is at work, whatever the folder says. */
function stateOf({ state, queue }: RunSummary, live: boolean): string {
  if (!live && WAITING.includes(state)) return 'waits for the daemon';
  return queue === null ? state : `${state} (${queue})`;
}

export function listText({ runs, unreadable }: RunList, live: boolean): string {
  const rows = runs.map((run) => [
    run.id,
    stateOf(run, live),
    `${run.steps} of ${run.of}`,
    run.engine,
    run.created.slice(0, 16).replace('T', ' '),
    inline(run.name),
  ]);
  const lines = runs.length === 0 ? ['There are no runs yet.'] : table([HEAD, ...rows]);
  const trouble = unreadable.map(({ message }) => `Cannot be read: ${inline(message)}`);
  return `${[...lines, ...trouble].join('\n')}\n`;
}

const HEAD = ['RUN', 'STATE', 'STEPS', 'ENGINE', 'CREATED (UTC)', 'NAME'];

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = HEAD.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

export function detailText(run: RunDetail, live: boolean): string {
  const { counts, reason } = run;
  const lines = [
    `${run.id}  ${inline(run.name)}`,
    `State: ${stateOf(run, live)}${reason === null ? '' : `. ${inline(reason.message)}`}`,
    `Steps: ${run.steps} of ${run.of}`,
    `Environments: ${count(counts.environments, 'design')}, ${counts.accepted.toLocaleString('en')} accepted; ${count(counts.episodes, 'episode')}`,
    `Created ${run.created}, changed ${run.changed}`,
    `Folder: ${inline(run.folder)} (${(run.bytes / 2 ** 20).toFixed(1)} MB)`,
    'Configuration:',
    JSON.stringify(run.config, null, 1),
  ];
  return `${lines.join('\n')}\n`;
}

/** A line of the log, or a change of state; `undefined` for other events. */
export function eventText({ time, event }: Event): string | undefined {
  if (event.kind === 'log') return `${time} ${event.level.padEnd(7)} ${inline(event.message)}\n`;
  if (event.kind === 'state')
    return `${time} state   ${event.state}${event.reason === null ? '' : `: ${inline(event.reason.message)}`}\n`;
  return undefined;
}
