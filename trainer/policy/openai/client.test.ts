import { afterEach, describe, expect, it } from 'vitest';
import { ChatClient, type ChatRequest } from './client.ts';
import { ENDPOINT_DEFAULTS, type Endpoint } from './endpoint.ts';
import { EndpointFailure } from './failure.ts';
import { refused, type Scripted, ScriptedEndpoint, type Seen, streamed, whole } from './testing.ts';

const KEY = 'sk-not-to-be-told-1234567890';
const REQUEST: ChatRequest = {
  messages: [{ role: 'user', content: 'Hello' }],
  temperature: 0.6,
  maxTokens: 64,
  seed: 0xffff_ffff,
};

let endpoint: ScriptedEndpoint | undefined;
afterEach(async () => {
  await endpoint?.close();
  endpoint = undefined;
});

async function clientFor(
  answer: (seen: Seen, number: number) => Scripted | Promise<Scripted>,
  more: Partial<Endpoint> = {},
  log?: (message: string) => void,
) {
  endpoint = await ScriptedEndpoint.start(answer);
  const settings = { ...ENDPOINT_DEFAULTS, url: endpoint.url, model: 'm', key: KEY, ...more };
  return { client: new ChatClient(settings, log), endpoint };
}

const signal = () => new AbortController().signal;

async function failureOf(answer: Scripted, more: Partial<Endpoint> = {}): Promise<EndpointFailure> {
  const { client } = await clientFor(() => answer, { tries: 1, ...more });
  const failure: unknown = await client.chat(REQUEST, signal()).catch((error: unknown) => error);
  if (!(failure instanceof EndpointFailure)) throw new Error(`no failure but ${String(failure)}`);
  expect(failure.message).not.toContain(KEY);
  return failure;
}

