/** `spade daemon`: starts, asks and stops the daemon, and shows its token. */
import { randomUUID } from 'node:crypto';
import type { Arguments } from '../../server/cli/arguments.ts';
import { type Terminal, write } from '../../server/cli/terminal.ts';
import { safeJson } from '../../server/cli/text/safe-json.ts';
import { nearest } from '../../server/contract/nearest.ts';
import { count, inline } from '../../server/contract/visible.ts';
import { rulesVersion } from '../../server/playtest/batch/rules-version.ts';
import type { Health } from '../../server/protocol/daemon-queries.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import { readToken } from '../client/token.ts';
import { Daemon } from '../daemon/daemon.ts';
import { renewToken } from '../daemon/token.ts';
import { startInBackground } from './background.ts';
import { JOB_KINDS } from './kinds.ts';
import { pagesLine } from './pages-line.ts';
import { connect, controlling, homeOf, reach, readText, running } from './reach.ts';
import { Replays } from './replays.ts';
import { DAEMON_ACTIONS } from './specs.ts';

const FORMATS = ['text', 'json'] as const;
/** Exit code of `status` when no daemon is running. */
const NONE = 1;

export async function daemonCommand(args: Arguments, terminal: Terminal): Promise<number> {
  const [action, ...more] = args.words;
  if (more.length > 0) throw new UsageError(`spade daemon ${action} takes no further words.`);
  if (action === 'start') return start(args, terminal);
  if (action === 'status') return status(args, terminal);
  if (action === 'stop') return stop(args, terminal);
  if (action === 'token') return token(args, terminal);
  const meant = nearest(action ?? '', DAEMON_ACTIONS);
  throw new UsageError(
    `spade daemon needs ${DAEMON_ACTIONS.join(', ')}${action === undefined ? '' : `; not "${action}"`}.${meant ? ` Did you mean \`spade daemon ${meant}\`?` : ''}`,
  );
}

async function start(args: Arguments, terminal: Terminal): Promise<number> {
  const home = homeOf(args, terminal);
  if (args.has('background')) {
    const { url, pid } = await startInBackground(home, terminal);
    await write(
      terminal.stdout,
      `The daemon is running on ${url}, process ${pid}. Log: ${home.log}\n${pagesLine(url, readToken(home.token))}\n`,
    );
    return 0;
  }
  const replays = new Replays();
  const daemon = await Daemon.start({
    replayer: replays.replay,
    home: home.folder,
    host: args.text('host'),
    port: args.integer('port', 0, 65_535),
    tls: tlsOf(args, terminal),
    hosts: args.texts('allow-host'),
    origins: args.texts('allow-origin'),
    parallel: args.integer('parallel', 1, 64),
    kinds: JOB_KINDS,
    rules: rulesVersion(),
  });
  const end = () => void daemon.close();
  terminal.signal.addEventListener('abort', end, { once: true });
  if (terminal.signal.aborted) end();
  await write(
    terminal.stdout,
    `The daemon is running on ${daemon.url}\nFolder: ${home.folder}\nToken: ${home.token}\n${pagesLine(daemon.url, daemon.token)}\nCtrl-C ends it; runs stop at their last committed step and go on at its next start.\n`,
  );
  await daemon.ended;
  await replays.close();
  await write(terminal.stdout, 'The daemon has ended.\n');
  return 0;
}

function tlsOf(args: Arguments, { cwd }: Terminal) {
  const [cert, key] = [args.text('tls-cert'), args.text('tls-key')];
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new UsageError('--tls-cert and --tls-key belong together: give both.');
  return { cert: readText(cert, cwd), key: readText(key, cwd) };
}

async function status(args: Arguments, terminal: Terminal): Promise<number> {
  const format = args.choice('format', FORMATS) ?? 'text';
  const { home, url } = reach(args, terminal);
  if (url === undefined) {
    const text =
      format === 'json'
        ? `${safeJson({ url: null, home: home.folder })}\n`
        : `No daemon is running on ${home.folder}.\n`;
    await write(terminal.stdout, text);
    return NONE;
  }
  const client = await connect(args, terminal);
  const health = await client.request('daemon/status', {});
  await client.close();
  const pid = args.has('daemon') ? undefined : home.readAddress()?.pid;
  const pages = args.has('daemon') ? '' : `${pagesLine(url, readToken(home.token))}\n`;
  const text =
    format === 'json'
      ? `${safeJson({ url, ...(pid === undefined ? {} : { pid }), ...health })}\n`
      : statusText(url, pid, health) + pages;
  await write(terminal.stdout, text);
  return 0;
}

function statusText(url: string, pid: number | undefined, health: Health): string {
  const { version, started, clients, holder, loopDelay, memory, running, queued } = health;
  const lines = [
    `The daemon ${version} is running on ${url}${pid === undefined ? '' : `, process ${pid}`}, since ${started}.`,
    `Runs: ${running.length > 0 ? `${running.join(', ')} at work` : 'none at work'}${queued.length > 0 ? `, ${queued.length} waiting` : ''}.`,
    // We are one of them ourselves.
    `Clients: ${count(clients - 1, 'other')}; control: ${holder === null ? 'nobody' : inline(holder)}.`,
    `Memory ${Math.round(memory / 2 ** 20)} MB; delay of its loop ${loopDelay.mean.toFixed(1)} ms on average, ${loopDelay.max.toFixed(0)} ms at most.`,
  ];
  return `${lines.join('\n')}\n`;
}

async function stop(args: Arguments, terminal: Terminal): Promise<number> {
  const client = await connect(args, terminal);
  await controlling(client, args, () => client.request('daemon/shutdown', { command: randomUUID() }));
  await client.closed;
  if (!args.has('daemon')) await untilFree(args, terminal);
  await write(terminal.stdout, 'The daemon has ended. Its runs go on when it is started again.\n');
  return 0;
}

/** The folder can be used again once the process has let go of it. */
async function untilFree(args: Arguments, terminal: Terminal): Promise<void> {
  const home = homeOf(args, terminal);
  const until = Date.now() + 20_000;
  while (running(home) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function token(args: Arguments, terminal: Terminal): Promise<number> {
  const home = homeOf(args, terminal);
  if (args.has('renew')) {
    home.make();
    renewToken(home.token);
  }
  const shown = args.has('path') ? home.token : readToken(home.token);
  await write(terminal.stdout, `${shown}\n`);
  return 0;
}
