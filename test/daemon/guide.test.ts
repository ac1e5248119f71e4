import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startRun, testDaemon, until } from '../../trainer/daemon/testing.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/daemon.md'), 'utf8');

test('the client of the guide works as it stands there', async () => {
  const host = await testDaemon();
  const client = await host.connect();
  const run = await startRun(client, 2);
  await until(
    async () => (await client.request('run/show', { run })).state === 'finished',
    'the run is finished',
  );
  const [, source = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(guide) ?? [];
  const file = join(host.home, 'client.mjs');
  writeFileSync(file, source);
  const child = spawn(process.execPath, [file], { env: { ...process.env, SPADE_HOME: host.home } });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await until(() => /^1 daemon$/m.test(said) && /^\d+ run$/m.test(said), `it tells of the events:\n${said}`);
  expect(said).toContain(`${run} finished 2 of 2`);
  child.kill();
  await client.close();
  await host.close();
});
