/** Sessions, models, samplers and checkpoints of the server. Checkpoints lie in a folder and outlast it; models do not. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Policy, Sample, SampleRequest } from '../../policy.ts';
import { HttpProblem } from './problem.ts';
import { TrainedModel } from './trained-model.ts';

export interface Served {
  /** As clients name the base model. */
  readonly name: string;
  readonly context: number;
  readonly maxRank: number;
  /** Makes a policy with the weights of a folder, or the base model's. */
  readonly open: (weights: string | undefined) => Promise<Policy>;
}

const facts = z.object({ base: z.string(), rank: z.number(), steps: z.number() });

const short = (): string => randomUUID().slice(0, 8);

export class Models {
  readonly served: Served;
  readonly #folder: string;
  readonly #sessions = new Set<string>();
  readonly #models = new Map<string, TrainedModel>();
  /** Sampling sessions, and the folder of their weights; `undefined` for the base model. */
  readonly #samplers = new Map<string, string | undefined>();
  /** One policy samples for everybody; it takes over the weights of whoever is next. */
  #sampling: { readonly policy: Policy; weights: string | undefined } | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(served: Served, folder: string) {
    this.served = served;
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  get all(): readonly TrainedModel[] {
    return [...this.#models.values()];
  }

  createSession(): string {
    const id = `session_${short()}`;
    this.#sessions.add(id);
    return id;
  }

  /** @throws HttpProblem 404 */
  session(id: string): void {
    if (!this.#sessions.has(id)) throw new HttpProblem(404, 'Session not found');
  }

  /** @throws HttpProblem 400 */
  async create(id: string, session: string, base: string, rank: number): Promise<TrainedModel> {
    const { name, maxRank, open } = this.served;
    if (base !== name) throw new HttpProblem(400, `This engine serves ${name}, and not ${base}`);
    if (rank < 1 || rank > maxRank)
      throw new HttpProblem(400, `LoRA rank ${rank} must be between 1 and ${maxRank}`);
    const model = new TrainedModel(id, session, base, rank, await open(undefined));
    this.#models.set(id, model);
    return model;
  }

  /** @throws HttpProblem 404 */
  model(id: string): TrainedModel {
    const model = this.#models.get(id);
    if (!model) throw new HttpProblem(404, `Model '${id}' not found`);
    return model;
  }

  async unload(id: string): Promise<void> {
    const model = this.#models.get(id);
    this.#models.delete(id);
    await model?.next(() => model.close());
  }

  /** @throws HttpProblem 409 where there is one of the name. */
  reserve(id: string, kind: 'weights' | 'sampler_weights', name: string): string {
    const folder = this.#place(id, kind, name);
    if (existsSync(folder))
      throw new HttpProblem(409, `Checkpoint '${name}' already exists for model '${id}'`);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  async save(model: TrainedModel, folder: string): Promise<void> {
    await model.next(async (policy) => {
      await policy.save(join(folder, 'weights'));
      const { base, rank, steps } = model;
      writeFileSync(join(folder, 'facts.json'), JSON.stringify({ base, rank, steps }));
    });
  }

  async load(model: TrainedModel, path: string): Promise<void> {
    const { folder, base, steps } = this.checkpoint(path);
    if (base !== model.base) throw new HttpProblem(400, `${path} is of ${base}`);
    await model.next((policy) => policy.load(folder));
    model.steps = steps;
  }

  /** @throws HttpProblem 400, 404, 425 */
  checkpoint(path: string): { folder: string; base: string; rank: number; steps: number } {
    const match = /^tinker:\/\/([a-zA-Z0-9_:-]+)\/(?:(weights|sampler_weights)\/)?([a-zA-Z0-9_-]+)$/.exec(
      path,
    );
    const [, id = '', kind = 'sampler_weights', name = ''] = match ?? [];
    if (!match)
      throw new HttpProblem(400, 'a path must be in the form tinker://model_id/weights/checkpoint_id');
    const folder = this.#place(id, kind, name);
    if (!existsSync(folder)) throw new HttpProblem(404, `Checkpoint not found: ${id}/${name}`);
    const file = join(folder, 'facts.json');
    if (!existsSync(file)) throw new HttpProblem(425, 'Checkpoint is still being created');
    return { folder: join(folder, 'weights'), ...facts.parse(JSON.parse(readFileSync(file, 'utf8'))) };
  }

  /** Names of models have colons, and names of files on some systems must not. */
  #place(id: string, ...path: string[]): string {
    return join(this.#folder, id.replaceAll(':', '+'), ...path);
  }

  checkpoints(id: string) {
    return (['weights', 'sampler_weights'] as const).flatMap((kind) => {
      const folder = this.#place(id, kind);
      if (!/^[a-zA-Z0-9_:-]+$/.test(id) || !existsSync(folder)) return [];
      return readdirSync(folder).map((name) => ({
        checkpoint_id: name,
        checkpoint_type: kind === 'weights' ? 'training' : 'sampler',
        time: statSync(join(folder, name)).mtime.toISOString(),
        tinker_path: `tinker://${id}/${kind}/${name}`,
      }));
    });
  }

  /** @throws HttpProblem */
  delete(id: string, path: string): void {
    this.checkpoint(`tinker://${id}/${path}`);
    rmSync(this.#place(id, path), { recursive: true });
  }

  /** @param weights of a saved folder; the base model's without. */
  addSampler(weights: string | undefined): string {
    const id = `sampling_${short()}`;
    this.#samplers.set(id, weights);
    return id;
  }

  /** @throws HttpProblem 404 */
  sampler(id: string): string | undefined {
    if (!this.#samplers.has(id)) throw new HttpProblem(404, 'Sampling session not found');
    return this.#samplers.get(id);
  }

  /** Replies under some weights; those who wait for the same are answered together. */
  sample(weights: string | undefined, requests: readonly SampleRequest[]): Promise<Sample[]> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ weights, requests, resolve, reject });
      this.#last = this.#last.then(() => this.#sampleNext());
    });
  }

  readonly #queue: {
    readonly weights: string | undefined;
    readonly requests: readonly SampleRequest[];
    resolve(samples: Sample[]): void;
    reject(error: unknown): void;
  }[] = [];

  async #sampleNext(): Promise<void> {
    const [first] = this.#queue;
    if (!first) return;
    const mine = this.#queue.filter(({ weights }) => weights === first.weights);
    this.#queue.splice(
      0,
      this.#queue.length,
      ...this.#queue.filter(({ weights }) => weights !== first.weights),
    );
    try {
      const policy = await this.#samplingWith(first.weights);
      const samples = await policy.sample(mine.flatMap(({ requests }) => requests));
      let at = 0;
      for (const { requests, resolve } of mine) {
        resolve(samples.slice(at, at + requests.length));
        at += requests.length;
      }
    } catch (error) {
      for (const { reject } of mine) reject(error);
    }
  }

  /** Log-probabilities at temperature 1 of a sequence under some weights. */
  scored(weights: string | undefined, tokens: readonly number[]): Promise<Float32Array | undefined> {
    const next = this.#last.then(
      async () => (await (await this.#samplingWith(weights)).score([{ tokens }]))[0],
    );
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #samplingWith(weights: string | undefined): Promise<Policy> {
    if (this.#sampling?.weights !== weights) {
      if (weights === undefined) {
        await this.#sampling?.policy.close();
        this.#sampling = undefined;
      } else await this.#sampling?.policy.load(weights);
    }
    this.#sampling ??= { policy: await this.served.open(weights), weights };
    this.#sampling.weights = weights;
    return this.#sampling.policy;
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((model) => model.close()));
    await this.#sampling?.policy.close();
  }
}
