/** For tests of the loop: a sandbox, a policy by script, and a job's hands that write everything down. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '../../server/playtest/settings.ts';
import type { RunConfig } from '../../server/protocol/run-config.ts';
import { mergedOverrides, resolveConfig } from '../../server/protocol/run-presets.ts';
import type { Metric } from '../../server/protocol/run-records.ts';
import type { SandboxPool } from '../../server/sandbox/pool.ts';
import type { JobContext } from '../daemon/job.ts';
import {
  decodeReply,
  END,
  encodeParts,
  MARKERS,
  type Marker,
  marker,
  VOCABULARY,
} from '../policy/pocket/tokens.ts';
import { ScriptedPolicy } from '../policy/scripted.ts';
import { POCKET_VOICE } from '../roles/pocket-voice.ts';
import { PolicyPlayer } from '../roles/policy-player.ts';
import { hashOf, type NewEnvironment } from '../store/environments.ts';
import type { NewEpisode } from '../store/episodes.ts';
import type { Commit } from '../store/run-store.ts';
import { Checker } from './checking.ts';
import type { Parts } from './loop.ts';

/** A sound environment whose answer can be worked out from its observation. */
export const FREIGHT = readFileSync(
  new URL('../../server/playtest/fixtures/freight_sum.py', import.meta.url),
  'utf8',
);

/** The freight's sum under another name, so that sets hold different programs. */
export const freight = (name: string): string => FREIGHT.replace('FreightSumEnv', `${name}Env`);

/** What the pocket preset adds to it has tests of its own. */
const AS_IN_THE_PAPER = { epochs: 1, kl: 0, rehearsals: 0 };

export function configWith(overrides: Record<string, unknown>): RunConfig {
  const resolved = resolveConfig('pocket', mergedOverrides({ update: AS_IN_THE_PAPER }, overrides));
  if ('problems' in resolved) throw new Error(resolved.problems.join('; '));
  return resolved.config;
}

/** What a prompt's last part before the reply says, by its marker, and the marker that began the prompt. */
export interface Asked {
  readonly role: Marker;
  readonly parts: ReadonlyMap<Marker, string>;
}

export function askedOf(prompt: ArrayLike<number>): Asked {
  const parts = new Map<Marker, string>();
  let name: Marker | undefined;
  let spoken: number[] = [];
  const close = () => {
    if (name) parts.set(name, decodeReply(spoken));
    spoken = [];
  };
  let role: Marker = 'agent';
  for (const token of Array.from(prompt)) {
    const said = MARKERS.find((one) => marker(one) === token);
    if (said === undefined) spoken.push(token);
    else {
      close();
      name = said;
      if (parts.size === 0 && name && name !== 'reply') role = name;
    }
  }
  close();
  return { role, parts };
}

/** A policy that answers with text. @param answer by what was asked, its seed, and how many replies there were. */
export const scripted = (answer: (asked: Asked, seed: number, sampled: number) => string): ScriptedPolicy =>
  new ScriptedPolicy({
    context: 8_192,
    vocabulary: VOCABULARY,
    reply: (prompt, seed, sampled) => [
      ...encodeParts([{ marker: 'observation', text: answer(askedOf(prompt), seed, sampled) }]).slice(1),
      END,
    ],
  });

/** The right answer to a freight's observation. */
export function freightAnswer(observation: string): string {
  const [crates = 0, weight = 0, rate = 0] = (observation.match(/\d+/g) ?? []).map(Number);
  return `\\boxed{${crates * weight * rate + 40}}`;
}

export const partsWith = (pool: SandboxPool, policy: ScriptedPolicy): Parts => ({
  pool,
  policy,
  player: new PolicyPlayer(policy, POCKET_VOICE),
  corpus: undefined,
  checker: new Checker(pool, { ...DEFAULT_SETTINGS, budget: { ...DEFAULT_SETTINGS.budget, episodes: 400 } }),
});

export class Ledger {
  readonly environments: NewEnvironment[] = [];
  readonly episodes: (NewEpisode & { readonly step: number })[] = [];
  readonly commits: Commit[] = [];
  readonly intents: number[] = [];
  readonly logs: string[] = [];
  readonly #config: RunConfig;
  /** A commit after which the job is told to pause. */
  pauseAfter = Number.POSITIVE_INFINITY;

  /** Where checkpoints are written that are files; names alone will do for others. */
  readonly folder: string;

  constructor(config: RunConfig, folder = '') {
    this.#config = config;
    this.folder = folder;
  }

  /** @param from goes on after this commit, with the weights that were saved at it. */
  context(from?: Commit): JobContext {
    const ledger = this;
    return {
      run: 'test-run',
      folder: ledger.folder,
      config: this.#config,
      start: {
        attempt: 1,
        last: from
          ? {
              step: from.step,
              state: JSON.parse(JSON.stringify(from.state)),
              folder: join(this.folder, `step-${from.step}`),
            }
          : null,
        pending: undefined,
      },
      signal: new AbortController().signal,
      get pausing() {
        return (ledger.commits.at(-1)?.step ?? -1) >= ledger.pauseAfter;
      },
      intend: (step) => void this.intents.push(step),
      checkpoint: (step) => join(this.folder, `step-${step}`),
      // As it is on disk: what happens later does not change it.
      commit: (commit) => void this.commits.push(structuredClone(commit)),
      environment: (step, design) => {
        this.environments.push(design);
        const { source, hint: _, profile: __, findings, undecided: ___, measures: ____, ...header } = design;
        return {
          ...header,
          id: this.environments.length,
          hash: hashOf(source),
          step,
          rules: findings.map(({ code }) => code),
        };
      },
      episodes: (step, some) => {
        this.episodes.push(...some.map((one) => ({ ...one, step })));
        return some.map(({ transcript: _, ...header }, id) => ({ ...header, id, step }));
      },
      log: (_level, message) => void this.logs.push(message),
    };
  }

  /** A measure of a commit, over all skills unless one is named. */
  metric(commit: number, name: string, skill: string | null = null): number | undefined {
    return this.commits[commit]?.metrics.find(
      (one: Omit<Metric, 'step'>) => one.name === name && one.skill === skill,
    )?.value;
  }
}
