import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Play } from '../../server/protocol/finding.ts';
import { resolveConfig } from '../../server/protocol/run-presets.ts';
import type { EpisodeHeader, Transcript } from '../../server/protocol/run-records.ts';
import { RunStore } from '../store/run-store.ts';
import { designOf, episodeOf, temporaryFolder } from '../store/testing.ts';
import { replay } from './replay.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** A run with one episode, whose second response held no action. */
function runWith(ownTurns: boolean, environment: string | undefined) {
  const resolved = resolveConfig('pocket', { play: { ownTurns, maxTurns: 7 } });
  if ('problems' in resolved) throw new Error(resolved.problems.join());
  const store = RunStore.create(join(folder.path, 'run'), {
    id: 'run-1',
    name: 'run',
    config: resolved.config,
    rules: '',
  });
  store.takeUp();
  store.addEnvironment(0, designOf(0));
  const made = episodeOf(5, 2);
  const [first, second] = made.transcript.turns;
  if (!first || !second) throw new Error('two turns were asked for');
  const turns = [first, { ...second, action: null, response: ` ${second.response}\n` }];
  store.addEpisodes(0, [
    { ...made, transcript: { ...made.transcript, turns }, ...(environment ? { environment } : {}) },
  ]);
  store.events.flush();
  const episode = store.episodes.get(1);
  if (!episode) throw new Error('no episode');
  return { store, episode };
}

async function asked(store: RunStore, episode: EpisodeHeader & { transcript: Transcript }) {
  const seen: { source: string; play: Play }[] = [];
  const found = await replay(store, episode, async (source, play) => {
    seen.push({ source, play });
    return { kind: 'not-played', message: 'seen' };
  });
  store.close();
  return { seen, found };
}

describe('an episode is played again', () => {
  test('with what its environment was given: the action, or all of a response without one', async () => {
    const { store, episode } = runWith(true, undefined);
    const { seen } = await asked(store, episode);
    expect(seen).toEqual([
      {
        source: designOf(0).source,
        play: { seed: 5, actions: ['door 0', 'I go \\boxed{door 1}'] },
      },
    ]);
  });

  test('with the turns that its run gave', async () => {
    const { store, episode } = runWith(false, undefined);
    expect((await asked(store, episode)).seen[0]?.play.maxTurns).toBe(7);
  });

  test('not without its source, nor where nobody can play', async () => {
    const { store, episode } = runWith(true, 'f'.repeat(64));
    expect(await replay(store, episode, undefined)).toEqual({
      kind: 'not-played',
      message: 'This daemon has no sandbox to play in.',
    });
    const { seen, found } = await asked(store, episode);
    expect(seen).toEqual([]);
    expect(found).toMatchObject({ message: expect.stringContaining('played from a pool') });
  });
});
