/** For tests: a chat endpoint on this machine that answers from a script, and remembers what it was sent. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';

const seenBody = z.looseObject({
  model: z.string(),
  messages: z.array(
    z.looseObject({ role: z.string(), content: z.string(), tool_calls: z.array(z.unknown()).optional() }),
  ),
  stream: z.boolean().optional(),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).optional(),
});

export interface Seen {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: z.infer<typeof seenBody>;
}

export type Scripted =
  | {
      readonly status: number;
      readonly json?: unknown;
      readonly text?: string;
      readonly headers?: Record<string, string>;
    }
  /** Data of events, each as it stands; `[DONE]` is part of them. `broken`: the connection ends without an end. */
  | { readonly events: readonly string[]; readonly broken?: boolean }
  /** Nothing comes, ever. */
  | 'silence';

/** An answer in pieces, as endpoints stream it. */
export function streamed(
  text: string,
  more: {
    readonly thinking?: string;
    readonly finish?: string;
    readonly usage?: readonly [number, number];
    readonly calls?: readonly { readonly name: string; readonly arguments: string }[];
  } = {},
): Scripted {
  const delta = (part: unknown, finish: string | null = null) =>
    JSON.stringify({ id: 'x', choices: [{ index: 0, delta: part, finish_reason: finish }] });
  const { thinking, finish = 'stop', usage = [10, 5], calls = [] } = more;
  return {
    events: [
      delta({ role: 'assistant', content: '' }),
      ...(thinking === undefined ? [] : [delta({ reasoning_content: thinking })]),
      ...Array.from(text, (piece) => delta({ content: piece })),
      ...calls.flatMap(({ name, arguments: given }, index) => [
        delta({
          tool_calls: [{ index, id: `c${index}`, type: 'function', function: { name, arguments: '' } }],
        }),
        ...Array.from(given, (piece) => delta({ tool_calls: [{ index, function: { arguments: piece } }] })),
      ]),
      delta({}, calls.length > 0 ? 'tool_calls' : finish),
      JSON.stringify({ choices: [], usage: { prompt_tokens: usage[0], completion_tokens: usage[1] } }),
      '[DONE]',
    ],
  };
}

export const whole = (text: string): Scripted => ({
  status: 200,
  json: {
    choices: [{ message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 5 },
  },
});

export const refused = (status: number, error: unknown, headers: Record<string, string> = {}): Scripted => ({
  status,
  json: { error },
  headers,
});

export class ScriptedEndpoint {
  readonly seen: Seen[] = [];
  /** Requests under way, and the most there were at once. */
  active = 0;
  mostActive = 0;
  readonly #server: Server;
  readonly #answer: (seen: Seen, number: number) => Scripted | Promise<Scripted>;

  private constructor(answer: (seen: Seen, number: number) => Scripted | Promise<Scripted>) {
    this.#answer = answer;
    this.#server = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      request.on('end', () => {
        const body = seenBody.parse(JSON.parse(text));
        void this.#respond({ path: request.url ?? '', headers: request.headers, body }, response);
      });
    });
  }

  /** @param answer by the request and how many there were before it. */
  static async start(
    answer: (seen: Seen, number: number) => Scripted | Promise<Scripted>,
  ): Promise<ScriptedEndpoint> {
    const endpoint = new ScriptedEndpoint(answer);
    endpoint.#server.listen(0, '127.0.0.1');
    await once(endpoint.#server, 'listening');
    return endpoint;
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`;
  }

  async #respond(seen: Seen, response: ServerResponse): Promise<void> {
    this.active += 1;
    this.mostActive = Math.max(this.mostActive, this.active);
    response.on('close', () => {
      this.active -= 1;
    });
    this.seen.push(seen);
    const answer = await this.#answer(seen, this.seen.length - 1);
    if (answer === 'silence') return;
    if ('events' in answer) {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      for (const data of answer.events) response.write(`data: ${data}\n\n`);
      if (answer.broken) response.destroy();
      else response.end();
      return;
    }
    const type = answer.text === undefined ? 'application/json' : 'text/plain';
    response.writeHead(answer.status, { 'content-type': type, ...answer.headers });
    response.end(answer.text ?? JSON.stringify(answer.json ?? {}));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
