/** An endpoint's refusal as a failure that says what to do. */
import { inline } from '../../../server/contract/visible.ts';
import { type Boundary, EndpointFailure } from './failure.ts';
import { errorBody, type ToldError } from './wire.ts';

/** UTF-16 units of what an endpoint says that are shown. */
const SHOWN = 300;

const CONTEXT =
  /context[ _-]?(length|size|window)|maximum (model|context)|exceed_context|prompt is too long|too many tokens|max_model_len|input is too long/i;
const QUOTA = /insufficient_quota|billing|credit balance|payment required/i;

/** What was refused, of a response that is no success. `secret` is struck out of whatever the endpoint says. */
export function refusal(
  status: number,
  body: string,
  host: string,
  options: { readonly wait?: number; readonly secret?: string | undefined } = {},
): EndpointFailure {
  const { secret, ...rest } = options;
  const told = toldBy(body);
  const boundary = boundaryOf(status, told);
  const words = shown(told?.message ?? '', secret);
  const quote = words === '' ? '' : ` It says: ${words}`;
  return new EndpointFailure(boundary, `${SENTENCES[boundary](host, status)}${quote}`, rest);
}

/** Text of an endpoint in one line, without the key. */
export function shown(text: string, secret: string | undefined): string {
  const clean = secret ? text.replaceAll(secret, '(key)') : text;
  const line = inline(clean.trim());
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN)}… (${line.length - SHOWN} more)`;
}

/** The error that an endpoint tells, in any of the usual forms. */
export function toldBy(body: string): ToldError | undefined {
  try {
    const parsed = errorBody.safeParse(JSON.parse(body));
    if (parsed.success) return parsed.data;
  } catch {
    // Pages and plain text are shown as they are.
  }
  return body.trim() === '' ? undefined : { message: body.replace(/<[^>]*>/g, ' ') };
}

function boundaryOf(status: number, told: ToldError | undefined): Boundary {
  const words = `${told?.type ?? ''} ${told?.code ?? ''} ${told?.message ?? ''}`;
  if (status === 402 || (status === 429 && QUOTA.test(words))) return 'quota';
  if (status === 401 || status === 403) return 'key';
  if (status === 429) return 'rate';
  if (status === 413 || CONTEXT.test(words)) return 'context';
  if (status === 408 || status === 425 || status >= 500) return 'server';
  return 'request';
}

const SENTENCES: Readonly<Record<Boundary, (host: string, status: number) => string>> = {
  key: (host, status) =>
    `${host} refuses the key (${status}). Name the environment variable that holds the right one with --key-variable.`,
  quota: (host) => `The account at ${host} has nothing left to pay with. Waiting does not help.`,
  rate: (host) => `${host} takes no more requests for now. Ask for fewer at a time with --concurrency.`,
  context: (host) =>
    `The conversation and the answer do not fit the context of the model at ${host}. Allow shorter answers, or serve the model with a longer context.`,
  request: (host, status) =>
    status === 404
      ? `${host} knows no such address or model (404). Is the URL the one that ends in /v1, and the model one that it serves?`
      : `${host} refuses the request (${status}).`,
  reply: (host) => `${host} answers with what is no chat completion. Is the URL the one that ends in /v1?`,
  server: (host, status) => `${host} failed (${status}). See what its own log says.`,
  unreachable: (host) => `${host} cannot be reached. Is the server running, and the URL right?`,
};
