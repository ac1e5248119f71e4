/** For tests: environments, a served pool that ends with the test, and a client that waits for one answer at a time. */
import { createHash } from 'node:crypto';
import { WebSocket } from 'ws';
import { type ServerMessage, serverMessage } from '../../server/protocol/openenv.ts';
import type { SandboxPool } from '../../server/sandbox/pool.ts';
import { Catalogue, type Served } from './catalogue.ts';
import { Serving, type ServingOptions } from './serving.ts';

/** Adds up the numbers that it is told; `done` ends it. Further words make it misbehave. */
export const COUNTER = `
import random


class CounterEnv:
    def reset(self, seed=None):
        self.random = random.Random(seed)
        self.secret = self.random.randint(1, 1000)
        self.total = 0
        return "Say numbers, then done.", {"turns": 0}

    def step(self, action):
        word = action.removeprefix("\\\\boxed{").removesuffix("}")
        if word == "done":
            return f"Total {self.total}.", 1.0 if self.total > 2 else 0.0, True, False, {}
        if word == "draw":
            return f"Drew {self.random.randint(1, 10**6)}.", 0.0, False, False, {}
        if word == "raise":
            self.total += 100
            raise ValueError("no such thing")
        if word == "loop":
            while True:
                pass
        if word == "stall":
            return f"{sum(range(10**13))}", 0.0, False, False, {}
        if word == "nan":
            return "A number?", float("nan"), False, False, {}
        if word == "info":
            return "Look.", 0.5, False, False, {"a": (1, 2), "b": {"c": None, 3: True}}
        if word == "odd":
            return "Look.", 0.0, False, False, {"it": object()}
        if word == "pair":
            return "Too short.", 1.0
        if word == "long":
            return "x" * 200_000, 0.0, False, False, {}
        self.total += int(word)
        return f"Total {self.total}.", 0.0, False, False, {"total": self.total}
`;

export function served(name: string, source: string = COUNTER): Served {
  return {
    name,
    source,
    sha256: createHash('sha256').update(source).update(name).digest('hex'),
    className: undefined,
    profile: 'games',
    compat: false,
    verdict: 'sound',
  };
}

export interface TestServing {
  readonly serving: Serving;
  connect(): Promise<TestClient>;
  /** Ends all but the sandbox. */
  close(): Promise<void>;
}

/** A served pool on a free port. */
export async function testServing(
  pool: SandboxPool,
  environments: readonly Served[],
  options: Partial<ServingOptions> = {},
): Promise<TestServing> {
  const serving = await Serving.start({
    name: 'test',
    catalogue: new Catalogue(environments),
    pool,
    lanes: 1,
    capacity: 8,
    token: TOKEN,
    ...options,
  });
  const clients: TestClient[] = [];
  return {
    serving,
    connect: async () => {
      const client = await TestClient.open(`${serving.url.replace(/^http/, 'ws')}/ws`);
      clients.push(client);
      return client;
    },
    close: async () => {
      for (const client of clients) client.socket.terminate();
      await serving.close();
    },
  };
}

export const TOKEN = 'secret-token';

export class TestClient {
  readonly socket: WebSocket;
  /** Answers that nobody has taken yet. */
  readonly heard: ServerMessage[] = [];
  readonly closed: Promise<number>;
  readonly #waiting: ((message: ServerMessage | undefined) => void)[] = [];

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => {
      const message = serverMessage.parse(JSON.parse(String(data)));
      const waiting = this.#waiting.shift();
      if (waiting) waiting(message);
      else this.heard.push(message);
    });
    socket.on('error', () => {});
    this.closed = new Promise((resolve) => {
      socket.on('close', (code) => {
        for (const waiting of this.#waiting) waiting(undefined);
        resolve(code);
      });
    });
  }

  static open(url: string): Promise<TestClient> {
    const socket = new WebSocket(url);
    const client = new TestClient(socket);
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(client));
      socket.once('error', reject);
    });
  }

  /** The answer to one message. @throws when the socket closes first */
  async ask(message: unknown): Promise<ServerMessage> {
    const next = this.next();
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    return next;
  }

  async next(): Promise<ServerMessage> {
    const heard = this.heard.shift();
    if (heard) return heard;
    const message = await new Promise<ServerMessage | undefined>((resolve) => this.#waiting.push(resolve));
    if (message) return message;
    throw new Error('the socket was closed');
  }

  reset(data: Readonly<Record<string, unknown>> = {}): Promise<ServerMessage> {
    return this.ask({ type: 'reset', data });
  }

  step(word: string): Promise<ServerMessage> {
    return this.ask({ type: 'step', data: { message: `\\boxed{${word}}` } });
  }

  /** The observation's text, or the error's code and message. */
  async says(answer: Promise<ServerMessage>): Promise<string> {
    const { type, data } = await answer;
    if (type === 'observation') return data.observation.message;
    return type === 'error' ? `${data.code}: ${data.message}` : type;
  }
}
