/**
 * What the language server takes: from a keystroke to diagnostics, memory, from a folder to verdicts.
 *
 *     npm run build && node scripts/bench/lsp.ts
 *
 * Drives dist/server.mjs over pipes, as an editor does, and counts time as the editor sees it.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { checkResult } from '../../server/protocol/language.ts';
import type { Row } from './lint.ts';

const root = dirname(dirname(import.meta.dirname));
const BUILT = join(root, 'dist/server.mjs');
const SERVER = existsSync(BUILT) ? BUILT : join(root, 'server/lsp/main.ts');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** A game and a tool-use environment one behind the other: about 400 lines. */
const LONG = read('server/analysis/fixtures/vault.py') + read('server/analysis/fixtures/retail.py');
const EXAMPLES = globSync('examples/environments/**/*.py', { cwd: root }).sort();

const KEYSTROKES = 120;
const WARM_UP = 20;
const OPEN = 500;
const FOLDER = 40;
/** Milliseconds between keystrokes: a fast typist's. */
const PAUSE = 80;

const quantile = (times: readonly number[], q: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * q))] ?? Number.NaN;
const figures = (times: readonly number[]): string =>
  `median ${quantile(times, 0.5).toFixed(1)}, p95 ${quantile(times, 0.95).toFixed(1)} ms`;

interface Editor {
  readonly child: ChildProcess;
  readonly connection: MessageConnection;
  /** Milliseconds from the start of the process to the answer to `initialize`. */
  readonly start: number;
}

async function edit<T>(folder: string, pull: boolean, work: (editor: Editor) => Promise<T>): Promise<T> {
  const begun = performance.now();
  const child = spawn(process.execPath, [SERVER, '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, SPADE_CACHE_DIR: join(folder, '.cache') },
  });
  if (!child.stdout || !child.stdin) throw new Error('no pipes');
  const reader = new StreamMessageReader(child.stdout);
  const connection = createMessageConnection(reader, new StreamMessageWriter(child.stdin));
  connection.onRequest(() => null);
  connection.listen();
  try {
    await connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: null,
      workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'bench' }],
      capabilities: pull ? { textDocument: { diagnostic: {} } } : {},
    });
    const start = performance.now() - begun;
    await connection.sendNotification('initialized', {});
    return await work({ child, connection, start });
  } finally {
    await connection.sendRequest('shutdown').catch(() => undefined);
    await connection.sendNotification('exit').catch(() => undefined);
    connection.dispose();
  }
}

const open = (connection: MessageConnection, uri: string, text: string): Promise<void> =>
  connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'python', version: 1, text },
  });

/** One character in the middle of the file. */
function keystroke(connection: MessageConnection, uri: string, version: number): Promise<void> {
  const line = Math.floor(LONG.split('\n').length / 2);
  const at = { line, character: 0 };
  return connection.sendNotification('textDocument/didChange', {
    textDocument: { uri, version },
    contentChanges: [{ range: { start: at, end: at }, text: version % 8 === 0 ? '\n' : '#' }],
  });
}

interface Typed {
  /** Milliseconds, of each keystroke. */
  readonly times: readonly number[];
  /** Milliseconds of CPU a keystroke that the server took, whatever else ran; `undefined` where it cannot be told. */
  readonly cpu: number | undefined;
}

/** Types, and waits for each keystroke's diagnostics. */
async function typing({ child }: Editor, key: (version: number) => Promise<void>): Promise<Typed> {
  const times: number[] = [];
  let before: number | undefined;
  for (let version = 2; version < KEYSTROKES + 2; version++) {
    if (version === WARM_UP + 2) before = cpuOf(child);
    const begun = performance.now();
    await key(version);
    times.push(performance.now() - begun);
    await sleep(PAUSE);
  }
  const after = cpuOf(child);
  const cpu =
    before === undefined || after === undefined ? undefined : (after - before) / (KEYSTROKES - WARM_UP);
  return { times: times.slice(WARM_UP), cpu };
}

