/** `spade rollout`: a policy plays environments, and we count. */
import { availableParallelism } from 'node:os';
import { relative, resolve } from 'node:path';
import type { Arguments } from '../../server/cli/arguments.ts';
import { Progress } from '../../server/cli/progress.ts';
import { type Terminal, write } from '../../server/cli/terminal.ts';
import { safeJson } from '../../server/cli/text/safe-json.ts';
import { count, inline } from '../../server/contract/visible.ts';
import { rulesVersion } from '../../server/playtest/batch/rules-version.ts';
import type { RunConfig } from '../../server/protocol/run-config.ts';
import { resolveConfig } from '../../server/protocol/run-presets.ts';
import { createPool } from '../../server/sandbox/pool.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import { type Audited, auditAll } from '../rollout/audits.ts';
import type { Opened } from '../rollout/open-player.ts';
import { Record } from '../rollout/record.ts';
import {
  episodesByEnvironment,
  playsOf,
  prepare,
  type RollOutSettings,
  recordName,
  rollOut,
} from '../rollout/roll-out.ts';
import type { Subject } from '../rollout/subject.ts';
import { metricsOf, type RollOutSummary, summarise } from '../rollout/summary.ts';
import { summaryText } from '../rollout/summary-text.ts';
import { hashOf } from '../store/environments.ts';
import { openPolicy, seedIn, waysOf } from './policy-options.ts';
import { homeOf } from './reach.ts';
import { type Subjects, subjectsOf } from './subjects.ts';

const FORMATS = ['text', 'json'] as const;
const PLAYS = 16;
const TURNS = 25;
/** Exit code where something was not sound. */
const LEFT_OUT = 1;

interface Rollout {
  readonly args: Arguments;
  readonly terminal: Terminal;
  readonly opened: Opened;
  readonly settings: RollOutSettings;
  readonly subjects: Subjects;
  readonly played: readonly Subject[];
  readonly notPlayed: readonly Subject[];
  readonly record: Record;
}

export async function rolloutCommand(args: Arguments, terminal: Terminal): Promise<number> {
  if (args.words.length === 0)
    throw new UsageError('spade rollout needs a path: a .py file, a folder or a pool.');
  const opened = await openPolicy(args, terminal);
  try {
    const settings = {
      ...waysOf(args, opened.ways),
      plays: args.integer('plays', 1, 100_000) ?? PLAYS,
      hinted: args.has('hint'),
      seed: seedIn(args),
      maxTurns: args.integer('max-turns', 1, 10_000) ?? TURNS,
      ownTurns: true,
    };
    return (await rollOutPaths(args, terminal, opened, settings)).code;
  } finally {
    await opened.close();
  }
}

/** Checks, plays and tells. @throws UsageError, PolicyFailure, StoreError; the signal's reason. */
export async function rollOutPaths(
  args: Arguments,
  terminal: Terminal,
  opened: Opened,
  settings: RollOutSettings,
): Promise<{ readonly code: number; readonly summary: RollOutSummary }> {
  const paths = args.words;
  const format = args.choice('format', FORMATS) ?? 'text';
  const subjects = await subjectsOf(paths, args, terminal);
  const isPlayed = (one: Subject) => args.has('unsound') || one.report.verdict === 'sound';
  const [played, notPlayed] = [subjects.all.filter(isPlayed), subjects.all.filter((one) => !isPlayed(one))];
  if (played.length === 0) {
    if (format === 'json') await write(terminal.stdout, `${safeJson({ refused: 'unsound' })}\n`);
    throw new UsageError(
      `None of ${count(subjects.all.length, 'environment')} is sound, so nothing is played. \`spade check\` tells why; --unsound plays them all the same.`,
    );
  }
  const out = args.text('out');
  const home = out === undefined ? homeOf(args, terminal).folder : resolve(terminal.cwd, out);
  const record = Record.open(home, {
    name: recordName(paths, policyName(args, opened), settings),
    config: configOf(opened, settings, played, paths),
    rules: rulesVersion(),
  });
  try {
    return await play({ args, terminal, opened, settings, subjects, played, notPlayed, record }, format);
  } finally {
    record.close();
  }
}

const policyName = (args: Arguments, { engine }: Opened): string => args.text('policy') ?? engine.kind;

function configOf(
  { engine, hint }: Opened,
  { plays, maxTurns, ownTurns, seed, ...ways }: RollOutSettings,
  played: readonly Subject[],
  paths: readonly string[],
): RunConfig {
  const profile = played.every(({ report }) => report.profile === 'tool_use') ? 'tool_use' : 'games';
  const { temperature, maxTokens, context, thinking } = ways;
  // Other sources or hints of the same files are another rollout.
  const digest = hashOf(JSON.stringify(played.map((one) => [one.hash, one.hint ?? null]))).slice(0, 12);
  const resolved = resolveConfig(profile === 'games' ? 'games-4b' : 'tool-use-4b', {
    engine,
    seed,
    rollouts: 1,
    play: { group: plays, maxTurns, ownTurns, temperature, maxTokens, context, thinking },
    hint,
    curriculum: { kind: 'fixed', pool: `${paths.join(', ')} (${digest})`, designer: 'frozen' },
  });
  if ('problems' in resolved) throw new UsageError(resolved.problems.join('\n'));
  return resolved.config;
}

