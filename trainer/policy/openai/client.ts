/**
 * One chat endpoint: requests are streamed, repeated where that helps, and never more at once than allowed. What it
 * answers is parsed; what it says in words is shown without the key.
 *
 * Streamed, because a long answer that comes as one piece looks like a dead connection to whatever lies between.
 */
import { PolicyFailure } from '../failure.ts';
import { Calls } from './calls.ts';
import { addressOf, checkBody, type Endpoint } from './endpoint.ts';
import { EndpointFailure } from './failure.ts';
import { Gate, pause } from './gate.ts';
import { Meter } from './meter.ts';
import { refusal, shown } from './refusal.ts';
import { eventsOf } from './stream.ts';
import { apart } from './thinking.ts';
import { completion, failed, type SentCall, type SentMessage, type sentTool } from './wire.ts';

export interface ChatRequest {
  readonly messages: readonly SentMessage[];
  readonly temperature: number;
  readonly maxTokens: number;
  readonly seed: number;
  readonly tools?: readonly ReturnType<typeof sentTool>[];
}

export interface ChatAnswer {
  readonly text: string;
  readonly thinking: string | undefined;
  readonly calls: readonly SentCall[];
  /** It ended because of the limit on its tokens. */
  readonly cut: boolean;
  /** Of prompt and answer together, where the endpoint tells. */
  readonly tokens: number | undefined;
}

/** Milliseconds before the first repetition; doubled each time, up to the longest. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** Milliseconds: whoever asks to wait longer than this is not waited for. */
const PATIENT = 5 * 60_000;

/** What not every endpoint takes, and is left out once one has said so. */
interface Dialect {
  seed: boolean;
  usage: boolean;
  limit: 'max_tokens' | 'max_completion_tokens';
}

export class ChatClient {
  readonly meter = new Meter();
  readonly endpoint: Endpoint;
  readonly #address: URL;
  readonly #gate: Gate;
  readonly #dialect: Dialect = { seed: true, usage: true, limit: 'max_tokens' };
  readonly #log: (message: string) => void;

  /** @throws EndpointFailure where the settings make no sense. */
  constructor(endpoint: Endpoint, log: (message: string) => void = () => undefined) {
    this.#address = addressOf(endpoint);
    checkBody(endpoint.body);
    this.endpoint = endpoint;
    this.#gate = new Gate(endpoint.concurrency);
    this.#log = log;
  }

  /** @throws EndpointFailure; PolicyFailure `cancelled` once the signal has fired. */
  async chat(request: ChatRequest, signal: AbortSignal): Promise<ChatAnswer> {
    try {
      return await this.#persist(request, signal);
    } catch (error) {
      if (signal.aborted) throw new PolicyFailure('cancelled', 'The call was cancelled.', { cause: error });
      throw error;
    }
  }

