/** What clients send, one JSON-RPC message a text frame, read before anything is done with it. */
import { z } from 'zod';
import { Refusal } from './refusal.ts';

const requestId = z.union([z.string().max(200), z.number()]);

/** A request or a notification. */
const frame = z.object({
  jsonrpc: z.literal('2.0'),
  method: z.string().max(200),
  id: requestId.optional(),
  params: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional(),
});
export type Frame = z.infer<typeof frame>;

/** Levels of objects and lists in one frame. Deeper ones only serve to break what walks through them. */
const DEEPEST = 64;

/** @throws Refusal that says what is wrong with the text. */
export function readFrame(text: string): Frame {
  if (isTooDeep(text))
    throw new Refusal('not-a-request', `The frame has more than ${DEEPEST} levels of objects and lists.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal('not-json', 'The frame is no JSON. Each frame is one JSON-RPC 2.0 message.');
  }
  const parsed = frame.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Refusal(
    'not-a-request',
    Array.isArray(value)
      ? 'Batches are not taken: send one message a frame.'
      : 'The frame is no request and no notification of JSON-RPC 2.0: it needs "jsonrpc": "2.0", "method", and "params" as an object.',
  );
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (quoted && character === '\\') at++;
    else if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === '{' || character === '[') {
      if (++depth > DEEPEST) return true;
    } else if (character === '}' || character === ']') depth--;
  }
  return false;
}
