/** Where a chat endpoint is, and how it is spoken with. */
import type { z } from 'zod';
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

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The address that is asked. @throws EndpointFailure `request` or `key` */
export function addressOf({ url, key }: Pick<Endpoint, 'url' | 'key'>): URL {
  const address = URL.parse(url);
  if (!address || !['http:', 'https:'].includes(address.protocol))
    throw new EndpointFailure('request', 'The endpoint needs a URL such as http://localhost:8000/v1.');
  if (address.username !== '' || address.password !== '')
    throw new EndpointFailure(
      'key',
      'A URL is no place for a key: it is shown and stored. Leave it out, and name the environment variable that holds the key.',
    );
  if (key !== undefined && address.protocol === 'http:' && !LOOPBACK.test(address.hostname))
    throw new EndpointFailure(
      'key',
      `The key would go to ${address.host} in the clear. Use https, or a tunnel to this machine.`,
    );
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

/**
 * The key in the environment variable that its user names. None is looked for where none is named.
 * @throws EndpointFailure `key`, which tells the variable's name and never its value.
 */
export function keyFrom(
  environment: Readonly<Record<string, string | undefined>>,
  variable: string | undefined,
): string | undefined {
  if (variable === undefined) return undefined;
  if (!/^[A-Za-z_]\w*$/.test(variable))
    throw new EndpointFailure(
      'key',
      'A key is given by the name of an environment variable, such as OPENAI_API_KEY, and never itself.',
    );
  const key = environment[variable]?.trim();
  if (!key)
    throw new EndpointFailure(
      'key',
      `The environment variable ${variable} is to hold the key, and is not set.`,
    );
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new EndpointFailure(
      'key',
      `What the environment variable ${variable} holds is no key: it has spaces or letters that no header takes.`,
    );
  return key;
}
