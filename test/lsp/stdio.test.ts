/** The language server as Neovim starts it: a process, its pipes, and what docs/guides/editors.md says. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  createMessageConnection,
  type Diagnostic,
  type InitializeResult,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { BUNDLES } from '../../scripts/bundles.ts';
import { SOUND } from '../../server/lsp/testing.ts';
import { checkResult, serverStatus } from '../../server/protocol/language.ts';

const root = dirname(dirname(import.meta.dirname));
const SOURCE = join(root, 'server/lsp/main.ts');

/** What Neovim 0.11 tells of itself, as far as it changes what a server does. */
const NEOVIM = {
  general: { positionEncodings: ['utf-8', 'utf-16', 'utf-32'] },
  textDocument: {
    codeAction: { dynamicRegistration: true, dataSupport: true },
    diagnostic: { dynamicRegistration: false },
    publishDiagnostics: { dataSupport: true, tagSupport: { valueSet: [1, 2] } },
    synchronization: { didSave: true, dynamicRegistration: false },
  },
  window: { workDoneProgress: true, showMessage: {} },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeWatchedFiles: { dynamicRegistration: false },
  },
};

interface Started {
  readonly child: ChildProcess;
  readonly connection: MessageConnection;
  readonly told: { readonly method: string; readonly params: unknown }[];
  readonly initialized: InitializeResult;
  until(holds: () => boolean): Promise<void>;
}

async function start(entry: string, capabilities: object = NEOVIM): Promise<Started> {
  const cache = mkdtempSync(join(tmpdir(), 'spade-stdio-'));
  const child = spawn(process.execPath, ['--no-warnings', entry, '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', SPADE_CACHE_DIR: cache },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(cache, { recursive: true, force: true });
  });
  if (!child.stdout || !child.stdin) throw new Error('no pipes');
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const told: { method: string; params: unknown }[] = [];
  const waiting = new Set<() => void>();
  connection.onNotification((method, params) => {
    told.push({ method, params });
    for (const wake of [...waiting]) wake();
  });
  connection.onRequest((method) => (method === 'workspace/configuration' ? [{ check: { jobs: 1 } }] : null));
  connection.listen();
  const initialized = await connection.sendRequest<InitializeResult>('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities,
    initializationOptions: { serverCommands: true },
  });
  await connection.sendNotification('initialized', {});
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise<void>((resolve) => waiting.add(resolve));
  };
  return { child, connection, told, initialized, until };
}

const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once('exit', resolve));

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

/** Children of a process, by /proc. */
function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.trim().split(/\s+/).filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

async function gone(pids: readonly number[]): Promise<void> {
  while (pids.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 50));
}

const uri = pathToFileURL('/data/lamp.py').href;
const PAYS_AGAIN = SOUND.replace(
  'return "It is over.", 0.0, self.over, self.late, {}',
  'return "It is over.", 1.0, True, False, {}',
);
const FAULTY = PAYS_AGAIN.replace('import re\n', '');

describe('the server over stdio', () => {
  test('answers as the guide says: diagnostics, a fix, a check, and an end that takes its children along', async () => {
    const { child, connection, told, initialized, until } = await start(SOURCE);
    expect(initialized.serverInfo?.name).toBe('Spade Studio');
    expect(initialized.capabilities.diagnosticProvider).toBeDefined();
    expect(initialized.capabilities.executeCommandProvider?.commands).toContain('spade.checkEnvironment');
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'python', version: 0, text: FAULTY },
    });
    const pulled = await connection.sendRequest<{ items: Diagnostic[] }>('textDocument/diagnostic', {
      textDocument: { uri },
    });
    expect(pulled.items.map(({ code }) => code)).toContain('SP113');
    const actions = await connection.sendRequest<{ title: string }[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: pulled.items[0]?.range,
      context: { diagnostics: pulled.items.slice(0, 1) },
    });
    expect(actions.map(({ title }) => title)).toContain('Add import re');
    await connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 1 },
      contentChanges: [{ text: PAYS_AGAIN }],
    });
    const checked = checkResult.parse(await connection.sendRequest('spade/check', { uris: [uri] }));
    expect(checked.checked[0]?.check?.verdict).toBe('unsound');
    await until(() =>
      told.some(
        ({ method, params }) => method === 'spade/status' && serverStatus.parse(params).playing === 'ready',
      ),
    );
    const children = childrenOf(child.pid ?? 0);
    if (process.platform === 'linux') expect(children).not.toEqual([]);
    const exit = exitOf(child);
    await connection.sendRequest('shutdown');
    await connection.sendNotification('exit');
    expect(await exit).toBe(0);
    await gone(children);
  });

  test('sends diagnostics to an editor that does not ask for them', async () => {
    const { connection, told, until } = await start(SOURCE, {});
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'python', version: 0, text: FAULTY },
    });
    await until(() => told.some(({ method }) => method === 'textDocument/publishDiagnostics'));
  });

  test.runIf(process.platform === 'linux')(
    'leaves no child when it is killed in the middle of a check',
    async () => {
      const { child, connection, told, until } = await start(SOURCE);
      await connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId: 'python', version: 0, text: FAULTY },
      });
      connection.sendRequest('spade/check', { uris: [uri] }).catch(() => undefined);
      await until(() =>
        told.some(
          ({ method, params }) => method === 'spade/status' && serverStatus.parse(params).playing === 'ready',
        ),
      );
      const children = childrenOf(child.pid ?? 0);
      expect(children).not.toEqual([]);
      const exit = exitOf(child);
      child.kill('SIGKILL');
      await exit;
      await gone(children);
    },
  );
});

describe('the bundle', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'spade-bundle-'));
    const options = BUNDLES.find(({ entryPoints }) => entryPoints && 'server' in entryPoints);
    await build({ ...options, outdir: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('starts by itself, with nothing installed beside it', async () => {
    const { initialized, connection } = await start(join(folder, 'server.mjs'));
    expect(initialized.serverInfo?.name).toBe('Spade Studio');
    expect(await connection.sendRequest('spade/repair', { text: '```python\nx = 1\n```\n' })).toHaveProperty(
      'source',
    );
  });

  test('says how it is started when it is started otherwise', async () => {
    const child = spawn(process.execPath, [join(folder, 'server.mjs')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    expect(await exitOf(child)).toBe(2);
    expect(said).toContain('--stdio');
  });
});

test('the guide starts what is built, with settings that there are', () => {
  const guide = readFileSync(join(root, 'docs/guides/editors.md'), 'utf8');
  expect(guide.match(/dist\/server\.mjs/g)?.length).toBeGreaterThan(2);
  const settings = [...guide.matchAll(/^\| `(\w+\.\w+)` \| `(.*?)` \|/gm)].map(([, key, value]) => [
    key,
    value,
  ]);
  expect(Object.fromEntries(settings)).toEqual({
    'check.onSave': 'true',
    'check.episodes': 'null',
    'check.jobs': '0',
    'lint.enabled': 'true',
    'codeLens.enabled': 'true',
    'inlayHints.enabled': 'true',
    'node.path': '""',
  });
});
