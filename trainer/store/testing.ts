/** For tests: runs, environments and episodes that are written down. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunConfig } from '../../server/protocol/run-config.ts';
import { resolveConfig } from '../../server/protocol/run-presets.ts';
import type { NewEnvironment } from './environments.ts';
import { hashOf } from './environments.ts';
import type { NewEpisode } from './episodes.ts';
import { RunStore } from './run-store.ts';

export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'spade-store-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export function configOf(overrides: Readonly<Record<string, unknown>> = {}): RunConfig {
  const resolved = resolveConfig('pocket', overrides);
  if ('problems' in resolved) throw new Error(resolved.problems.join('; '));
  return resolved.config;
}

export const createRun = (folder: string, overrides: Readonly<Record<string, unknown>> = {}): RunStore =>
  RunStore.create(folder, { id: 'run-test', name: 'A run', config: configOf(overrides), rules: 'rules-1' });

export function designOf(number: number, accepted = true): NewEnvironment {
  return {
    slot: number,
    attempt: 1,
    skill: 'Pattern Recognition',
    className: 'SampleEnv',
    verdict: accepted ? 'sound' : 'unsound',
    accepted,
    rejection: accepted ? null : 'Silence wins.',
    document: 'doc-1',
    source: `class SampleEnv:\n    number = ${number}\n`,
    hint: 'Look at the number.',
    profile: 'games',
    findings: accepted
      ? []
      : [
          {
            code: 'SP506',
            name: 'free-win',
            severity: 'error',
            message: 'Silence wins.',
            range: { start: { line: 1, column: 0 }, end: { line: 1, column: 5 } },
            by: 'dynamic',
          },
        ],
    undecided: [],
    measures: null,
  };
}

export function episodeOf(number: number, turns = 3): NewEpisode {
  return {
    environment: hashOf(designOf(0).source),
    skill: 'Pattern Recognition',
    seed: number,
    hinted: number % 2 === 1,
    outcome: number % 3 === 0 ? 'won' : 'lost',
    return: number % 3 === 0 ? 1 : 0,
    turns,
    transcript: {
      opening: `You are in room ${number}.`,
      turns: Array.from({ length: turns }, (_, turn) => ({
        response: `I go \\boxed{door ${turn}}`,
        action: `door ${turn}`,
        observation: `Room ${number}.${turn}: it is dark, and there are ${number % 7} doors.`,
        reward: 0,
        terminated: turn === turns - 1,
        truncated: false,
      })),
    },
  };
}

/** Intends, fills and commits a step. */
export function commitStep(store: RunStore, step: number, value = step): void {
  store.intend(step, { step });
  store.addEnvironment(step, designOf(step));
  store.addEpisodes(step, [episodeOf(step)]);
  store.commit({
    step,
    metrics: [{ name: 'win-rate', skill: null, value }],
    state: { value },
    detail: { value },
  });
}