async function play(
  rollout: Rollout,
  format: (typeof FORMATS)[number],
): Promise<{ readonly code: number; readonly summary: RollOutSummary }> {
  const { terminal, settings, opened, played, record } = rollout;
  const { signal, stderr } = terminal;
  await tellLeftOut(rollout);
  const pool = await createPool({ children: availableParallelism() });
  let [done, total] = [[...record.episodes()].length, 0];
  const before = done;
  const parts = {
    ...{ player: opened.player, pool, record, hint: opened.hint, signal },
    onPlay: () => {
      done += 1;
    },
  };
  const state = () => ({ done, cached: before, total, listing: false, doing: 'playing' });
  let progress: Progress | undefined;
  try {
    const hints = await prepare(played, rollout.notPlayed, settings, parts);
    total = playsOf(played, hints, settings.plays);
    progress = rollout.args.has('quiet') ? undefined : new Progress(stderr, state);
    await rollOut(played, hints, settings, parts);
    progress?.stop();
    const summary = summarise(played, episodesByEnvironment(record));
    record.finish(metricsOf(summary), `${count(total, 'play')}, all of them over.`);
    await tell(rollout, summary, await audits(rollout), format, total);
    const leftOut = rollout.notPlayed.length + rollout.subjects.faults.length > 0;
    return { code: leftOut ? LEFT_OUT : 0, summary };
  } catch (error) {
    progress?.stop();
    if (!record.complete) {
      record.interrupt(`Interrupted after ${done} of ${count(total, 'play')}. The same command goes on.`);
      if (done > 0) await tell(rollout, summarise(played, episodesByEnvironment(record)), [], format, total);
      await write(stderr, `${count(done, 'play')} of ${total} are kept. The same command goes on.\n`);
    }
    throw signal.aborted ? signal.reason : error;
  } finally {
    progress?.stop();
    await pool.close();
  }
}

async function audits(rollout: Rollout): Promise<Audited[]> {
  const { args, opened, settings, terminal, played, notPlayed, record } = rollout;
  if (!args.has('audit')) return [];
  return auditAll([...played, ...notPlayed], record.folder, {
    player: opened.player,
    speech: settings,
    seed: settings.seed,
    signal: terminal.signal,
  });
}

async function tellLeftOut({ notPlayed, subjects, terminal }: Rollout): Promise<void> {
  for (const { path, report } of notPlayed) {
    const codes = [
      ...new Set(report.findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)),
    ];
    const why = codes.length > 0 ? `: ${codes.join(', ')}` : '';
    await write(terminal.stderr, `${inline(path)} is ${report.verdict}${why}, and is not played.\n`);
  }
  for (const fault of subjects.faults) await write(terminal.stderr, `${inline(fault)}\n`);
}

async function tell(
  { terminal, args, opened, notPlayed, record, settings }: Rollout,
  summary: RollOutSummary,
  audited: readonly Audited[],
  format: (typeof FORMATS)[number],
  total: number,
): Promise<void> {
  const spent = opened.spent?.();
  const folder = relative(terminal.cwd, record.folder) || '.';
  if (format === 'json') {
    const value = {
      policy: policyName(args, opened),
      ...{ seed: settings.seed, plays: settings.plays, complete: record.complete, of: total },
      ...summary,
      notPlayed: notPlayed.map(({ path, report }) => ({ path, verdict: report.verdict })),
      audits: audited,
      usage: spent ? { ...spent.usage, cost: spent.cost ?? null } : null,
      folder: record.folder,
      run: record.id,
    };
    await write(terminal.stdout, `${safeJson(value)}\n`);
    return;
  }
  const opinions = audited.map(
    ({ path, verdict, reason }) =>
      `${inline(path)}: ${verdict === 'none' ? 'no verdict' : verdict}${reason === '' ? '' : `. ${inline(reason)}`}`,
  );
  const lines = [
    summaryText(summary),
    ...(opinions.length > 0
      ? ['', 'What the policy thinks of them, which is an opinion and no finding:', ...opinions]
      : []),
    '',
    ...(spent ? [`${spent.text}.`] : []),
    `Look at the plays, run ${record.id}: \`spade daemon start${args.has('out') ? ` --home ${args.text('out')}` : ''}\`, or \`spade run export ${folder} DIR\`.`,
  ];
  await write(terminal.stdout, `${lines.join('\n')}\n`);
}
