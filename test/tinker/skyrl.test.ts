import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { SendJournal } from '../../trainer/policy/tinker/journal.ts';
import { skyrlPython, startSkyRL } from './skyrl/server.ts';

function begin(...words: string[]): {
  readonly child: ChildProcess;
  readonly lines: string[];
  line(what: RegExp): Promise<string>;
} {
  const child = spawn(
    process.execPath,
    ['--no-warnings', '--no-node-snapshot', join(import.meta.dirname, 'skyrl', 'child.ts'), ...words],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const lines: string[] = [];
  let errors = '';
  child.stderr.on('data', (part) => {
    errors += String(part);
  });
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  const line = async (what: RegExp): Promise<string> => {
    for (;;) {
      const found = lines.find((one) => what.test(one));
      if (found !== undefined) return found;
      if (child.exitCode !== null) throw new Error(`it ended: ${errors}\n${lines.join('\n')}`);
      await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
      await new Promise((done) => setImmediate(done));
    }
  };
  return { child, lines, line };
}

test('self-play on SkyRL: steps, checkpoints, a kill, and on from the last one', async ({ skip }) => {
  const found = await skyrlPython();
  if ('missing' in found) return skip(`SkyRL cannot be had: ${found.missing}`);
  const folder = mkdtempSync(join(tmpdir(), 'spade-skyrl-'));
  const skyrl = await startSkyRL(found.python, folder);
  const run = join(folder, 'run');
  mkdirSync(run);
  try {
    const first = begin(skyrl.url, skyrl.model, run);
    await first.line(/^commit 1 /);
    await first.line(/^intend 2/);
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const card = first.lines.join('\n');
    expect(card).toMatch(/wire: protocol buffers/);
    expect(card).toMatch(/normalisation: mean over each sequence’s tokens, then over sequences\n/);
    expect(card).toMatch(/accumulation of gradients: yes/);
    expect(card).toMatch(/scoring leaves no gradient: yes/);
    expect(card).toMatch(/log-probabilities: of samples at temperature 1/);

    const second = begin(skyrl.url, skyrl.model, run);
    await second.line(/^end finished/);
    expect(second.lines.join('\n')).toMatch(/What an earlier attempt left on the engine is unloaded: model_/);
    const updates = [0, 1, 2, 3].map((step) => {
      const commit = JSON.parse(readFileSync(join(run, `000${step}.commit.json`), 'utf8'));
      return commit.detail.updates;
    });
    // One update a rollout, and none twice.
    expect(updates).toEqual([1, 2, 3, 4]);
    expect(new SendJournal(join(run, 'sent.jsonl')).orphans()).toEqual([]);
  } finally {
    await skyrl.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 1_200_000);
