/** A run's log in an output channel of its own, from its beginning, and live for as long as the window is open. */
import * as vscode from 'vscode';
import { inline } from '../../server/contract/visible.ts';
import type { Result } from '../../server/protocol/daemon.ts';
import type { Event } from '../../server/protocol/run-events.ts';
import type { RunSummary } from '../../server/protocol/run-records.ts';
import type { Trainer } from './trainer.ts';

const PAGE = 1_000;

export class RunLogs implements vscode.Disposable {
  readonly #open = new Map<string, { channel: vscode.LogOutputChannel; ends: { dispose(): void }[] }>();

  async show(trainer: Trainer, run: RunSummary): Promise<void> {
    const key = `${trainer.profile.id}/${run.id}`;
    const known = this.#open.get(key);
    if (known) {
      known.channel.show();
      return;
    }
    const channel = vscode.window.createOutputChannel(`Spade Run ${run.name}`, { log: true });
    const ends: { dispose(): void }[] = [];
    this.#open.set(key, { channel, ends });
    channel.show();
    try {
      const { lastEvent } = await trainer.link.ask('run/show', { run: run.id });
      await readAll(trainer, run.id, lastEvent, (event) => write(channel, event));
      ends.push(
        trainer.link.follow(run.id, lastEvent, {
          events: (events) => {
            for (const event of events) write(channel, event);
          },
          dropped: (from, to) =>
            void readAll(trainer, run.id, to, (event) => write(channel, event), from - 1).catch(() =>
              channel.warn(`Lines between events ${from} and ${to} came too fast and are left out here.`),
            ),
          failed: (message) => channel.error(message),
        }),
        trainer.link.onState(({ kind }) => {
          if (kind === 'stale') channel.warn('The connection to the trainer is lost; it is tried again.');
          if (kind === 'open') channel.info('The connection to the trainer stands again.');
        }),
      );
    } catch (error) {
      this.#open.delete(key);
      channel.dispose();
      throw error;
    }
  }

  dispose(): void {
    for (const { channel, ends } of this.#open.values()) for (const one of [channel, ...ends]) one.dispose();
  }
}

/** Lines of the log up to an event. */
async function readAll(
  trainer: Trainer,
  run: string,
  until: number,
  hear: (event: Event) => void,
  from = 0,
): Promise<void> {
  for (let after: number | null = from; after !== null; ) {
    const page: Result<'run/log'> = await trainer.link.ask('run/log', {
      run,
      level: 'debug',
      after,
      limit: PAGE,
    });
    for (const event of page.items) if (event.sequence <= until) hear(event);
    after = (page.items.at(-1)?.sequence ?? until) >= until ? null : page.next;
  }
}

function write(channel: vscode.LogOutputChannel, { event, time }: Event): void {
  if (event.kind === 'log') {
    const text = `${time} ${inline(event.message)}`;
    if (event.level === 'error') channel.error(text);
    else if (event.level === 'warning') channel.warn(text);
    else if (event.level === 'debug') channel.debug(text);
    else channel.info(text);
    return;
  }
  const text = textOf(event);
  if (text !== undefined) channel.info(`${time} ${text}`);
}

/** What happened, where the log is worth a line. */
function textOf(event: Event['event']): string | undefined {
  if (event.kind === 'state')
    return `${event.state}${event.reason ? `: ${inline(event.reason.message)}` : ''}`;
  if (event.kind === 'step') return `step ${event.step} is done`;
  if (event.kind === 'resumed') return event.step === null ? 'begins' : `goes on after step ${event.step}`;
  return undefined;
}
