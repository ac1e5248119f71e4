/** `spade/play` and `spade/solve`: what the play panel shows. What cannot be played is told in words. */
import type { CancellationToken } from 'vscode-languageserver';
import { inline, shorten } from '../../contract/visible.ts';
import type { EnvironmentError, LimitBreach } from '../../protocol/driver.ts';
import { PLAY, type PlayResult, playParams, SOLVE, type SolveResult } from '../../protocol/language.ts';
import { show } from '../../protocol/value.ts';
import { detailOf } from '../../workspace/play/detail.ts';
import { playSolution } from '../../workspace/play/policies.ts';
import { type Fault, Table } from '../../workspace/play/table.ts';
import type { Server } from '../server.ts';
import { signalOf } from '../signals.ts';
import type { Method } from './method.ts';
import { parsed } from './parameters.ts';

/** Characters of what `solution()` says. */
const SAID = 4_000;

export const playMethod: Method = {
  register(server) {
    const { connection } = server;
    connection.onRequest<PlayResult, void>(PLAY, (given: unknown, token): Promise<PlayResult> => {
      const { uri, play } = parsed(playParams, given);
      return atTable(server, uri, token, async (table) => ({ table: await detailOf(table, play) }));
    });
    connection.onRequest<SolveResult, void>(SOLVE, (given: unknown, token): Promise<SolveResult> => {
      const { uri, play } = parsed(playParams, given);
      return atTable(server, uri, token, async (table) => {
        const { actions: _, after: __, ...conditions } = play;
        const now = await table.solution(play);
        if (!('value' in now)) return { message: `solution() failed: ${faultText(now)}` };
        const said = shorten(show(now.value), SAID);
        const solved = await playSolution(table, conditions);
        const episode = 'value' in solved ? solved.episode : undefined;
        return { said, table: episode ? await detailOf(table, episode.play) : null };
      });
    });
  },
};

interface Unplayable {
  message: string;
}

/** Opens the environment for one question. */
async function atTable<T>(
  { session, projects, sandbox }: Server,
  uri: string,
  token: CancellationToken,
  ask: (table: Table) => Promise<T | Unplayable>,
): Promise<T | Unplayable> {
  await session.ready;
  const snapshot = session.read(uri);
  if ('fault' in snapshot) return { message: `${snapshot.fault}.` };
  const settings = projects.of(uri);
  if ('problem' in settings) return { message: settings.problem };
  const { compat, profile } = settings.playtest;
  try {
    return await sandbox.use(async (interpreter, signal) => {
      const table = await Table.open(interpreter, { source: snapshot.text, compat, profile, signal });
      if (table === 'no class')
        return { message: 'There is nothing to play: no class whose name ends in Env has reset and step.' };
      if (!(table instanceof Table))
        return { message: `The environment cannot be loaded: ${faultText(table)}` };
      return ask(table);
    }, signalOf(token));
  } catch (error) {
    return { message: error instanceof Error ? error.message : String(error) };
  }
}

function faultText(fault: Fault): string {
  return 'error' in fault ? errorText(fault.error) : breachText(fault.breach);
}

function errorText({ type, message, frames }: EnvironmentError): string {
  const last = frames.at(-1);
  const where = last ? ` at line ${last.line} in ${inline(last.function)}` : '';
  return `${inline(type)}${message ? `: ${inline(message)}` : ''}${where}.`;
}

function breachText({ limit, line, function: name }: LimitBreach): string {
  const where = line === null ? '' : ` at line ${line}${name ? ` in ${inline(name)}` : ''}`;
  return limit === 'exit' ? `it ended the interpreter${where}.` : `the ${limit} limit was passed${where}.`;
}
