/** Begins a page: in the editor on its bridge, in a browser on the daemon that served it, or on a saved run. */
import './without-eval.ts';

import { z } from 'zod';
import { type FromRunPage, type PageTarget, pageTarget, toRunPage } from '../../server/protocol/run-page.ts';
import { Bridge } from './bridge.ts';
import type { PageHost, RunSource } from './run-source.ts';
import { BridgeHost, BridgeSource } from './sources/bridge-source.ts';
import { BrowserHost } from './sources/browser-host.ts';
import { SavedSource } from './sources/saved-source.ts';
import { SocketSource } from './sources/socket-source.ts';

export interface Context {
  readonly source: RunSource;
  readonly host: PageHost;
  readonly target: PageTarget;
  /** What the page kept before it was hidden; `undefined` when nothing that can be read. */
  readonly kept: unknown;
  /** Keeps a little, and tells where the page is now. */
  keep(kept: unknown, target: PageTarget): void;
}

/** @param show draws the page anew; called again when something else is to be shown. It gives what ends it. */
export function start(page: 'curriculum' | 'rollouts', show: (context: Context) => () => void): void {
  if ('acquireVsCodeApi' in globalThis) inEditor(show);
  else inBrowser(page, show);
}

const editorKept = z.object({ kept: z.unknown(), target: pageTarget.optional() });

function inEditor(show: (context: Context) => () => void): void {
  const bridge = new Bridge<FromRunPage, z.infer<typeof editorKept>>(editorKept);
  const send = (message: FromRunPage) => bridge.send(message);
  const source = new BridgeSource(send);
  let end = () => {};
  bridge.listen(toRunPage, (message) => {
    if (message.type !== 'show') {
      source.hear(message);
      return;
    }
    end();
    const before = bridge.load();
    const same = before?.target?.run === message.target.run;
    end = show({
      source,
      host: new BridgeHost(send, message.can),
      target: message.target,
      kept: same ? before?.kept : undefined,
      keep: (kept, target) => bridge.keep({ kept, target }),
    });
  });
  send({ type: 'ready' });
}

function inBrowser(page: string, show: (context: Context) => () => void): void {
  const source = new SocketSource({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/`,
    name: `A browser, ${page}`,
    hopeless: signedOut,
  });
  document.addEventListener('visibilitychange', () => source.nudge());
  window.addEventListener('online', () => source.nudge());
  const key = `spade.${page}`;
  const draw = (): (() => void) => {
    const target = targetOf(location.search);
    return show({
      source,
      host: new BrowserHost((search, other) => {
        if (other === page) {
          history.pushState(null, '', search);
          again();
        } else location.assign(`${other}${search}`);
      }),
      target,
      kept: stored(`${key}.${target.run}`),
      keep: (kept, at) => {
        sessionStorage.setItem(`${key}.${at.run}`, JSON.stringify(kept));
        history.replaceState(null, '', searchOf(at));
      },
    });
  };
  let end = draw();
  const again = () => {
    end();
    end = draw();
  };
  window.addEventListener('popstate', again);
}

/**
 * Begins on saved runs alone, which never leave the browser. Both pages are in one document, since a file that was
 * chosen cannot be handed to another.
 * @param choose shows where to choose files; `opened` takes them.
 */
export function startSaved(
  pages: Readonly<Record<'curriculum' | 'rollouts', (context: Context) => () => void>>,
  choose: (opened: (files: ReadonlyMap<string, Blob>) => Promise<void>) => void,
): void {
  const source = new SavedSource();
  const kept = new Map<string, unknown>();
  let end = () => {};
  const show = (page: 'curriculum' | 'rollouts', target: PageTarget) => {
    end();
    const key = `${page} ${target.run}`;
    end = pages[page]({
      source,
      host: new BrowserHost((search, other) =>
        show(other === 'rollouts' ? other : 'curriculum', targetOf(search)),
      ),
      target,
      kept: kept.get(key),
      keep: (state) => kept.set(key, state),
    });
  };
  choose(async (files) => {
    show('curriculum', { run: await source.add(files) });
  });
}

async function signedOut(): Promise<string | undefined> {
  const response = await fetch('session', { cache: 'no-store' }).catch(() => undefined);
  if (response?.status !== 401) return undefined;
  return 'The daemon no longer knows this browser. Open the address that `spade daemon status` shows.';
}

function stored(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return undefined;
  }
}

const number = z.coerce.number().int().min(1).optional().catch(undefined);

function targetOf(search: string): PageTarget {
  const read = new URLSearchParams(search);
  const run = pageTarget.shape.run.safeParse(read.get('run'));
  const against = pageTarget.shape.against.safeParse(read.get('against') ?? undefined);
  const [episode, environment] = ['episode', 'environment'].map((name) =>
    number.parse(read.get(name) ?? undefined),
  );
  return {
    run: run.success ? run.data : null,
    ...(episode === undefined ? {} : { episode }),
    ...(environment === undefined ? {} : { environment }),
    ...(against.success && against.data !== undefined ? { against: against.data } : {}),
  };
}

export function searchOf(target: PageTarget): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(target))
    if (value !== null && value !== undefined) search.set(name, String(value));
  return `?${search}`;
}
