import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConnectionLost, DaemonClient, DaemonError } from '../client/client.ts';
import { temporaryFolder } from '../store/testing.ts';
import { testDaemon } from './testing.ts';

const openssl = spawnSync('openssl', ['version']).status === 0;

test.skipIf(!openssl)('beyond loopback clients come in over TLS, by a name that is allowed', async () => {
  const folder = temporaryFolder();
  const [cert, key] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '1',
      ...names,
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { stdio: 'ignore' },
  );
  const ca = readFileSync(cert, 'utf8');
  const host = await testDaemon({ host: '0.0.0.0', tls: { cert: ca, key: readFileSync(key, 'utf8') } });
  const { port } = new URL(host.daemon.url);
  const to = { url: `wss://localhost:${port}`, token: host.daemon.token, name: 'a test' };
  const client = await DaemonClient.connect({ ...to, ca });
  expect((await client.request('run/list', {})).runs).toEqual([]);
  await client.close();
  await expect(DaemonClient.connect(to)).rejects.toThrow(ConnectionLost);
  await expect(DaemonClient.connect({ ...to, url: `ws://localhost:${port}` })).rejects.toThrow(
    ConnectionLost,
  );
  await expect(DaemonClient.connect({ ...to, ca, token: 'wrong' })).rejects.toThrow(DaemonError);
  await host.close();
  folder.remove();
});
