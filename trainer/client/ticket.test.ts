import { expect, test } from 'vitest';
import { LIFETIME, makeTicket, pageAddress, readTicket } from './ticket.ts';

const TOKEN = 'a'.repeat(43);
const OTHER = 'b'.repeat(43);

test('a ticket is read with the token and for the purpose that it was made with', () => {
  const ticket = makeTicket('ticket', TOKEN, 1_000);
  expect(readTicket('ticket', TOKEN, ticket, 2_000)?.end).toBe(1_000 + LIFETIME.ticket);
  expect(readTicket('ticket', OTHER, ticket, 2_000)).toBeUndefined();
  expect(readTicket('pass', TOKEN, ticket, 2_000)).toBeUndefined();
});

test('it holds for its time, and what is changed in it is seen', () => {
  const ticket = makeTicket('pass', TOKEN, 1_000);
  expect(readTicket('pass', TOKEN, ticket, 1_001 + LIFETIME.pass)).toBeUndefined();
  const [end = '', nonce, signature] = ticket.split('.');
  const later = (Number.parseInt(end, 36) + 1).toString(36);
  expect(readTicket('pass', TOKEN, `${later}.${nonce}.${signature}`, 2_000)).toBeUndefined();
  for (const text of ['', 'x', `${ticket}x`, ticket.slice(0, -1), `..${signature}`])
    expect(readTicket('pass', TOKEN, text, 2_000), text).toBeUndefined();
});

test('two of one moment differ, and an address tells nothing of the token', () => {
  expect(makeTicket('pass', TOKEN, 5)).not.toBe(makeTicket('pass', TOKEN, 5));
  const address = pageAddress('wss://gpu.example.org:7777', TOKEN);
  expect(address).toMatch(/^https:\/\/gpu\.example\.org:7777\/enter\?ticket=[\w.-]+$/);
  expect(address).not.toContain('aaaa');
});
