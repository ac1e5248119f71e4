/** `spade run`: lists, shows, controls, follows and exports runs. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Arguments } from '../../server/cli/arguments.ts';
import { type Terminal, write } from '../../server/cli/terminal.ts';
import { safeJson } from '../../server/cli/text/safe-json.ts';
import { nearest } from '../../server/contract/nearest.ts';
import { count, inline } from '../../server/contract/visible.ts';
import { presetName } from '../../server/protocol/run-config.ts';
import type { RunSummary } from '../../server/protocol/run-records.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import type { DaemonClient } from '../client/client.ts';
import { exportRun } from '../store/export.ts';
import { RunStore } from '../store/run-store.ts';
import { overridesOf } from './overrides.ts';
import { connect, controlling, homeOf, reach } from './reach.ts';
import { follow, logFrom } from './run-follow.ts';
import { idOf, inFolder, LEVELS, type RunSource, throughDaemon } from './run-source.ts';
import { detailText, eventText, listText } from './run-text.ts';
import { RUN_ACTIONS } from './specs.ts';

const FORMATS = ['text', 'json'] as const;

export async function runCommand(args: Arguments, terminal: Terminal): Promise<number> {
  const [action, ...words] = args.words;
  const known = RUN_ACTIONS.find((one) => one === action);
  if (!known) {
    const meant = nearest(action ?? '', RUN_ACTIONS);
    throw new UsageError(
      `spade run needs ${RUN_ACTIONS.join(', ')}${action === undefined ? '' : `; not "${action}"`}.${meant ? ` Did you mean \`spade run ${meant}\`?` : ''}`,
    );
  }
  const most = { list: 0, export: 2 }[known as string] ?? 1;
  if (words.length !== most)
    throw new UsageError(
      `spade run ${known} takes ${['no words', 'one word', 'a run and a new folder'][most]}.`,
    );
  const [run = '', target = ''] = words;
  if (known === 'start') return start(run, args, terminal);
  if (known === 'export') return exporting(run, target, args, terminal);
  if (known === 'list' || known === 'show' || known === 'logs') return look(known, run, args, terminal);
  return control(known, run, args, terminal);
}

async function start(preset: string, args: Arguments, terminal: Terminal): Promise<number> {
  const parsed = presetName.safeParse(preset);
  if (!parsed.success) {
    const meant = nearest(preset, presetName.options);
    throw new UsageError(
      `There is no preset "${preset}"; there are ${presetName.options.join(', ')}.${meant ? ` Did you mean ${meant}?` : ''}`,
    );
  }
  const name = args.text('name');
  const request = {
    preset: parsed.data,
    overrides: overridesOf(args.texts('set')),
    ...(name === undefined ? {} : { name }),
  };
  return commanding(args, terminal, (client) =>
    client.request('run/start', { command: randomUUID(), request }),
  );
}

async function control(
  action: 'pause' | 'resume' | 'stop',
  given: string,
  args: Arguments,
  terminal: Terminal,
): Promise<number> {
  return commanding(args, terminal, async (client) => {
    const run = await idOf(throughDaemon(client), given);
    return client.request(`run/${action}`, { command: randomUUID(), run });
  });
}

async function commanding(
  args: Arguments,
  terminal: Terminal,
  work: (client: DaemonClient) => Promise<{ readonly run: RunSummary }>,
): Promise<number> {
  const format = args.choice('format', FORMATS) ?? 'text';
  const client = await connect(args, terminal);
  try {
    const { run } = await controlling(client, args, () => work(client));
    const text =
      format === 'json'
        ? `${safeJson(run)}\n`
        : `${run.id} is ${run.state}, with ${run.steps} of ${run.of} steps done.\n`;
    await write(terminal.stdout, text);
    return 0;
  } finally {
    await client.close();
  }
}

async function look(
  action: 'list' | 'show' | 'logs',
  given: string,
  args: Arguments,
  terminal: Terminal,
): Promise<number> {
  const format = args.choice('format', FORMATS) ?? 'text';
  const level = args.choice('level', LEVELS) ?? 'info';
  const { home, url } = reach(args, terminal);
  const client = url === undefined ? undefined : await connect(args, terminal);
  const source = client ? throughDaemon(client) : inFolder(home);
  try {
    if (action === 'list') {
      const list = await source.list();
      await write(
        terminal.stdout,
        format === 'json' ? `${safeJson(list)}\n` : listText(list, client !== undefined),
      );
      return 0;
    }
    const run = await idOf(source, given);
    if (action === 'show') {
      const detail = await source.show(run);
      const text = format === 'json' ? `${safeJson(detail)}\n` : detailText(detail, client !== undefined);
      await write(terminal.stdout, text);
      return 0;
    }
    if (!args.has('follow')) return await logs(source, run, level, format, terminal);
    if (!client) throw new UsageError('No daemon is running, so there is nothing to follow.');
    await follow(client, run, logFrom(level), args, terminal);
    return 0;
  } finally {
    await source.close();
  }
}

async function logs(
  source: RunSource,
  run: string,
  level: (typeof LEVELS)[number],
  format: (typeof FORMATS)[number],
  terminal: Terminal,
): Promise<number> {
  for (let after: number | null = 0; after !== null; ) {
    const page = await source.log(run, level, after);
    for (const item of page.items)
      await write(terminal.stdout, format === 'json' ? `${safeJson(item)}\n` : (eventText(item) ?? ''));
    after = page.next;
  }
  return 0;
}

/** From the files, also while the daemon writes them: a copy over the wire would only be slower. */
async function exporting(given: string, shown: string, args: Arguments, terminal: Terminal): Promise<number> {
  if (args.has('daemon'))
    throw new UsageError('spade run export reads the run’s files: call it on the daemon’s machine.');
  const folder = resolve(terminal.cwd, given);
  const home = homeOf(args, terminal);
  const found = existsSync(join(folder, 'run.db'))
    ? folder
    : join(home.runs, await idOf(inFolder(home), given));
  const store = RunStore.read(found);
  try {
    const target = resolve(terminal.cwd, shown);
    const done = await exportRun(store, target, { shown, pool: args.has('pool'), signal: terminal.signal });
    const pool =
      done.pool === null ? '' : `, and ${count(done.pool, 'environment')} as a pool in ${inline(shown)}/pool`;
    await write(
      terminal.stdout,
      `Exported ${count(done.environments, 'design')} and ${count(done.episodes, 'episode')} to ${inline(shown)}${pool}.\n`,
    );
    for (const message of done.damaged) await write(terminal.stderr, `Left out: ${inline(message)}\n`);
    return done.damaged.length > 0 ? 2 : 0;
  } finally {
    store.close();
  }
}
