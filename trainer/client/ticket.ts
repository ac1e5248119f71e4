/**
 * Short texts that only who has the token can make, and that carry no part of it: a ticket admits a browser once, a
 * pass is what it keeps as a cookie. They need no list of who was admitted, and a new token ends them all.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export type Purpose = 'ticket' | 'pass';

/** Milliseconds for which each holds. */
export const LIFETIME: Readonly<Record<Purpose, number>> = {
  ticket: 15 * 60_000,
  pass: 30 * 24 * 3_600_000,
};

const FORM = /^([0-9a-z]{1,12})\.([\w-]{16})\.([\w-]{43})$/;

const sign = (purpose: Purpose, token: string, end: string, nonce: string): Buffer =>
  createHmac('sha256', token).update(`spade ${purpose} ${end} ${nonce}`).digest();

export function makeTicket(purpose: Purpose, token: string, now = Date.now()): string {
  const end = (now + LIFETIME[purpose]).toString(36);
  const nonce = randomBytes(12).toString('base64url');
  return `${end}.${nonce}.${sign(purpose, token, end, nonce).toString('base64url')}`;
}

export interface Ticket {
  /** Tells it from all others. */
  readonly nonce: string;
  /** Milliseconds since the epoch. */
  readonly end: number;
}

/** `undefined`: it was not made with this token for this purpose, or no longer holds. */
export function readTicket(
  purpose: Purpose,
  token: string,
  text: string,
  now = Date.now(),
): Ticket | undefined {
  const [, end = '', nonce = '', signature = ''] = FORM.exec(text) ?? [];
  const given = Buffer.from(signature, 'base64url');
  const right = sign(purpose, token, end, nonce);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const until = Number.parseInt(end, 36);
  return until > now && until <= now + LIFETIME[purpose] ? { nonce, end: until } : undefined;
}

/** The address at which a browser opens the daemon's pages; it admits one browser, within a quarter of an hour. */
export function pageAddress(url: string, token: string): string {
  const page = new URL('/enter', url.replace(/^ws/, 'http'));
  page.searchParams.set('ticket', makeTicket('ticket', token));
  return page.href;
}
