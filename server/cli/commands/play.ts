/** `spade play`: one environment, one episode, in the terminal. */

import { dirname, resolve } from 'node:path';
import type { Episode } from '../../contract/episode.ts';
import { evidenceLines, playsOf } from '../../contract/evidence-text.ts';
import { inline, shorten, visible } from '../../contract/visible.ts';
import type { Play } from '../../protocol/finding.ts';
import { show } from '../../protocol/value.ts';
import { createPool } from '../../sandbox/pool.ts';
import { readSource, readStream } from '../../workspace/files/source.ts';
import { playRandomly, playSolution } from '../../workspace/play/policies.ts';
import { type Fault, Table } from '../../workspace/play/table.ts';
import { type Settings, SettingsFinder } from '../../workspace/settings.ts';
import { UsageError } from '../../workspace/usage-error.ts';
import type { Arguments, CommandSpec } from '../arguments.ts';
import { LOOKING, overridesOf } from '../check-options.ts';
import { ByHand } from '../play/by-hand.ts';
import { findFinding } from '../play/finding.ts';
import { playReportOf } from '../play/report.ts';
import { PLAYING, type PlayRequest, requestOf } from '../play/request.ts';
import { Transcript } from '../play/transcript.ts';
import { playCommand } from '../replay.ts';
import { paintOf, type Terminal, write } from '../terminal.ts';
import type { Paint } from '../text/paint.ts';
import { safeJson } from '../text/safe-json.ts';

export const playSpec: CommandSpec = {
  name: 'play',
  summary: 'play an episode in the terminal, by hand or by script',
  usage: 'FILE [options]',
  options: [
    ...PLAYING,
    ...LOOKING,
    { name: 'json', help: 'print the episode as JSON' },
    { name: 'no-color', help: 'no colours (NO_COLOR does the same)' },
  ],
  notes: [
    'At the prompt, type an action, or :help for what else there is. For games bare text is put into \\boxed{…}.',
    'Every finding of `spade check` prints the command that plays its evidence again, and every episode ends with the command that repeats it.',
    'Exit codes: 0 the episode was played; 1 the environment raised an exception, passed a limit, returned something malformed or could not be loaded; 2 the command could not be carried out; 130 interrupted.',
  ],
  examples: [
    'spade play maze.py --seed 3',
    "spade play maze.py --seed 3 --action '\\boxed{north}' --action '\\boxed{look}'",
    'spade play maze.py --policy solution --json',
    'spade play maze.py --finding SP511',
  ],
};

interface Game {
  readonly path: string;
  readonly table: Table;
  readonly request: PlayRequest;
  readonly settings: Settings;
  readonly terminal: Terminal;
  readonly paint: Paint;
  readonly json: boolean;
}

/** Runs the command and gives its exit code. @throws UsageError */
export async function play(args: Arguments, terminal: Terminal): Promise<number> {
  const [path, ...more] = args.words;
  if (path === undefined || more.length > 0)
    throw new UsageError('spade play needs one Python file (or - for the standard input).');
  const request = await requestOf(args, terminal);
  const json = args.has('json');
  if (json && isByHand(request))
    throw new UsageError('--json needs actions (--action, --actions), a --policy or a --finding.');
  if (path === '-' && (isByHand(request) || args.text('actions') === '-'))
    throw new UsageError(
      'The standard input is the source here, so the actions must come from somewhere else.',
    );
  const absolute = resolve(terminal.cwd, path);
  const read = path === '-' ? await readStream(terminal.stdin, path) : readSource(absolute, path);
  if ('fault' in read) throw new UsageError(read.fault);
  const finder = new SettingsFinder(overridesOf(args), terminal.cwd);
  const settings = finder.of(path === '-' ? terminal.cwd : dirname(absolute));
  const paint = paintOf(terminal, args.has('no-color'));
  const plays = request.finding
    ? await evidencePlays(read.text, settings, request.finding, terminal, json)
    : undefined;
  const pool = await createPool({ children: 1 });
  try {
    return await pool.use(async (interpreter, signal) => {
      const { compat, profile } = settings.playtest;
      const table = await Table.open(interpreter, { source: read.text, compat, profile, signal });
      if (!(table instanceof Table)) return await unplayable(table, path, read.text, terminal, paint);
      const game: Game = { path, table, request, settings, terminal, paint, json };
      return plays ? await playScript(game, plays) : await playRequest(game);
    }, terminal.signal);
  } finally {
    await pool.close();
  }
}

