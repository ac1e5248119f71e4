/** One session's episodes: what a reset, a step and a look at the state come to, in the protocol's terms. */
import { randomInt, randomUUID } from 'node:crypto';
import { isFiveTuple, shapeOf, turnOf } from '../../server/contract/episode.ts';
import { type Reply, type Returned, returned as returnedSchema } from '../../server/protocol/driver.ts';
import type { EpisodeState, ResetArguments, StepResult } from '../../server/protocol/openenv.ts';
import { type PyValue, textOf } from '../../server/protocol/value.ts';
import type { Catalogue } from './catalogue.ts';
import type { Metrics } from './metrics.ts';
import { NotPlain, type Plain, plainOf } from './plain.ts';
import { Script } from './script.ts';
import type { Stage } from './stage.ts';
import { EpisodeLost, errorText, StepFailed } from './trouble.ts';

export interface EpisodeLimits {
  /** Milliseconds for one reset or step, waiting included. */
  readonly step: number;
  /** Steps of one episode. */
  readonly steps: number;
  /** Characters of all actions of one episode. */
  readonly characters: number;
}

export interface Backstage {
  readonly catalogue: Catalogue;
  readonly stage: Stage;
  readonly limits: EpisodeLimits;
  readonly metrics: Metrics;
}

/** Below 2³²: what every generator takes for a seed. */
const SEEDS = 2 ** 32;

export class Episode {
  readonly #behind: Backstage;
  #script: Script | undefined;
  #id: string | null = null;
  #done = false;
  #lost: string | undefined;

  constructor(behind: Backstage) {
    this.#behind = behind;
  }

  /** @throws NoSuchEnvironment, StepFailed, EpisodeLost, the signal's reason */
  async reset(given: ResetArguments, signal: AbortSignal): Promise<StepResult> {
    const { catalogue, stage, limits, metrics } = this.#behind;
    const seed = given.seed ?? randomInt(SEEDS);
    const environment = catalogue.choose(given.environment ?? undefined, seed);
    this.leave();
    const script = new Script(environment, seed);
    const begun = performance.now();
    const opening = openingOf(await stage.begin(script, limits.step, signal));
    metrics.reset((performance.now() - begun) / 1_000);
    this.#script = script;
    this.#id = given.episode_id ?? randomUUID();
    return opening;
  }

  /** Also after the end of the episode: what that comes to is the environment's affair. @throws as `reset` does */
  async step(action: string, signal: AbortSignal): Promise<StepResult> {
    const { stage, limits, metrics } = this.#behind;
    const script = this.#script;
    if (script === undefined || this.#lost !== undefined) throw new StepFailed(this.#lost ?? NO_EPISODE);
    if (script.steps >= limits.steps || script.characters + action.length > limits.characters)
      throw new StepFailed(
        `An episode has at most ${limits.steps} steps and ${limits.characters} characters of actions. Reset it.`,
      );
    const begun = performance.now();
    try {
      const turn = turnIn(action, await stage.step(script, action, limits.step, signal));
      metrics.step((performance.now() - begun) / 1_000);
      if (turn.done && !this.#done) metrics.ended(turn.observation.terminated ? 'terminated' : 'truncated');
      this.#done ||= turn.done;
      return turn;
    } catch (problem) {
      if (problem instanceof EpisodeLost) this.#lost = problem.message;
      throw problem;
    }
  }

  get state(): EpisodeState {
    const { environment, seed = null, steps = 0 } = this.#script ?? {};
    return {
      episode_id: this.#id,
      step_count: steps,
      environment: environment?.name ?? null,
      sha256: environment?.sha256 ?? null,
      seed,
      done: this.#done,
    };
  }

  /** Nothing more will be asked: its interpreter is free for others. */
  leave(): void {
    if (this.#script) this.#behind.stage.leave(this.#script);
    this.#script = undefined;
    this.#id = null;
    this.#done = false;
    this.#lost = undefined;
  }
}

const NO_EPISODE = 'There is no episode: send a reset first.';

/** @throws StepFailed for what is no observation. */
export function openingOf(reply: Reply): StepResult {
  const parts = partsOf(reply);
  const returned = parts.type === 'tuple' ? parts.parts : parts.parts.slice(0, 1);
  return {
    observation: {
      message: messageOf(returned[0]),
      terminated: false,
      truncated: false,
      info: infoOf(returned[1] ?? { dict: [] }),
    },
    reward: null,
    done: false,
  };
}

/** @throws StepFailed for what is no `(str, number, bool, bool, dict)` or cannot be told. */
export function turnIn(action: string, reply: Reply): StepResult {
  const returned = partsOf(reply);
  if (!isFiveTuple(returned))
    throw new StepFailed(
      `The environment's step returned ${shapeOf(returned)}, not (str, float, bool, bool, dict).`,
    );
  const { reward, terminated, truncated } = turnOf(1, action, { returned });
  if (reward === undefined || !Number.isFinite(reward))
    throw new StepFailed(
      `The environment's reward is ${reward ?? 'no number'}: only finite numbers can be told.`,
    );
  return {
    observation: {
      message: messageOf(returned.parts[0]),
      terminated,
      truncated,
      info: infoOf(returned.parts[4]),
    },
    reward,
    done: terminated || truncated,
  };
}

function partsOf(reply: Reply): Returned {
  if ('error' in reply) throw new StepFailed(errorText(reply.error));
  const parsed = 'ok' in reply ? returnedSchema.safeParse(reply.ok) : undefined;
  if (parsed?.success) return parsed.data;
  throw new StepFailed('The sandbox gave an answer of an unknown form.');
}

function messageOf(part: PyValue | undefined): string {
  const text = textOf(part ?? null);
  if (text === undefined) throw new StepFailed("The environment's observation is no text.");
  plain(part ?? null, "The environment's observation");
  return text;
}

function infoOf(part: PyValue | undefined): Record<string, Plain> {
  const info = plain(part ?? null, "The environment's info");
  if (info === null) return {};
  if (typeof info === 'object' && !Array.isArray(info)) return info;
  throw new StepFailed("The environment's info is no dict.");
}

function plain(value: PyValue, where: string): Plain {
  try {
    return plainOf(value, where);
  } catch (problem) {
    if (problem instanceof NotPlain) throw new StepFailed(`${problem.message}.`, { cause: problem });
    throw problem;
  }
}
