/** Where a chat endpoint is, and how it is spoken with. */
import type { z } from 'zod';
import { checkRoute } from '../key.ts';
import { EndpointFailure } from './failure.ts';

/** What is paid for a million tokens, in whatever currency its user gives. */
export interface Prices {
  readonly input: number;
  readonly output: number;
}

export interface Endpoint {
  /** Such as `http://localhost:8000/v1`; without a path, `/v1` is meant. */
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer token, and told nobody else. */
  readonly key?: string | undefined;
  /** Requests under way at most. */
  readonly concurrency: number;
  /** Tries of one request, the first included. */
  readonly tries: number;
  /** Seconds without a byte after which a try is given up. */
  readonly patience: number;
  /** Tools as the API's own, or described in the text. */
  readonly tools: 'native' | 'text';
  /** Further fields of every request, such as `chat_template_kwargs`. */
  readonly body: Readonly<Record<string, z.core.util.JSONType>>;
}

export const ENDPOINT_DEFAULTS = {
  concurrency: 16,
  tries: 6,
  patience: 240,
  tools: 'native',
  body: {},
} as const satisfies Partial<Endpoint>;

/** The address that is asked. @throws EndpointFailure `request`; as `checkRoute` */
export function addressOf({ url, key }: Pick<Endpoint, 'url' | 'key'>): URL {
  const address = URL.parse(url);
  if (!address || !['http:', 'https:'].includes(address.protocol))
    throw new EndpointFailure('request', 'The endpoint needs a URL such as http://localhost:8000/v1.');
  checkRoute(address, key);
  const path = address.pathname.replace(/\/+$/, '');
  if (!path.endsWith('/chat/completions'))
    address.pathname = `${path === '' ? '/v1' : path}/chat/completions`;
  address.hash = '';
  return address;
}

const RESERVED = ['model', 'messages', 'stream', 'stream_options', 'tools', 'n'];

/** Fields that a person adds to every request. @throws EndpointFailure `request` */
export function checkBody(body: Endpoint['body']): void {
  const taken = RESERVED.find((name) => name in body);
  if (taken !== undefined)
    throw new EndpointFailure('request', `The request's field ${taken} is ours; it cannot be set.`);
}
