/** `spade train`: a run from its beginning to its end in one terminal, with a daemon of its own where none is running. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Arguments } from '../../server/cli/arguments.ts';
import { type Terminal, write } from '../../server/cli/terminal.ts';
import { safeJson } from '../../server/cli/text/safe-json.ts';
import { inline } from '../../server/contract/visible.ts';
import { rulesVersion } from '../../server/playtest/batch/rules-version.ts';
import { estimate, estimateText, ratesText } from '../../server/protocol/run-estimate.ts';
import type { EnvironmentHeader, Metric, RunState, RunSummary } from '../../server/protocol/run-records.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import type { DaemonClient } from '../client/client.ts';
import { readToken } from '../client/token.ts';
import { Daemon } from '../daemon/daemon.ts';
import { heldOutOf, ratesOf } from './dry-run.ts';
import { askedText } from './engine-card.ts';
import { JOB_KINDS } from './kinds.ts';
import { pagesLine } from './pages-line.ts';
import { connect, controlling, homeOf, reach } from './reach.ts';
import { Replays } from './replays.ts';
import { follow } from './run-follow.ts';
import { TrainProgress } from './train-progress.ts';
import { type TrainRequest, trainRequest } from './train-request.ts';
import { roundOf, summarise, summaryText } from './train-summary.ts';

const FORMATS = ['text', 'json'] as const;
/** Exit code where the run did not come to its end. */
const UNFINISHED = 1;
const PAGE = 500;

export async function trainCommand(args: Arguments, terminal: Terminal): Promise<number> {
  const [given, ...more] = args.words;
  if (given === undefined || more.length > 0)
    throw new UsageError('spade train takes one word: a preset, such as pocket, or a JSON file.');
  const request = trainRequest(given, args.texts('set'), args.text('name'), terminal.cwd);
  const format = args.choice('format', FORMATS) ?? 'text';
  const rates = ratesOf(args);
  if (args.has('dry-run')) {
    const { config } = request;
    const asked = estimate(config, await heldOutOf(config, terminal.cwd));
    const { kind } = config.engine;
    const engine = await JOB_KINDS.find((one) => one.engine === kind)?.ask?.(config, terminal.signal);
    await write(
      terminal.stdout,
      format === 'json'
        ? `${safeJson({ config, estimate: asked, engine: engine ?? null })}\n`
        : `${[`${config.rollouts} rollouts on the engine ${config.engine.kind}, seed ${config.seed}.`, ...estimateText(asked), ...ratesText(asked, rates), ...(engine ? askedText(engine) : [])].join('\n')}\n`,
    );
    return 0;
  }
  const replays = new Replays();
  const own = reach(args, terminal).url === undefined ? await startHere(replays, args, terminal) : undefined;
  try {
    return await train(request, format, own !== undefined, args, terminal);
  } finally {
    await own?.close();
    await replays.close();
  }
}

/** A daemon in this process, which ends with the command. */
const startHere = ({ replay }: Replays, args: Arguments, terminal: Terminal): Promise<Daemon> =>
  Daemon.start({
    home: homeOf(args, terminal).folder,
    kinds: JOB_KINDS,
    rules: rulesVersion(),
    replayer: replay,
  });

async function train(
  request: TrainRequest,
  format: (typeof FORMATS)[number],
  own: boolean,
  args: Arguments,
  terminal: Terminal,
): Promise<number> {
  const client = await connect(args, terminal);
  try {
    const run = await controlling(client, args, () => begin(client, request, terminal));
    const { home, url } = reach(args, terminal);
    if (url !== undefined && !args.has('daemon'))
      await write(terminal.stderr, `${pagesLine(url, readToken(home.token))}\n`);
    const progress = new TrainProgress(run.of, terminal.stderr);
    const telling = format === 'json' ? () => undefined : progress.tell.bind(progress);
    const watching = await connect(args, terminal);
    try {
      await follow(watching, run.id, telling, args, terminal);
    } catch (error) {
      if (terminal.signal.aborted) await interrupted(run, own, terminal);
      throw error;
    } finally {
      progress.stop();
    }
    return await tellEnd(client, run.id, roundOf(request.config.design), format, terminal);
  } finally {
    await client.close();
  }
}

const ENDED: readonly RunState[] = ['finished', 'failed', 'stopped'];

/** Starts the run, or goes on with the newest one that was asked for in the same way and is not at its end. */
async function begin(client: DaemonClient, request: TrainRequest, terminal: Terminal): Promise<RunSummary> {
  const { runs } = await client.request('run/list', {});
  for (const run of runs) {
    if (run.name !== request.name || ENDED.includes(run.state)) continue;
    const { config } = await client.request('run/show', { run: run.id });
    if (!isDeepStrictEqual(config, request.config)) continue;
    await write(
      terminal.stderr,
      `Going on with run ${run.id}, ${run.steps} of ${run.of} rollouts of which are done.\n`,
    );
    if (run.state !== 'paused') return run;
    return (await client.request('run/resume', { command: randomUUID(), run: run.id })).run;
  }
  const { preset, name, overrides } = request;
  const asked = { preset, name, overrides: JSON.parse(JSON.stringify(overrides)) };
  const { run } = await client.request('run/start', { command: randomUUID(), request: asked });
  await write(terminal.stderr, `Run ${run.id} (${inline(name)}), ${run.of} rollouts.\n`);
  return run;
}

async function interrupted(run: RunSummary, own: boolean, terminal: Terminal): Promise<void> {
  await write(
    terminal.stderr,
    own
      ? `Interrupted. The same command goes on with run ${run.id} after its last rollout that was done.\n`
      : `Run ${run.id} goes on in the daemon. \`spade run stop ${run.id}\` ends it.\n`,
  );
}

async function tellEnd(
  client: DaemonClient,
  id: string,
  round: number,
  format: (typeof FORMATS)[number],
  terminal: Terminal,
): Promise<number> {
  const run = await client.request('run/show', { run: id });
  const [metrics, environments] = [await metricsOf(client, id), await environmentsOf(client, id)];
  const summary = summarise(metrics, environments, round);
  if (format === 'json')
    await write(terminal.stdout, `${safeJson({ run: id, state: run.state, reason: run.reason, summary })}\n`);
  else if (run.steps > 0) {
    const { episodes } = run.counts;
    await write(
      terminal.stdout,
      `\n${summaryText(summary)}\n${episodes.toLocaleString('en')} plays and every design are kept: \`spade run export ${id} DIR --pool\`.\n`,
    );
  }
  return run.state === 'finished' ? 0 : UNFINISHED;
}

const metricsOf = (client: DaemonClient, run: string): Promise<Metric[]> =>
  allOf((after) => client.request('run/metrics', { run, after }));

const environmentsOf = (client: DaemonClient, run: string): Promise<EnvironmentHeader[]> =>
  allOf((after) => client.request('run/environments', { run, after, limit: PAGE }));

async function allOf<T>(
  pageAfter: (after: number) => Promise<{ readonly items: readonly T[]; readonly next: number | null }>,
): Promise<T[]> {
  const all: T[] = [];
  let after: number | null = 0;
  while (after !== null) {
    const { items, next } = await pageAfter(after);
    all.push(...items);
    after = next;
  }
  return all;
}
