/** Against llama.cpp's own server, with two random layers for a model: what it says is nonsense, how it says it is not. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArguments } from '../../server/cli/arguments.ts';
import { terminalIn } from '../../server/cli/testing.ts';
import { rollout } from '../../trainer/cli/commands.ts';
import { rolloutSpec } from '../../trainer/cli/specs.ts';
import { ChatClient } from '../../trainer/policy/openai/client.ts';
import { ENDPOINT_DEFAULTS } from '../../trainer/policy/openai/endpoint.ts';
import { freight } from '../../trainer/selfplay/testing.ts';
import { pythonEnvironment } from '../python.ts';

// llama.cpp and its server in one wheel of 34 MB, without further packages.
const found = await pythonEnvironment('llama', ['xllamacpp==2026.10.11549'], { min: [3, 10] });
const missing = 'missing' in found ? found.missing : undefined;
if (missing !== undefined) console.warn(`llama.cpp's server is not tested: ${missing}`);

describe.skipIf(missing !== undefined)('the server of llama.cpp', () => {
  let folder: string;
  let server: ChildProcess;
  let url = '';
  const signal = new AbortController().signal;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'spade-llama-'));
    if (!('python' in found)) return;
    const child = spawn(found.python, [join(import.meta.dirname, 'tiny_server.py'), folder], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    server = child;
    for await (const line of createInterface({ input: child.stdout })) {
      url = /^listening (\S+)/.exec(line)?.[1] ?? '';
      if (url !== '') break;
    }
    expect(url, 'the server tells its address').not.toBe('');
  });
  afterAll(async () => {
    server.stdin?.end();
    if (server.exitCode === null) await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });

  const client = (more: object = {}) =>
    new ChatClient({ ...ENDPOINT_DEFAULTS, url, model: 'tiny', tries: 1, ...more });
  const asking = (content: string, maxTokens = 12) => ({
    messages: [{ role: 'user' as const, content }],
    temperature: 1,
    maxTokens,
    seed: 5,
  });

  it('streams answers, counts tokens, and says the same for the same seed', async () => {
    // Its own fields: a random model may end at any token, and what is computed together rounds otherwise.
    const one = client({ body: { ignore_eos: true, cache_prompt: false }, concurrency: 1 });
    const answers = [
      await one.chat(asking('Hello'), signal),
      await one.chat(asking('Hello'), signal),
      await one.chat(asking('A longer question, to be told apart from the others'), signal),
    ];
    expect(answers.map(({ cut }) => cut)).toEqual([true, true, true]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
    const { requests, inputTokens, outputTokens, uncounted } = one.meter.usage;
    expect({ requests, outputTokens, uncounted }).toEqual({ requests: 3, outputTokens: 36, uncounted: 0 });
    expect(inputTokens).toBeGreaterThan(30);
  });

  it('refuses a conversation that has no room, in words that are understood', async () => {
    await expect(client().chat(asking('so long '.repeat(400)), signal)).rejects.toMatchObject({
      boundary: 'context',
    });
  });

  it('plays environments', async () => {
    writeFileSync(join(folder, 'barge.py'), freight('Barge'));
    const { terminal, out, err } = terminalIn(folder);
    const argv = [
      'barge.py',
      '-n',
      '2',
      '--max-tokens',
      '16',
      '--context',
      '1000',
      '--format',
      'json',
      '--quiet',
    ];
    const code = await rollout(
      readArguments(rolloutSpec, [...argv, '--policy', `openai:tiny@${url}`, '--out', 'plays']),
      terminal,
    );
    expect([code, err()]).toEqual([0, '']);
    expect(JSON.parse(out())).toMatchObject({
      complete: true,
      all: { plays: 2, faults: 0 },
      usage: { uncounted: 0 },
    });
  });
});