  async #persist(request: ChatRequest, signal: AbortSignal): Promise<ChatAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#gate.within(() => this.#adapted(request, signal), signal);
      } catch (error) {
        if (!(error instanceof EndpointFailure) || !error.passing || signal.aborted) throw error;
        if (attempt >= this.endpoint.tries || (error.wait ?? 0) > PATIENT)
          throw this.#givenUp(error, attempt);
        this.meter.retried();
        const backOff = Math.min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE);
        // Requests that failed together are not to come back together.
        const wait = error.wait ?? backOff * (0.5 + Math.random() / 2);
        if (error.boundary === 'rate') this.#gate.hold(wait);
        this.#log(`${error.message} Trying again in ${(wait / 1000).toFixed(1)} s.`);
        await pause(wait, signal);
      }
    }
  }

  #givenUp(error: EndpointFailure, attempts: number): EndpointFailure {
    const waiting =
      error.wait !== undefined && error.wait > PATIENT
        ? ` It asks to wait ${Math.ceil(error.wait / 60_000)} minutes, which is longer than we do.`
        : ` Tried ${attempts === 1 ? 'once' : `${attempts} times`}.`;
    return new EndpointFailure(error.boundary, `${error.message}${waiting}`, { cause: error });
  }

  /** Leaves out what this endpoint refuses and nothing depends on. */
  async #adapted(request: ChatRequest, signal: AbortSignal): Promise<ChatAnswer> {
    for (;;) {
      const before = JSON.stringify(this.#dialect);
      try {
        return await this.#once(request, signal);
      } catch (error) {
        if (!(error instanceof EndpointFailure) || error.boundary !== 'request') throw error;
        if (!this.#adapt(error.message) && before === JSON.stringify(this.#dialect)) throw error;
      }
    }
  }

  #adapt(message: string): boolean {
    const dialect = this.#dialect;
    if (dialect.limit === 'max_tokens' && /\bmax_completion_tokens\b/.test(message))
      dialect.limit = 'max_completion_tokens';
    else if (dialect.seed && /\bseed\b/.test(message)) dialect.seed = false;
    else if (dialect.usage && /\bstream_options\b/.test(message)) dialect.usage = false;
    else return false;
    return true;
  }

  async #once(request: ChatRequest, signal: AbortSignal): Promise<ChatAnswer> {
    const silence = new Silence(this.endpoint.patience * 1000);
    try {
      const response = await fetch(this.#address, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream, application/json',
          ...(this.endpoint.key === undefined ? {} : { authorization: `Bearer ${this.endpoint.key}` }),
        },
        body: JSON.stringify(this.#body(request)),
        signal: AbortSignal.any([signal, silence.signal]),
      });
      if (!response.ok) throw await this.#refused(response);
      const { answer, tokens } = await this.#read(response, silence);
      this.meter.answered(tokens);
      return { ...answer, tokens: tokens && tokens.input + tokens.output };
    } catch (error) {
      if (error instanceof EndpointFailure || signal.aborted) throw error;
      throw this.#unreachable(error, silence);
    } finally {
      silence.end();
    }
  }

  #body({ messages, temperature, maxTokens, seed, tools }: ChatRequest) {
    const { seed: seeded, usage, limit } = this.#dialect;
    return {
      model: this.endpoint.model,
      messages,
      temperature,
      [limit]: maxTokens,
      ...(seeded ? { seed: seed >>> 1 } : {}),
      ...this.endpoint.body,
      ...(tools && tools.length > 0 ? { tools } : {}),
      stream: true,
      ...(usage ? { stream_options: { include_usage: true } } : {}),
    };
  }

  async #refused(response: Response): Promise<EndpointFailure> {
    const { host } = this.#address;
    if (response.status >= 300 && response.status < 400)
      return new EndpointFailure(
        'request',
        `${host} sends us elsewhere (${response.status}), and a key is not carried along. Give the URL that it means: ${shown(response.headers.get('location') ?? 'it names none', this.endpoint.key)}`,
      );
    const wait = waitOf(response.headers);
    return refusal(response.status, await response.text(), host, {
      ...(wait === undefined ? {} : { wait }),
      secret: this.endpoint.key,
    });
  }

  async #read(response: Response, silence: Silence) {
    const gathered = new Gathered();
    const { host } = this.#address;
    const secret = this.endpoint.key;
    const take = (json: string) => {
      const value = parsed(json);
      if (failed.safeParse(value).success) throw refusal(500, json, host, { secret });
      const read = completion.safeParse(value);
      if (!read.success)
        throw new EndpointFailure(
          'reply',
          `${host} answers with what is no chat completion: ${shown(json, secret)}`,
        );
      gathered.add(read.data);
    };
    if (response.headers.get('content-type')?.includes('text/event-stream') && response.body) {
      for await (const data of eventsOf(response.body)) {
        silence.heard();
        if (data === '[DONE]') gathered.end();
        else take(data);
      }
    } else {
      take(await response.text());
      gathered.end();
    }
    if (!gathered.finished)
      throw new EndpointFailure('reply', `The answer of ${host} broke off before its end.`);
    return gathered.result;
  }

  #unreachable(error: unknown, silence: Silence): EndpointFailure {
    const { host } = this.#address;
    if (silence.signal.aborted)
      return new EndpointFailure(
        'unreachable',
        `${host} sent nothing for ${this.endpoint.patience} s. Give it longer with --patience, or ask for fewer at a time with --concurrency.`,
        { cause: error },
      );
    const reason = shown(reasonOf(error), this.endpoint.key);
    return new EndpointFailure(
      'unreachable',
      `${host} cannot be reached (${reason}). Is the server running, and the URL right?`,
      { cause: error },
    );
  }
}

/** Fires when nothing was heard for so many milliseconds. */
class Silence {
  readonly #stop = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(ms: number) {
    this.#timer = setTimeout(() => this.#stop.abort(new Error('nothing was heard')), ms);
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  heard(): void {
    this.#timer.refresh();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** An answer as it comes together. */
class Gathered {
  readonly #calls = new Calls();
  #text = '';
  #thinking = '';
  #finish: string | undefined;
  #said = false;
  #ended = false;
  #tokens: { readonly input: number; readonly output: number } | undefined;

  add({ choices, usage }: ReturnType<typeof completion.parse>): void {
    if (usage) this.#tokens = { input: usage.prompt_tokens, output: usage.completion_tokens };
    const [choice] = choices;
    if (!choice) return;
    this.#said = true;
    const part = choice.delta ?? choice.message;
    this.#text += part?.content ?? part?.refusal ?? '';
    this.#thinking += part?.reasoning_content ?? part?.reasoning ?? '';
    this.#calls.add(part?.tool_calls ?? []);
    this.#finish = choice.finish_reason ?? this.#finish;
  }

  /** The endpoint says that nothing more comes. */
  end(): void {
    this.#ended = true;
  }

  /** Not every endpoint names a reason; then its word that nothing more comes counts. */
  get finished(): boolean {
    return this.#finish !== undefined || (this.#said && this.#ended);
  }

  get result() {
    const { thinking, said } = apart(this.#text);
    const thought = [this.#thinking.trim(), thinking ?? ''].filter((one) => one !== '').join('\n\n');
    const answer = {
      text: said,
      thinking: thought === '' ? undefined : thought,
      calls: this.#calls.all,
      cut: this.#finish === 'length',
    };
    return { answer, tokens: this.#tokens };
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** `Retry-After` in seconds or as a date, or in milliseconds by its other name. */
function waitOf(headers: Headers): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const given = headers.get('retry-after');
  if (given === null) return undefined;
  const seconds = Number(given);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(given) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/** fetch tells only that it failed; why is in the causes. */
function reasonOf(error: unknown): string {
  let reason = 'no reason was told';
  let at = error;
  for (let depth = 0; depth < 5 && at instanceof Error; depth += 1) {
    if (at.message !== '') reason = at.message;
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return reason;
}
