/** What an HTTP answer of an engine means for the client: its result, or what to do about it. */
import type { z } from 'zod';
import { PolicyFailure } from '../failure.ts';
import { BINARY } from './binary.ts';
import { failedFuture, metadataOnly, reason, tryAgain } from './wire.ts';

export interface Answer {
  readonly status: number;
  readonly body: Uint8Array;
  readonly type: string;
}

/**
 * - `result`: it is there.
 * - `again`: not yet; ask at once.
 * - `busy`: the engine wants less (429) or is unwell (5xx, no connection); ask later.
 * - `unknown`: it does not know what it is asked for, perhaps not yet.
 * - `expired`: what was submitted is gone, and must be submitted again.
 * - `mangled`: a 400 without a word, as proxies send them.
 * - `failed`: the work failed, or will never be accepted.
 */
export type Meaning =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'again' | 'busy' | 'unknown' | 'expired' | 'mangled'; readonly why: string }
  | { readonly kind: 'failed'; readonly status: number; readonly why: string };

/** @param binary reads a result in protocol buffers. */
export function meaningOf(answer: Answer, binary?: (body: Uint8Array) => unknown): Meaning {
  const { status, body, type } = answer;
  if (status === 200 && type.startsWith(BINARY)) {
    if (!binary)
      return { kind: 'failed', status, why: 'It answered in protocol buffers, which this call has none of.' };
    try {
      return { kind: 'result', value: binary(body) };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return {
        kind: 'failed',
        status,
        why: `Its answer in protocol buffers cannot be read: ${error.message}.`,
      };
    }
  }
  const value = jsonOf(body);
  if (status === 200 || status === 201) {
    if (tryAgain.safeParse(value).success) return { kind: 'again', why: 'it is not done yet' };
    if (metadataOnly.safeParse(value).success) return { kind: 'again', why: 'only its size was told' };
    const failed = failedFuture.safeParse(value);
    if (failed.success)
      return {
        kind: 'failed',
        status: failed.data.category === 'user' ? 400 : 500,
        why: short(failed.data.error),
      };
    return value === undefined && body.length > 0
      ? { kind: 'failed', status, why: 'Its answer is no JSON.' }
      : { kind: 'result', value };
  }
  const said = reason.safeParse(value);
  const why = said.success ? short(said.data) : `HTTP ${status}`;
  if (status === 408 || status === 425) return { kind: status === 408 ? 'again' : 'busy', why };
  if (status === 404) return { kind: 'unknown', why };
  if (status === 410) return { kind: 'expired', why };
  if (status === 429 || status >= 500) return { kind: 'busy', why };
  if (status === 400 && body.length === 0) return { kind: 'mangled', why };
  return { kind: 'failed', status, why };
}

const decoder = new TextDecoder();
/** Characters of an engine's words that are told: some send whole tracebacks, or the request itself. */
const TOLD = 600;

function short(text: string): string {
  const trimmed = text.trim();
  return trimmed.length <= TOLD
    ? trimmed
    : `…${trimmed.slice(-TOLD)} (the last ${TOLD} of ${trimmed.length} characters)`;
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(body));
  } catch {
    return undefined;
  }
}

/** @throws PolicyFailure `engine` where the engine answers in another form than the API's. */
export function parsed<T>(schema: z.ZodType<T>, value: unknown, call: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new PolicyFailure(
    'engine',
    `The engine's answer to ${call} is not what the Tinker API says: ${issue?.path.join('.') || 'it'}: ${issue?.message}. Is it an engine of another kind or version?`,
  );
}
