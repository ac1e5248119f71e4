/** A language server from outside: how long after an edit the diagnostics of the new text are there. */
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { z } from 'zod';

/** Milliseconds between an answer and the next edit: a quick typist. */
const REST = 60;
/** Milliseconds after which a server counts as silent. */
const PATIENCE = 20_000;

const published = z.object({ uri: z.string() });

/**
 * Milliseconds from each change to its diagnostics; the whole text is sent each time. Every text must have other
 * diagnostics than the one before, since servers say nothing of what has not changed.
 */
export async function edits(
  command: string,
  args: readonly string[],
  texts: readonly string[],
): Promise<number[]> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const uri = 'untitled:bench.py';
  let told: () => void = () => {};
  connection.onNotification('textDocument/publishDiagnostics', (message: unknown) => {
    if (published.parse(message).uri === uri) told();
  });
  connection.onRequest((_method: string, params: unknown) => {
    const items = z.object({ items: z.array(z.unknown()) }).safeParse(params);
    return items.success ? items.data.items.map(() => null) : null;
  });
  connection.listen();
  const diagnostics = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${command} said nothing of an edit`)), PATIENCE);
      told = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  try {
    await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
    await connection.sendNotification('initialized', {});
    const opened = diagnostics();
    const [first = '', ...others] = texts;
    const document = { uri, languageId: 'python', version: 0, text: first };
    await connection.sendNotification('textDocument/didOpen', { textDocument: document });
    await opened;
    const times: number[] = [];
    for (const [version, text] of others.entries()) {
      await pause(REST);
      const answered = diagnostics();
      const begun = performance.now();
      await connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version: version + 1 },
        contentChanges: [{ text }],
      });
      await answered;
      times.push(performance.now() - begun);
    }
    return times;
  } finally {
    connection.dispose();
    child.kill();
  }
}
