/** An answer that is an error: a reason for programs, words for people. */
import { ResponseError } from 'vscode-jsonrpc/node';
import {
  CLOSE_CODES,
  type CloseReason,
  DAEMON_ERRORS,
  type DaemonErrorData,
  type DaemonReason,
} from '../../server/protocol/daemon-errors.ts';
import { StoreError } from '../store/failure.ts';

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly data: DaemonErrorData;

  constructor(reason: DaemonReason, message: string, more: Omit<DaemonErrorData, 'reason'> = {}) {
    super(message);
    this.data = { reason, ...more };
  }

  get code(): number {
    return DAEMON_ERRORS[this.data.reason];
  }
}

/** What a client is told of any error. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreError)
    return new Refusal(error.problem === 'missing' ? 'no-such-record' : 'store', error.message);
  const detail = (error instanceof Error ? error.message : String(error)).replace(/\.+$/, '');
  return new Refusal(
    'internal',
    `The daemon failed, which is a fault of its own: ${detail}. Its log has the details.`,
  );
}

export const asResponse = (refusal: Refusal): ResponseError<DaemonErrorData> =>
  new ResponseError(refusal.code, refusal.message, refusal.data);

/** The text of an answer to a frame that is no request, so that it has no id. */
export const answerText = (id: string | number | null, refusal: Refusal): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    error: { code: refusal.code, message: refusal.message, data: refusal.data },
  });

export const closeCode = (reason: CloseReason): number => CLOSE_CODES[reason];
