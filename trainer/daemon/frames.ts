/** JSON-RPC messages over a WebSocket, one a text frame: the ends that `vscode-jsonrpc` reads from and writes to. */
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type Disposable,
  type Message,
} from 'vscode-jsonrpc/node';
import { z } from 'zod';
import { Refusal } from './refusal.ts';

export const requestId = z.union([z.string().max(200), z.number()]);

/** A request or a notification. */
const frame = z.object({
  jsonrpc: z.literal('2.0'),
  method: z.string().max(200),
  id: requestId.optional(),
  params: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional(),
});
export type Frame = z.infer<typeof frame>;

/** @throws Refusal that says what is wrong with the text. */
export function readFrame(text: string): Frame {
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

/** Hands over what it is given by `deliver`. */
export class FrameReader extends AbstractMessageReader {
  #callback: ((message: Message) => void) | undefined;

  override listen(callback: (message: Message) => void): Disposable {
    this.#callback = callback;
    return {
      dispose: () => {
        this.#callback = undefined;
      },
    };
  }

  deliver(message: Message): void {
    this.#callback?.(message);
  }

  closed(): void {
    this.fireClose();
  }
}

export class FrameWriter extends AbstractMessageWriter {
  readonly #send: (text: string) => void;

  constructor(send: (text: string) => void) {
    super();
    this.#send = send;
  }

  async write(message: Message): Promise<void> {
    this.#send(JSON.stringify(message));
  }

  end(): void {}
}
