/** One session with an engine: what it serves, its heartbeat, and the models that are made in it. */
import { randomUUID } from 'node:crypto';
import { PolicyFailure } from '../failure.ts';
import { TinkerClient } from './client.ts';
import { Heartbeat } from './heartbeat.ts';
import type { SendJournal } from './journal.ts';
import { RemoteModel } from './model.ts';
import { TIMING, type Timing } from './timing.ts';
import { type Address, jsonBody, Transport } from './transport.ts';
import { createdModel, done, session, supportedModels } from './wire.ts';

const SDK = 'spade-studio';

export interface SessionSettings {
  readonly address: Address;
  /** As the engine names it. */
  readonly model: string;
  readonly loraRank: number;
  /** Of the first weights of adapters. */
  readonly seed: number;
  readonly vocabulary: number;
  /** Names what is saved, and stands in the journal. */
  readonly run: string;
  readonly attempt: number;
  readonly journal?: SendJournal | undefined;
  readonly timing?: Timing;
}

export class TinkerSession {
  readonly client: TinkerClient;
  readonly settings: SessionSettings;
  readonly serves: readonly string[];
  /** Tokens of prompt and reply, where the engine says it. */
  readonly context: number | null;
  /** Whether passes travel as protocol buffers; the probe decides. */
  binary = false;
  readonly #heartbeat: Heartbeat;
  readonly #id: string;
  #made = 0;

  private constructor(
    client: TinkerClient,
    settings: SessionSettings,
    id: string,
    served: [string[], number | null],
  ) {
    this.client = client;
    this.settings = settings;
    this.#id = id;
    [this.serves, this.context] = served;
    this.#heartbeat = new Heartbeat(client.transport, id, client.timing.heartbeat);
  }

  /** @throws PolicyFailure `unavailable` where nothing answers, or where the engine serves other models. */
  static async open(settings: SessionSettings, signal?: AbortSignal): Promise<TinkerSession> {
    const transport = new Transport(settings.address, randomUUID());
    const client = new TinkerClient(transport, settings.timing ?? TIMING);
    try {
      const { supported_models: served } = await client.call(
        'get_server_capabilities',
        undefined,
        supportedModels,
        { signal },
      );
      const names = served.flatMap(({ model_name }) => model_name ?? []);
      if (names.length > 0 && !names.includes(settings.model))
        throw new PolicyFailure(
          'unavailable',
          `The engine at ${transport.url} does not serve ${settings.model}; it serves ${names.slice(0, 12).join(', ')}${names.length > 12 ? ` and ${names.length - 12} more` : ''}. Name one of them as engine.model.`,
        );
      const context =
        served.find(({ model_name }) => model_name === settings.model)?.max_context_length ?? null;
      const { run, attempt } = settings;
      const asked = {
        tags: ['spade-studio'],
        user_metadata: { run, attempt: String(attempt) },
        sdk_version: SDK,
        type: 'create_session',
      };
      const { session_id } = await client.call('create_session', jsonBody(asked), session, { signal });
      return new TinkerSession(client, settings, session_id, [names, context]);
    } catch (error) {
      transport.close();
      throw error;
    }
  }

  /** What further calls of the session name it by. */
  get reference(): { readonly session_id: string } {
    return { session_id: this.#id };
  }

  /** @throws PolicyFailure */
  async createModel(signal?: AbortSignal): Promise<RemoteModel> {
    const { model, loraRank: rank, seed, run, attempt, journal } = this.settings;
    const asked = {
      session_id: this.#id,
      model_seq_id: this.#made++,
      base_model: model,
      lora_config: { rank, seed, train_mlp: true, train_attn: true, train_unembed: true },
      type: 'create_model',
    };
    const { model_id, request_id } = await this.client.call('create_model', jsonBody(asked), createdModel, {
      signal,
    });
    journal?.write({ kind: 'model', run, attempt, model: model_id });
    await this.client.result({ call: 'create_model', body: jsonBody(asked), result: done }, request_id, {
      signal,
    });
    return new RemoteModel(this, model_id);
  }

  /** Frees models that an earlier process left behind, as far as the engine still knows them. */
  async unloadOrphans(): Promise<string[]> {
    const orphans = this.settings.journal?.orphans() ?? [];
    for (const id of orphans) await new RemoteModel(this, id).unload();
    return orphans;
  }

  /** Deletes a checkpoint. What an engine does not delete stays where it is, and costs nothing but room. */
  async delete(path: string): Promise<void> {
    const [, model, name] = /^tinker:\/\/([^/]+)\/weights\/([^/]+)$/.exec(path) ?? [];
    if (model === undefined) return;
    const call = `training_runs/${model}/checkpoints/weights/${name}`;
    const answer = await this.client.transport
      .send(call, undefined, this.client.timing.poll, undefined, 'DELETE')
      .catch(() => undefined);
    // Also what is gone already.
    if (answer && (answer.status < 300 || answer.status === 404))
      this.settings.journal?.write({ kind: 'deleted', path });
  }

  /** @throws PolicyFailure `engine` once the engine has let go of the session. */
  check(): void {
    if (this.#heartbeat.lost)
      throw new PolicyFailure(
        'engine',
        `The engine at ${this.client.transport.url} has ended the session, and its models with it. Resume the run: it goes on from its last checkpoint.`,
      );
  }

  close(): void {
    this.#heartbeat.stop();
    this.client.transport.close();
  }
}
