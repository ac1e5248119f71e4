/**
 * The paths over HTTP. As with the original server a reset and a step each have an environment of their own that ends
 * with the answer, so that an episode can be played over WebSocket only.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_MESSAGE, resetArguments, stepRequest } from '../../server/protocol/openenv.ts';
import { NoSuchEnvironment } from './catalogue.ts';
import { metadataOf, openApiOf, schemas } from './documents.ts';
import { type Backstage, Episode, turnIn } from './episode.ts';
import type { Gauges } from './metrics.ts';
import { answerRpc } from './rpc.ts';
import { Script } from './script.ts';
import { capacityText, type Slots } from './slots.ts';
import { EpisodeLost, StepFailed } from './trouble.ts';

export interface Routes {
  readonly name: string;
  readonly behind: Backstage;
  readonly slots: Slots;
  readonly gauges: () => Gauges;
}

interface Answer {
  readonly status: number;
  /** JSON, unless it is text. */
  readonly body: unknown;
  readonly type?: string;
}

class TooLarge extends Error {}

/** @param path below the token. Never throws. */
export async function answerHttp(
  routes: Routes,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await answerTo(routes, path, request).catch((problem: unknown): Answer => {
    if (problem instanceof TooLarge) return { status: 413, body: { detail: problem.message } };
    return { status: 500, body: 'Internal Server Error', type: 'text/plain; charset=utf-8' };
  });
  if (response.destroyed) return;
  const text = answer.type === undefined ? JSON.stringify(answer.body) : String(answer.body);
  response.writeHead(answer.status, {
    'Content-Type': answer.type ?? 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    // What was not read of a large body would be taken for the next request.
    ...(answer.status === 413 ? { Connection: 'close' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

async function answerTo(routes: Routes, path: string, request: IncomingMessage): Promise<Answer> {
  const { name, behind, gauges } = routes;
  const gets: Readonly<Record<string, () => Answer>> = {
    '/health': () => ok({ status: 'healthy' }),
    '/metadata': () => ok(metadataOf(name, behind.catalogue)),
    '/schema': () => ok(schemas()),
    '/openapi.json': () => ok(openApiOf(name)),
    '/state': () => ok(new Episode(behind).state),
    '/metrics': () => ({
      status: 200,
      body: behind.metrics.text(gauges()),
      type: 'text/plain; version=0.0.4; charset=utf-8',
    }),
  };
  const posts: Readonly<Record<string, (body: unknown) => Promise<Answer>>> = {
    '/reset': (body) => reset(routes, body, request),
    '/step': (body) => step(routes, body, request),
    '/mcp': async (body) => ok(answerRpc(body)),
  };
  const get = Object.hasOwn(gets, path) ? gets[path] : undefined;
  const post = Object.hasOwn(posts, path) ? posts[path] : undefined;
  if (!get && !post) return { status: 404, body: { detail: 'Not Found' } };
  if (get && (request.method === 'GET' || request.method === 'HEAD')) return get();
  if (post && request.method === 'POST') return post(jsonOf(await bodyOf(request), path));
  return { status: 405, body: { detail: 'Method Not Allowed' } };
}

const ok = (body: unknown): Answer => ({ status: 200, body });

/** `undefined` for what is no JSON. A reset may come without a body. */
function jsonOf(text: string, path: string): unknown {
  if (text.trim() === '' && path === '/reset') return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) continue;
    size += part.length;
    if (size > MAX_MESSAGE) throw new TooLarge(`A request has at most ${MAX_MESSAGE} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** In the form of the original server's validation errors. */
const invalid = (issues: readonly Issue[]): Answer => ({
  status: 422,
  body: {
    detail: issues.map(({ code, path, message }) => ({
      type: code,
      loc: ['body', ...path.map(String)],
      msg: message,
    })),
  },
});

async function reset(routes: Routes, body: unknown, request: IncomingMessage): Promise<Answer> {
  const parsed = resetArguments.safeParse(body ?? undefined);
  if (!parsed.success) return invalid(parsed.error.issues);
  return playing(routes, request, async (signal) => {
    const episode = new Episode(routes.behind);
    try {
      return await episode.reset(parsed.data, signal);
    } finally {
      episode.leave();
    }
  });
}

async function step(routes: Routes, body: unknown, request: IncomingMessage): Promise<Answer> {
  const parsed = stepRequest.safeParse(body ?? undefined);
  if (!parsed.success) return invalid(parsed.error.issues);
  const { message } = parsed.data.action;
  const { catalogue, stage, limits } = routes.behind;
  return playing(routes, request, async (signal) => {
    const script = new Script(catalogue.choose(undefined, 0), 0);
    try {
      return turnIn(message, await stage.bare(script, message, limits.step, signal));
    } finally {
      stage.leave(script);
    }
  });
}

/** Holds a slot for the time of one answer. */
async function playing(
  { behind, slots }: Routes,
  request: IncomingMessage,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<Answer> {
  if (!slots.take()) {
    behind.metrics.error('CAPACITY_REACHED');
    return { status: 503, body: { detail: capacityText(slots) } };
  }
  const gone = new AbortController();
  const leave = (): void => gone.abort(new Error('The client has gone.'));
  request.socket.once('close', leave);
  try {
    return ok(await work(gone.signal));
  } catch (problem) {
    if (problem instanceof NoSuchEnvironment)
      return invalid([{ code: 'value_error', path: ['environment'], message: problem.message }]);
    if (!(problem instanceof StepFailed || problem instanceof EpisodeLost)) throw problem;
    behind.metrics.error('EXECUTION_ERROR');
    const hint = 'Over HTTP every request has an environment of its own; episodes are played over /ws.';
    return { status: 500, body: `${problem.message} ${hint}`, type: 'text/plain; charset=utf-8' };
  } finally {
    request.socket.off('close', leave);
    slots.free();
  }
}