describe('an answer', () => {
  it('is gathered from its stream, with thinking apart and tokens counted', async () => {
    const { client, endpoint } = await clientFor(() =>
      streamed('\\boxed{ü}', { thinking: 'Let me see.', usage: [12, 7] }),
    );
    const answer = await client.chat(REQUEST, signal());
    expect(answer).toEqual({
      text: '\\boxed{ü}',
      thinking: 'Let me see.',
      calls: [],
      cut: false,
      tokens: 19,
    });
    expect(client.meter.usage).toMatchObject({ requests: 1, inputTokens: 12, outputTokens: 7, uncounted: 0 });
    const [seen] = endpoint.seen;
    expect(seen?.path).toBe('/v1/chat/completions');
    expect(seen?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(seen?.body).toMatchObject({ model: 'm', temperature: 0.6, max_tokens: 64, seed: 0x7fff_ffff });
  });

  it('is taken whole where an endpoint does not stream, and thinking is cut out of the text', async () => {
    const { client } = await clientFor(() => whole('<think>\nHm.\n</think>\n\nYes.'));
    expect(await client.chat(REQUEST, signal())).toMatchObject({ text: 'Yes.', thinking: 'Hm.' });
  });

  it('that only thinks says nothing', async () => {
    const { client } = await clientFor(() => streamed('<think>on and on', { finish: 'length' }));
    expect(await client.chat(REQUEST, signal())).toMatchObject({
      text: '',
      thinking: 'on and on',
      cut: true,
    });
  });

  it('brings tool calls in pieces', async () => {
    const call = { name: 'find', arguments: '{"id": 3}' };
    const { client } = await clientFor(() => streamed('', { calls: [call, call] }));
    const { calls } = await client.chat(REQUEST, signal());
    expect(calls.map(({ id, function: one }) => [id, one])).toEqual([
      ['c0', call],
      ['c1', call],
    ]);
  });
});

describe('a failure', () => {
  it.each([
    [refused(401, { message: `Incorrect API key provided: ${KEY}` }), 'key', /refuses the key \(401\)/],
    [refused(403, { message: 'no' }), 'key', /--key-variable/],
    [refused(402, { message: 'pay' }), 'quota', /nothing left/],
    [refused(429, { code: 'insufficient_quota', message: 'over' }), 'quota', /nothing left/],
    [refused(429, { message: 'slow down' }), 'rate', /--concurrency/],
    [refused(400, { code: 'context_length_exceeded', message: 'long' }), 'context', /do not fit/],
    [refused(500, { type: 'exceed_context_size_error', message: 'x', code: 500 }), 'context', /do not fit/],
    [
      {
        status: 400,
        json: { object: 'error', message: "This model's maximum context length is 4", code: 400 },
      },
      'context',
      /do not fit/,
    ],
    [refused(404, { message: 'The model `m` does not exist.' }), 'request', /knows no such address or model/],
    [{ status: 422, json: { detail: [{ loc: ['body', 'top_k'] }] } }, 'request', /top_k/],
    [{ status: 503, text: '<html>Bad gateway</html>' }, 'server', /failed \(503\).*Bad gateway/],
    [{ status: 200, json: { hello: 1, choices: 3 } }, 'reply', /no chat completion/],
    [{ status: 200, text: `Welcome, ${KEY}` }, 'reply', /no chat completion.*\(key\)/],
    [{ events: [JSON.stringify({ error: { message: 'out of memory' } })] }, 'server', /out of memory/],
    [{ status: 307, headers: { location: 'https://elsewhere.example/v1' } }, 'request', /elsewhere\.example/],
  ] as const)('of the kind %o is told as %s', async (answer, boundary, words) => {
    const failure = await failureOf(answer);
    expect([failure.boundary, failure.message]).toEqual([boundary, expect.stringMatching(words)]);
  });

  it('is a stream that breaks off', async () => {
    const { events } = streamed('Half an ans') as { events: string[] };
    const failure = await failureOf({ events: events.slice(0, 6) });
    expect([failure.boundary, failure.message]).toEqual(['reply', expect.stringMatching(/broke off/)]);
  });

  it('is silence, and an endpoint that is not there', async () => {
    const silent = await failureOf('silence', { patience: 0.2 });
    expect([silent.boundary, silent.message]).toEqual(['unreachable', expect.stringMatching(/--patience/)]);
    await endpoint?.close();
    endpoint = undefined;
    const gone = new ChatClient({ ...ENDPOINT_DEFAULTS, url: 'http://127.0.0.1:9/v1', model: 'm', tries: 1 });
    await expect(gone.chat(REQUEST, signal())).rejects.toThrow(/127\.0\.0\.1:9 cannot be reached/);
  });

  it('that passes is tried again, no sooner than the endpoint asks, and nobody else begins meanwhile', async () => {
    const told: string[] = [];
    const times: number[] = [];
    const { client } = await clientFor(
      (_, number) => {
        times.push(performance.now());
        if (number === 0) return refused(429, { message: 'busy' }, { 'retry-after': '1' });
        return number === 1 ? { status: 502, text: '' } : streamed('done');
      },
      { concurrency: 1 },
      (message) => told.push(message),
    );
    const both = await Promise.all([client.chat(REQUEST, signal()), client.chat(REQUEST, signal())]);
    expect(both.map(({ text }) => text)).toEqual(['done', 'done']);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950);
    expect(client.meter.usage).toMatchObject({ requests: 2, retries: 2 });
    expect(told.join('\n')).toMatch(/Trying again in 1\.0 s/);
    expect(told.join('\n')).not.toContain(KEY);
  });

  it('ends the tries when all were used, and when the endpoint asks to wait too long', async () => {
    const { client, endpoint: asked } = await clientFor(
      () => refused(429, { message: 'busy' }, { 'retry-after-ms': '1' }),
      { tries: 3 },
    );
    await expect(client.chat(REQUEST, signal())).rejects.toThrow(/Tried 3 times/);
    expect(asked.seen).toHaveLength(3);
    const late = await failureOf(refused(429, { message: 'busy' }, { 'retry-after': '7200' }), { tries: 3 });
    expect(late.message).toMatch(/wait 120 minutes/);
  });
});

describe('requests', () => {
  it('are never more at once than allowed', async () => {
    const { client, endpoint } = await clientFor(
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return streamed('x');
      },
      { concurrency: 3 },
    );
    await Promise.all(Array.from({ length: 12 }, () => client.chat(REQUEST, signal())));
    expect(endpoint.mostActive).toBe(3);
    expect(endpoint.seen).toHaveLength(12);
  });

  it('leave out what an endpoint does not take, and nothing depends on', async () => {
    const { client, endpoint } = await clientFor(({ body }) => {
      if ('seed' in body) return { status: 422, json: { detail: [{ loc: ['body', 'seed'], msg: 'extra' }] } };
      if ('max_tokens' in body)
        return refused(400, { message: "'max_tokens' is not supported. Use 'max_completion_tokens'." });
      return streamed('fine');
    });
    expect((await client.chat(REQUEST, signal())).text).toBe('fine');
    await client.chat(REQUEST, signal());
    expect(endpoint.seen).toHaveLength(4);
    expect(endpoint.seen.at(-1)?.body).toMatchObject({ max_completion_tokens: 64 });
  });

  it('end when they are cancelled, also while they wait', async () => {
    const { client } = await clientFor(() => refused(429, { message: 'busy' }, { 'retry-after': '100' }));
    const stop = new AbortController();
    const waiting = client.chat(REQUEST, stop.signal);
    setTimeout(() => stop.abort(new Error('enough')), 100);
    await expect(waiting).rejects.toMatchObject({ name: 'PolicyFailure', kind: 'cancelled' });
  });
});
