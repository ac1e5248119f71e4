/** JSON-RPC of `/mcp`: environments that are played by text offer no tools over it, and say so as an error. */
import { z } from 'zod';
import type { Plain } from './plain.ts';

const request = z.looseObject({
  jsonrpc: z.literal('2.0'),
  method: z.string(),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  params: z.record(z.string(), z.json()).optional(),
});

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;

/** Methods of the original server that need an environment with tools of MCP. */
const KNOWN = ['tools/list', 'tools/call', 'openenv/session/create', 'openenv/session/close'];

/** @param body `undefined`: it was no JSON. */
export function answerRpc(body: unknown): { [key: string]: Plain } {
  if (body === undefined) return failure(null, PARSE_ERROR, 'Parse error');
  const parsed = request.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return failure(
      null,
      INVALID_REQUEST,
      `Invalid request: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
    );
  }
  const { method, id = null } = parsed.data;
  const why = KNOWN.includes(method)
    ? 'Environments of this server are played with reset and step over /ws; they offer no MCP tools.'
    : `Method not found: ${method}`;
  return failure(id, METHOD_NOT_FOUND, why);
}

const failure = (id: string | number | null, code: number, message: string): { [key: string]: Plain } => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, data: null },
});