const isByHand = ({ policy, actions, finding }: PlayRequest): boolean =>
  policy === 'hand' || (policy === undefined && actions === undefined && finding === undefined);

async function evidencePlays(
  source: string,
  settings: Settings,
  wanted: NonNullable<PlayRequest['finding']>,
  terminal: Terminal,
  json: boolean,
): Promise<Play[]> {
  const finding = await findFinding(source, settings, wanted, terminal);
  const { code, name, message, evidence } = finding;
  const lines = [`${code} ${name}: ${inline(message)}`, ...(evidence ? evidenceLines(evidence) : [])];
  if (!json) await write(terminal.stdout, `${lines.join('\n')}\n\n`);
  return playsOf(evidence);
}

async function playRequest(game: Game): Promise<number> {
  const { request, table } = game;
  const { conditions, actions, after, policy } = request;
  if (isByHand(request)) {
    if (conditions.earlier || conditions.beside)
      throw new UsageError('--earlier and --beside go with actions or a policy, not with a prompt.');
    const hand = new ByHand(
      table,
      { ...conditions, actions: [...(actions ?? [])] },
      game.terminal,
      game.paint,
    );
    return finish(game, [await hand.run()]);
  }
  if (policy === 'random') return playEpisodes(game, [await playRandomly(table, conditions)]);
  if (policy === 'solution') return solve(game);
  return playScript(game, [
    { ...conditions, actions: [...(actions ?? [])], ...(after.length > 0 ? { after: [...after] } : {}) },
  ]);
}

async function playScript(game: Game, plays: readonly Play[]): Promise<number> {
  const episodes: Episode[] = [];
  for (const one of plays) episodes.push(await game.table.play(one));
  return playEpisodes(game, episodes);
}

async function solve(game: Game): Promise<number> {
  const { table, request, terminal, paint } = game;
  const solved = await playSolution(table, request.conditions);
  if (!('value' in solved)) {
    await write(terminal.stdout, `solution() failed.\n${faultText(solved, table.source, paint)}`);
    return 1;
  }
  const said = `solution() says ${shorten(show(solved.value), 2_000)}\n`;
  if (!solved.episode) {
    await write(terminal.stdout, `${said}It cannot be read as actions.\n`);
    return 1;
  }
  if (!game.json) await write(terminal.stdout, `${said}read as: ${solved.form}\n\n`);
  return playEpisodes(game, [solved.episode]);
}

/** Tells episodes that were played. */
async function playEpisodes(game: Game, episodes: readonly Episode[]): Promise<number> {
  const { table, terminal, paint } = game;
  if (game.json) {
    await write(terminal.stdout, `${safeJson(playReportOf(game.path, table, episodes))}\n`);
    return exitCode(episodes);
  }
  const transcript = new Transcript(table.source, paint);
  for (const episode of episodes) await write(terminal.stdout, `${transcript.episode(episode)}\n`);
  return finish(game, episodes);
}

/** What was printed, and how to play it again. */
async function finish(game: Game, episodes: readonly Episode[]): Promise<number> {
  const { table, terminal, paint, path, settings } = game;
  if (table.printed)
    await write(
      terminal.stdout,
      `The environment printed: ${paint('dim', visible(table.printed).trimEnd())}\n`,
    );
  const options = settings.playtest.compat ? ['--compat'] : [];
  for (const { play: one } of episodes) {
    const command = playCommand(path, one, options);
    await write(
      terminal.stdout,
      command
        ? `Again: ${paint('cyan', command)}\n`
        : `Again: its actions are too long for a command line; put them into a file for --actions:\n${safeJson(one.actions)}\n`,
    );
  }
  return exitCode(episodes);
}

async function unplayable(
  fault: Fault | 'no class',
  path: string,
  source: string,
  terminal: Terminal,
  paint: Paint,
): Promise<number> {
  const text =
    fault === 'no class'
      ? 'It has no class whose name ends in Env with reset and step.\n'
      : faultText(fault, source, paint);
  await write(terminal.stdout, `${inline(path)} cannot be played.\n${text}`);
  return 1;
}

function faultText(fault: Fault, source: string, paint: Paint): string {
  const transcript = new Transcript(source, paint);
  return 'error' in fault ? transcript.error(fault.error) : transcript.breach(fault.breach);
}

const FAULTS: readonly Episode['ending'][] = ['error', 'limit', 'malformed'];
const exitCode = (episodes: readonly Episode[]): number =>
  episodes.some(({ ending, after }) => FAULTS.includes(ending) || after.some(({ error }) => error)) ? 1 : 0;