/** Milliseconds of CPU that a process has taken, in steps of ten (Linux). */
function cpuOf({ pid }: ChildProcess): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return undefined;
  }
}

const typed = ({ times, cpu }: Typed): string =>
  `${figures(times)}${cpu === undefined ? '' : `; ${cpu.toFixed(1)} ms of CPU`}`;

/** Diagnostics that come unasked. */
async function sent(editor: Editor, uri: string): Promise<Typed> {
  const { connection } = editor;
  let arrived = (_: number | undefined): void => undefined;
  connection.onNotification('textDocument/publishDiagnostics', (params: { version?: number }) =>
    arrived(params.version),
  );
  await open(connection, uri, LONG);
  await sleep(500);
  return typing(editor, async (version) => {
    const done = new Promise<void>((resolve) => {
      arrived = (told) => told === version && resolve();
    });
    await keystroke(connection, uri, version);
    await done;
  });
}

/** Diagnostics that the editor asks for. */
async function asked(editor: Editor, uri: string): Promise<Typed> {
  const { connection } = editor;
  await open(connection, uri, LONG);
  return typing(editor, async (version) => {
    await keystroke(connection, uri, version);
    await connection.sendRequest('textDocument/diagnostic', { textDocument: { uri } });
  });
}

/** Megabytes that the process has resident. */
const resident = ({ pid }: ChildProcess): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;

async function withManyOpen(editor: Editor, uri: string): Promise<{ memory: number; keys: Typed }> {
  const texts = EXAMPLES.map(read);
  for (let index = 0; index < OPEN; index++)
    await open(editor.connection, `${uri}-${index}.py`, texts[index % texts.length] ?? '');
  const keys = await sent(editor, uri);
  return { memory: resident(editor.child), keys };
}

async function verdicts({ connection }: Editor, begun: number): Promise<string> {
  const { checked, failed } = checkResult.parse(await connection.sendRequest('spade/check', {}));
  const seconds = (performance.now() - begun) / 1000;
  return `${checked.length} verdicts${failed.length > 0 ? `, ${failed.length} failed` : ''} in ${seconds.toFixed(1)} s`;
}

/** What the language server takes. */
export async function lspFigures(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'spade-bench-'));
  const uri = pathToFileURL(join(folder, 'long.py')).href;
  try {
    const starts: number[] = [];
    for (let round = 0; round < 5; round++)
      starts.push(await edit(folder, false, ({ start }) => Promise.resolve(start)));
    const pushed = await edit(folder, false, (editor) => sent(editor, uri));
    const pulled = await edit(folder, true, (editor) => asked(editor, uri));
    const bare = await edit(folder, false, ({ child }) => Promise.resolve(resident(child)));
    const many = await edit(folder, false, (editor) => withManyOpen(editor, uri));
    const pool = join(folder, 'pool');
    mkdirSync(pool);
    for (const file of EXAMPLES.slice(0, FOLDER)) cpSync(join(root, file), join(pool, basename(file)));
    const begun = performance.now();
    const cold = await edit(pool, true, (editor) => verdicts(editor, begun));
    const again = performance.now();
    const warm = await edit(pool, true, (editor) => verdicts(editor, again));
    return [
      { what: 'language server, process start to ready', measured: figures(starts), goal: '' },
      { what: 'keystroke to diagnostics, 400 lines, sent', measured: typed(pushed), goal: '' },
      { what: 'keystroke to diagnostics, 400 lines, asked for', measured: typed(pulled), goal: '' },
      { what: `the same, ${OPEN} other environments open`, measured: typed(many.keys), goal: '' },
      {
        what: `memory with ${OPEN} environments open`,
        measured: `${many.memory.toFixed(0)} MB (${bare.toFixed(0)} MB with none)`,
        goal: '',
      },
      { what: `folder of ${FOLDER} environments opened to verdicts`, measured: cold, goal: '' },
      { what: 'the same again, from kept results', measured: warm, goal: '' },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.table(await lspFigures());
