import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PAGE, protocolPage } from '../../scripts/daemon-protocol.ts';
import { METHODS, NOTIFICATIONS } from '../../server/protocol/daemon.ts';

const written = readFileSync(join(import.meta.dirname, '../..', PAGE), 'utf8');

test('the page of the protocol is current', () => {
  expect(written, 'run `node scripts/daemon-protocol.ts`').toBe(protocolPage());
});

test('it tells every method and every notification', () => {
  const told = [...written.matchAll(/^### `(.+)`$/gm)].map(([, name]) => name);
  expect(told.toSorted()).toEqual([...Object.keys(METHODS), ...Object.keys(NOTIFICATIONS)].toSorted());
});
