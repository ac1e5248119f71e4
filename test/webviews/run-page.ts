/** Pages of runs on a real daemon: in the editor's frame, over a bridge, or in a browser as the daemon serves them. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import { daemonReason } from '../../server/protocol/daemon-errors.ts';
import { fromRunPage, type PageTarget, type ToRunPage } from '../../server/protocol/run-page.ts';
import { DaemonError } from '../../trainer/client/client.ts';
import { pageAddress } from '../../trainer/client/ticket.ts';
import type { Replayer } from '../../trainer/daemon/replay.ts';
import { type TestDaemon, testDaemon } from '../../trainer/daemon/testing.ts';
import { type LargeRun, writeLargeRun } from '../runs/large-run.ts';
import { Host, type HostOptions, SCREENSHOTS } from './host.ts';

/** Milliseconds. */
const PATIENCE = 120_000;

export type RunPageName = 'curriculum' | 'rollouts';

/** As if it had played: the number of the turn is all that is hidden. */
const replayer: Replayer = async (_, play) => ({
  kind: 'played',
  table: {
    className: 'CountingEnv',
    profile: 'games',
    play,
    observation: '',
    state: [{ name: 'at', after: 0 }],
    turns: play.actions.map((action, turn) => ({
      step: turn + 1,
      action,
      observation: '',
      reward: 0,
      terminated: false,
      truncated: false,
      place: { line: 9, function: 'step' },
      changes: [{ name: 'at', before: turn, after: turn + 1 }],
    })),
    after: [],
    ending: 'unfinished',
    return: 0,
    candidates: [],
    tools: [],
    printed: '',
  },
});

/** A daemon with runs that have been written before. */
export async function daemonWith(...runs: readonly LargeRun[]): Promise<TestDaemon> {
  const host = await testDaemon({ replayer });
  for (const run of runs) {
    const folder = join(host.home, 'runs', run.id);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeLargeRun(folder, run);
  }
  await host.restart();
  return host;
}

export interface InEditor {
  readonly host: Host;
  /** What the page asked the editor to do. */
  readonly done: object[];
  close(): Promise<void>;
}

/** As the extension would show it. */
export async function inEditor(
  browser: Browser,
  daemon: TestDaemon,
  page: RunPageName,
  target: PageTarget,
  options: Omit<HostOptions, 'answer'> = {},
): Promise<InEditor> {
  const client = await daemon.connect('an editor');
  const done: object[] = [];
  let host: Host | undefined;
  const waiting: ToRunPage[] = [];
  const say = (message: ToRunPage) => {
    if (host) void host.send(message);
    else waiting.push(message);
  };
  client.on('events', ({ stream, events }) => say({ type: 'events', stream, events }));
  const hear = async (sent: object) => {
    const message = fromRunPage.parse(sent);
    if (message.type === 'ready')
      say({
        type: 'show',
        target,
        can: ['open-source', 'play', 'check-here', 'copy-to-workspace', 'add-to-pool', 'open-page'],
      });
    else if (message.type === 'subscribe') {
      const after = message.after === undefined ? {} : { after: message.after };
      await client.request('events/subscribe', { stream: message.stream, ...after });
      say({ type: 'link', link: { state: 'live' } });
    } else if (message.type === 'ask') {
      try {
        const result = await client.request(message.method, message.params as never);
        say({ type: 'answer', id: message.id, result });
      } catch (error) {
        const reason = daemonReason.safeParse(
          error instanceof DaemonError ? error.data?.reason : undefined,
        ).data;
        say({ type: 'refused', id: message.id, message: String(error), reason: reason ?? null });
      }
    } else if (message.type !== 'unsubscribe') done.push(message);
  };
  host = await Host.open(browser, page, {
    ...options,
    answer: (message) => {
      void hear(message);
      return [];
    },
  });
  for (const message of waiting) await host.send(message);
  return {
    host,
    done,
    close: async () => {
      await host?.close();
      await client.close();
    },
  };
}

export interface InBrowser {
  readonly page: Page;
  readonly complaints: string[];
  /** Addresses that were asked for beyond the daemon's own. */
  readonly foreign: string[];
  close(): Promise<void>;
}

/** As the daemon serves it, let in by a ticket. */
export async function inBrowser(browser: Browser, daemon: TestDaemon, path: string): Promise<InBrowser> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1_300, height: 900 },
    colorScheme: 'dark',
  });
  // Machines that run tests are shared and slow.
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const [complaints, foreign]: [string[], string[]] = [[], []];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const { host } = new URL(daemon.daemon.url);
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.host !== host && !['blob:', 'data:'].includes(url.protocol)) foreign.push(request.url());
  });
  await page.goto(pageAddress(daemon.daemon.url, daemon.daemon.token));
  await page.waitForURL('**/curriculum');
  await page.goto(`http://${host}/${path}`);
  return { page, complaints, foreign, close: () => context.close() };
}

export const screenshot = (page: Page, name: string, fullPage = false) =>
  page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage });

/** Numbers from a page. */
export const numberOf = async (page: Page, script: string): Promise<number> =>
  z.number().parse(await page.evaluate(script));
