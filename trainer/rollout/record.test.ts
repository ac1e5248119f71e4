import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { command, type TestDaemon, testDaemon } from '../daemon/testing.ts';
import { configOf, designOf, episodeOf } from '../store/testing.ts';
import { Record } from './record.ts';

let daemon: TestDaemon;
beforeEach(async () => {
  daemon = await testDaemon();
});
afterEach(() => daemon.close());

const FACTS = { name: 'maze.py by m', config: configOf({ rollouts: 1 }), rules: 'rules-1' };

describe('the record of a rollout', () => {
  it('comes to a running daemon as a run that is at its end, and grows there', async () => {
    const client = await daemon.connect();
    expect((await client.request('run/list', {})).runs).toEqual([]);
    const record = Record.open(daemon.home, FACTS);
    record.addEnvironment(designOf(0));
    record.addEpisode(episodeOf(1));
    const seen = async () => (await client.request('run/list', {})).runs;
    expect(await seen()).toMatchObject([{ id: record.id, name: FACTS.name, state: 'finished', steps: 0 }]);
    expect(await client.request('run/show', { run: record.id })).toMatchObject({
      counts: { environments: 1, episodes: 1 },
    });
    record.addEpisode(episodeOf(2));
    record.finish([{ name: 'win-rate', skill: null, value: 0.5 }], 'Two plays.');
    record.close();
    expect(await seen()).toMatchObject([{ state: 'finished', steps: 1, reason: { message: 'Two plays.' } }]);
    await client.close();
  });

  it('is never gone on with as training: not when it was interrupted, not by a daemon that starts, not when asked', async () => {
    const record = Record.open(daemon.home, FACTS);
    record.addEpisode(episodeOf(1));
    record.interrupt('Interrupted after 1 of 4 plays.');
    const { id } = record;
    record.close();
    await daemon.restart();
    const client = await daemon.connect();
    const { runs } = await client.request('run/list', {});
    expect(runs).toMatchObject([{ id, state: 'finished', reason: { code: 'stopped' } }]);
    await client.request('lease/take', {});
    await expect(client.request('run/resume', { command: command(), run: id })).rejects.toThrow(
      /cannot be resumed/,
    );
    await client.close();
  });

  it('is found again by what it is of, and is another one for other settings', () => {
    const first = Record.open(daemon.home, FACTS);
    first.addEnvironment(designOf(0));
    first.addEpisode(episodeOf(1));
    first.close();
    const again = Record.open(daemon.home, FACTS);
    expect([again.id, [...again.episodes()].length, [...again.environments()].length]).toEqual([
      first.id,
      1,
      1,
    ]);
    again.close();
    const other = Record.open(daemon.home, { ...FACTS, config: configOf({ rollouts: 1, seed: 9 }) });
    expect(other.id).not.toBe(first.id);
    expect([...other.episodes()]).toEqual([]);
    other.close();
  });
});
