/** Bodies in and out. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import { BINARY } from '../binary.ts';
import { HttpProblem } from './problem.ts';

/** Bytes: more than any batch of a pocket policy comes to. */
const LARGEST = 64 << 20;

/** @throws HttpProblem 422 */
export function take<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const why = result.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  throw new HttpProblem(422, why.join('; '));
}

export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new HttpProblem(422, 'body is no JSON');
  }
}

export async function read(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > LARGEST) throw new HttpProblem(413, `a request may have ${LARGEST} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

export function respond(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed) return;
  const [type, content] =
    body instanceof Uint8Array
      ? [BINARY, body]
      : typeof body === 'string'
        ? ['text/plain', body]
        : ['application/json', body === undefined ? '' : JSON.stringify(body)];
  response.writeHead(status, { 'content-type': type }).end(content);
}
