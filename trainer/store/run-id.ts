import { randomBytes } from 'node:crypto';

/** A new run's id: when it was started, and something that tells it from others of that minute. */
export function newRunId(): string {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 12);
  return `${time}-${randomBytes(4).toString('hex')}`;
}
