import { expect, test } from 'vitest';
import { isLoopback, keepsKeys } from './loopback.ts';

test.each(['localhost', '127.0.0.1', '127.8.0.1', '::1', '[::1]'])('%s is this machine', (host) => {
  expect(isLoopback(host)).toBe(true);
});

test.each(['0.0.0.0', '10.0.0.1', '127.0.0.1.example', 'localhost.example', '[::2]'])(
  '%s is another one, and keys go there over TLS only',
  (hostname) => {
    expect(isLoopback(hostname)).toBe(false);
    expect(keepsKeys({ protocol: 'http:', hostname })).toBe(false);
    expect(keepsKeys({ protocol: 'https:', hostname })).toBe(true);
  },
);
