/**
 * A Tinker-compatible engine over the pocket policy, in JSON and in protocol buffers: what clients of such engines need,
 * on any machine. Loopback unless told otherwise; anybody who reaches it may use it, as with others of its kind.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SampleRequest } from '../../policy.ts';
import { BINARY, readPassRequest, writePassed, writeSampled } from '../binary.ts';
import { API, type LossInput, type Passed, type Sampled } from '../wire.ts';
import * as bodies from './bodies.ts';
import { Futures, type Outcome } from './futures.ts';
import { jsonOf, read, respond, take } from './http.ts';
import { Models } from './models.ts';
import type { EngineOptions } from './options.ts';
import { HttpProblem } from './problem.ts';
import { problemOf, type TrainedModel } from './trained-model.ts';
import { insteadOf, Troubles } from './trouble.ts';

type Answer = Readonly<Record<string, unknown>> | Outcome;
type Handler = (body: unknown) => Answer | Promise<Answer>;

export class PocketEngineServer {
  readonly models: Models;
  readonly troubles: Troubles;
  readonly #options: EngineOptions;
  readonly #futures = new Futures();
  readonly #server: Server;
  /** Log-probabilities that are to be `null`. */
  #nulls = 0;
  /** Answered, by call. */
  readonly calls = new Map<string, number>();

  private constructor(options: EngineOptions) {
    this.#options = options;
    this.models = new Models(options.served, options.folder);
    this.troubles = options.troubles ?? new Troubles();
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  /** @throws an error of the system where the port is taken. */
  static async start(options: EngineOptions): Promise<PocketEngineServer> {
    const server = new PocketEngineServer(options);
    server.#server.listen(options.port ?? 0, options.host ?? '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    const { address, family, port } = this.#server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await this.models.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://engine').pathname;
    const call = path.startsWith(`${API}/`) ? path.slice(API.length + 1) : '';
    const trouble = this.troubles.next(call);
    try {
      const body = await read(request);
      if (trouble?.startsWith('delay=')) await sleep(Number(trouble.slice(6)));
      if (trouble === '410') this.#futures.expire(take(bodies.retrieve, jsonOf(body)).request_id);
      if (trouble === 'null') this.#nulls += 1;
      const instead = insteadOf(trouble);
      if (instead) return respond(response, instead.status, instead.body);
      const answer = await this.#answer(request.method ?? '', call, body, request);
      this.calls.set(call, (this.calls.get(call) ?? 0) + 1);
      if (trouble === 'lost') return void request.socket.destroy();
      const { value, binary } = isOutcome(answer) ? answer : { value: answer, binary: undefined };
      if (trouble === 'forgotten' && typeof value.request_id === 'string')
        this.#futures.forget(value.request_id);
      const wantsBinary = request.headers.accept?.startsWith(BINARY) || this.#options.wire === 'protobuf';
      if (binary && wantsBinary) return respond(response, 200, binary());
      respond(response, 200, value);
    } catch (error) {
      const { status, message } = problemOf(error);
      respond(response, status, { detail: message });
    }
  }

  #answer(method: string, call: string, body: Buffer, request: IncomingMessage): Answer | Promise<Answer> {
    const type = (request.headers['content-type'] ?? 'application/json').split(';')[0]?.trim();
    const [first = '', id = '', ...rest] = call.split('/');
    if (first === 'training_runs' || first === 'models') return this.#runs(method, id, rest);
    const handler = Object.hasOwn(this.#handlers, call) ? this.#handlers[call] : undefined;
    if (!handler) throw new HttpProblem(404, 'Not Found');
    if ((method === 'GET') !== PLAIN.has(call)) throw new HttpProblem(405, 'Method Not Allowed');
    if (call === 'forward_backward' && type === BINARY) return this.#binaryPass(body);
    if (call === 'forward_backward' && this.#options.wire === 'protobuf')
      throw new HttpProblem(415, `forward_backward requires a ${BINARY} body`);
    if (call === 'forward' && this.#options.wire === 'protobuf') throw new HttpProblem(404, 'Not Found');
    if (type !== 'application/json')
      throw new HttpProblem(415, `${call} takes application/json, and not ${type}`);
    return handler(PLAIN.has(call) ? undefined : jsonOf(body));
  }

  readonly #handlers: Readonly<Record<string, Handler>> = {
    healthz: () => ({ status: 'ok' }),
    get_server_capabilities: () => ({
      supported_models: [
        { model_name: this.models.served.name, max_context_length: this.models.served.context },
      ],
    }),
    'client/config': () => ({ pjwt_auth_enabled: false }),
    telemetry: () => ({ status: 'accepted' }),
    create_session: (body) => {
      take(bodies.createSession, body);
      return {
        type: 'create_session',
        info_message: null,
        warning_message: null,
        error_message: null,
        session_id: this.models.createSession(),
      };
    },
    session_heartbeat: (body) => {
      this.models.session(take(bodies.ofSession, body).session_id);
      return { type: 'session_heartbeat' };
    },
    create_model: (body) => this.#createModel(body),
    get_info: (body) => {
      const { id, base, rank } = this.models.model(take(bodies.ofModel, body).model_id);
      const model_data = { base_model: base, lora_config: { rank }, model_name: base };
      return {
        type: 'get_info',
        model_id: id,
        model_name: base,
        is_lora: true,
        lora_rank: rank,
        status: 'created',
        model_data,
      };
    },
    unload_model: (body) => {
      const { id } = this.models.model(take(bodies.ofModel, body).model_id);
      const value = { model_id: id, status: 'unloaded', type: 'unload_model' };
      return { ...this.#future(this.models.unload(id).then(() => ({ value }))), model_id: id };
    },
    create_sampling_session: (body) => {
      const { session_id, base_model, model_path } = take(bodies.createSampler, body);
      this.models.session(session_id);
      if (base_model && base_model !== this.models.served.name)
        throw new HttpProblem(400, `This engine serves ${this.models.served.name}, and not ${base_model}`);
      const weights = model_path ? this.models.checkpoint(model_path).folder : undefined;
      return { type: 'create_sampling_session', sampling_session_id: this.models.addSampler(weights) };
    },
    save_weights_for_sampler: (body) => this.#saveForSampler(body),
    asample: (body) => this.#sample(body),
    forward: (body) => {
      const { model_id, seq_id, forward_input } = take(bodies.forward, body);
      return this.#pass(model_id, seq_id, forward_input, false);
    },
    forward_backward: (body) => {
      const { model_id, seq_id, forward_backward_input } = take(bodies.forwardBackward, body);
      return this.#pass(model_id, seq_id, forward_backward_input, true);
    },
    optim_step: (body) => {
      const asked = take(bodies.optimStep, body);
      const model = this.models.model(asked.model_id);
      return this.#numbered(model, asked.seq_id, asked, () => model.step(asked.adam_params));
    },
    save_weights: (body) => {
      const { model_id, path } = take(bodies.saveWeights, body);
      const model = this.models.model(model_id);
      model.used = true;
      const folder = this.models.reserve(model_id, 'weights', path);
      const value = { path: `tinker://${model_id}/weights/${path}`, type: 'save_weights' };
      return this.#future(this.models.save(model, folder).then(() => ({ value })));
    },
    load_weights: (body) => this.#load(body),
    weights_info: (body) => {
      const { base, rank } = this.models.checkpoint(take(bodies.weightsInfo, body).tinker_path);
      return { base_model: base, is_lora: true, lora_rank: rank };
    },
    retrieve_future: (body) => this.#futures.result(take(bodies.retrieve, body).request_id),
  };

  #createModel(body: unknown): Answer {
    const { session_id, base_model, lora_config } = take(bodies.createModel, body);
    this.models.session(session_id);
    const id = `model_${randomUUID().slice(0, 8)}`;
    const value = {
      model_id: id,
      base_model,
      lora_config: { alpha: 32, ...lora_config },
      type: 'create_model',
    };
    const made = this.models.create(id, session_id, base_model, lora_config.rank);
    return {
      ...this.#future(made.then(() => ({ value }))),
      model_id: id,
      base_model,
      lora_config,
      status: 'created',
    };
  }

  #load(body: unknown): Answer {
    const { model_id, session_id, model_seq_id, path, seq_id } = take(bodies.loadWeights, body);
    const { base, rank } = this.models.checkpoint(path);
    const value = { type: 'load_weights', path };
    if (model_id != null) {
      const model = this.models.model(model_id);
      if (model.used) throw new HttpProblem(400, `LoadWeights is not permitted with seq_id ${seq_id ?? 1}`);
      model.used = true;
      return this.#future(this.models.load(model, path).then(() => ({ value: { ...value, model_id } })));
    }
    const session = session_id ?? '';
    this.models.session(session);
    const id = `${session}:train:${model_seq_id ?? 0}`;
    const made = this.models.create(id, session, base, rank).then(async (model) => {
      model.used = true;
      await this.models.load(model, path);
      return { value: { ...value, model_id: id } };
    });
    return this.#future(made);
  }

  #saveForSampler(body: unknown): Answer {
    const { model_id, path, sampling_session_seq_id, seq_id } = take(bodies.saveForSampler, body);
    const model = this.models.model(model_id);
    model.used = true;
    const name = path ?? `ss${sampling_session_seq_id}_seq${seq_id ?? 0}`;
    const folder = this.models.reserve(model_id, 'sampler_weights', name);
    const saved = this.models.save(model, folder).then(() => ({
      value: {
        path: path ? `tinker://${model_id}/sampler_weights/${path}` : null,
        type: 'save_weights_for_sampler',
        sampling_session_id: path ? null : this.models.addSampler(`${folder}/weights`),
      },
    }));
    return this.#future(saved);
  }

  #sample(body: unknown): Answer {
    const asked = take(bodies.sample, body);
    const { sampling_session_id: session, model_path, base_model, num_samples, sampling_params } = asked;
    if (!session && !model_path && !base_model)
      throw new HttpProblem(422, 'one of sampling_session_id, model_path, base_model must be provided');
    const weights = session
      ? this.models.sampler(session)
      : model_path
        ? this.models.checkpoint(model_path).folder
        : undefined;
    const { max_tokens, temperature, top_k, top_p, stop, seed } = sampling_params;
    const prompt = asked.prompt.chunks.flatMap((chunk) => chunk.tokens);
    const first = seed ?? Math.floor(Math.random() * 2 ** 31);
    const requests = Array.from(
      { length: num_samples },
      (_, i): SampleRequest => ({
        prompt,
        seed: (first + i) >>> 0,
        settings: {
          maxTokens: max_tokens,
          temperature,
          stop: Array.isArray(stop) ? stop.filter((one) => typeof one === 'number') : [],
          ...(top_k > 0 ? { topK: top_k } : {}),
          ...(top_p < 1 ? { topP: top_p } : {}),
        },
      }),
    );
    return {
      ...this.#future(this.#sampled(weights, requests)),
      // The SDK of late 2026 wants a name for each reply.
      sample_sequence_ids: requests.map(() => randomUUID()),
    };
  }

  async #sampled(weights: string | undefined, requests: readonly SampleRequest[]): Promise<Outcome> {
    const samples = await this.models.sample(weights, requests);
    const sequences = await Promise.all(
      samples.map(async ({ tokens, logProbabilities, stopReason }, i) => ({
        stop_reason: stopReason === 'stop' ? ('stop' as const) : ('length' as const),
        tokens: [...tokens],
        logprobs: this.#nulled(
          this.#options.logProbabilities === 'at-temperature'
            ? [...logProbabilities]
            : await this.#atOne(weights, requests[i], tokens, logProbabilities),
        ),
      })),
    );
    const value: Sampled = { sequences };
    return {
      value: { ...value, prompt_logprobs: null, topk_prompt_logprobs: null },
      binary: () => writeSampled(value),
    };
  }

  /** As other engines: of the distribution at temperature 1, whatever was sampled with. */
  async #atOne(
    weights: string | undefined,
    request: SampleRequest | undefined,
    tokens: Int32Array,
    given: Float32Array,
  ): Promise<number[]> {
    const { prompt = [], settings } = request ?? {};
    if (!settings || settings.temperature === 1 || settings.temperature === 0) return [...given];
    const score = await this.models.scored(weights, [...Array.from(prompt), ...tokens]);
    return [...(score ?? given).subarray(prompt.length)];
  }

  #nulled(values: number[]): (number | null)[] {
    if (this.#nulls === 0) return values;
    this.#nulls -= 1;
    return values.map(() => null);
  }

  #binaryPass(body: Buffer): Answer {
    if (this.#options.wire === 'json') throw new HttpProblem(422, 'body is no JSON');
    let asked: ReturnType<typeof readPassRequest>;
    try {
      asked = readPassRequest(body);
    } catch (error) {
      if (error instanceof RangeError)
        throw new HttpProblem(422, `Invalid proto forward_backward body: ${error.message}`);
      throw error;
    }
    return this.#pass(asked.model, asked.sequence, asked.input, !asked.forwardOnly);
  }

  #pass(id: string, sequence: number | null | undefined, input: LossInput, withGradients: boolean): Answer {
    const model = this.models.model(id);
    return this.#numbered(model, sequence, { input, withGradients }, async () => {
      const passed = await model.pass(input, withGradients);
      const value: Passed = {
        ...passed,
        loss_fn_outputs: passed.loss_fn_outputs.map(({ logprobs, ...others }) => ({
          ...others,
          logprobs: { ...logprobs, data: this.#nulled(logprobs?.data.map((one) => one ?? 0) ?? []) },
        })),
      };
      return { value: { ...value }, binary: () => writePassed(value) };
    });
  }

  /** Training requests: the same number and body are the same request. */
  #numbered(
    model: TrainedModel,
    sequence: number | null | undefined,
    body: unknown,
    work: () => Promise<Outcome>,
  ): Answer {
    const before = model.repeated(sequence, body);
    if (before !== undefined) return { future_id: before, status: 'pending', request_id: before };
    model.used = true;
    const answer = this.#future(work());
    model.taken(sequence, body, String(answer.request_id));
    return answer;
  }

  #future(work: Promise<Outcome>) {
    const number = this.#futures.add(work);
    return { future_id: number, status: 'pending', request_id: number };
  }

  #runs(method: string, id: string, [what, ...path]: readonly string[]): Answer {
    const runOf = ({ id: training_run_id, base, rank }: TrainedModel) => ({
      training_run_id,
      base_model: base,
      model_owner: 'default',
      is_lora: true,
      corrupted: false,
      lora_rank: rank,
      last_request_time: new Date().toISOString(),
    });
    if (method === 'DELETE' && what === 'checkpoints') {
      if (path.length < 2)
        throw new HttpProblem(400, "Expected 'weights/<name>' or 'sampler_weights/<name>'");
      this.models.delete(decodeURIComponent(id), path.join('/'));
      return {};
    }
    if (method !== 'GET') throw new HttpProblem(405, 'Method Not Allowed');
    if (what === 'checkpoints') return { checkpoints: this.models.checkpoints(id) };
    if (id !== '') return runOf(this.models.model(id));
    const training_runs = this.models.all.map(runOf);
    return {
      training_runs,
      cursor: { offset: 0, limit: training_runs.length, total_count: training_runs.length },
    };
  }
}

const PLAIN = new Set(['healthz', 'get_server_capabilities']);

const isOutcome = (answer: Answer): answer is Outcome =>
  'value' in answer && typeof answer.value === 'object';
