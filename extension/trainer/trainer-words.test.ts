import { describe, expect, test } from 'vitest';
import type { RunSummary } from '../../server/protocol/run-records.ts';
import { noticeOf } from './notice.ts';
import { commandProblem, hostProblem, newId, tokenProblem, urlProblem } from './profile.ts';
import { configurationOf, configurationPath, pathOf, placeOf } from './run-place.ts';
import { allows, linkText, runText } from './run-state.ts';

const run = (more: Partial<RunSummary> = {}): RunSummary => ({
  id: '202611300000-abcdef01',
  name: 'First light',
  state: 'running',
  reason: null,
  steps: 3,
  of: 10,
  created: '2026-11-30T00:00:00.000Z',
  changed: '2026-11-30T00:00:00.000Z',
  profile: 'games',
  engine: 'pocket',
  lastEvent: 9,
  queue: null,
  ...more,
});

describe('where a trainer is', () => {
  test('an address without TLS is taken for this machine only, since the token would be read on its way', () => {
    expect(urlProblem('ws://localhost:7777')).toBeUndefined();
    expect(urlProblem('wss://gpu.example.org:7777')).toBeUndefined();
    expect(urlProblem('ws://gpu.example.org:7777')).toContain('Use wss://');
    expect(urlProblem('http://localhost')).toContain('begins with wss://');
    expect(urlProblem('wss://ada:secret@gpu.example.org')).toContain('do not belong');
  });

  test.each(['-oProxyCommand=touch x', 'host; rm -rf', 'a b', '$(x)'])('%j is no host for ssh', (text) =>
    expect(hostProblem(text)).toBeDefined(),
  );

  test.each(['gpu', 'ada@gpu.example.org', 'fe80::1%eth0'])('%j is a host for ssh', (text) =>
    expect(hostProblem(text)).toBeUndefined(),
  );

  test('the command there is nothing that a shell would act on', () => {
    expect(['spade', '~/bin/spade', '/opt/x-1/spade'].map(commandProblem)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(['spade; ls', '$(ls)', '-x', 'a b'].filter((text) => commandProblem(text) === undefined)).toEqual(
      [],
    );
  });

  test('a token is known by its form, and ids do not repeat', () => {
    expect(tokenProblem('x'.repeat(43))).toBeUndefined();
    expect(tokenProblem('hunter2')).toContain('43');
    expect(newId('GPU box (Berlin)', ['local', 'gpu-box-berlin'])).toBe('gpu-box-berlin-2');
    expect(newId('…', [])).toBe('trainer');
  });
});

describe('a run in words', () => {
  test('says its state, its steps, and why it does not go on', () => {
    expect(runText(run())).toBe('running, 3 of 10 steps');
    expect(runText(run({ state: 'queued', steps: 0, queue: 2 }))).toBe('queued, place 2');
    expect(runText(run({ state: 'paused', reason: { code: 'paused', message: 'as asked' } }))).toBe(
      'paused, 3 of 10 steps',
    );
    expect(
      runText(run({ state: 'paused', reason: { code: 'disk-full', message: 'the disk is full' } })),
    ).toBe('paused, 3 of 10 steps: the disk is full');
    expect(runText(run({ state: 'failed', reason: { code: 'engine', message: 'no GPU' } }))).toBe(
      'failed after 3 of 10 steps: no GPU',
    );
  });

  test('offers what the trainer would do', () => {
    expect([allows(run(), 'pause'), allows(run(), 'resume')]).toEqual([true, false]);
    expect([allows(run({ state: 'failed' }), 'resume'), allows(run({ state: 'finished' }), 'stop')]).toEqual([
      true,
      false,
    ]);
  });

  test('a lost connection says since when', () => {
    const since = new Date(2026, 10, 30, 9, 5);
    expect(linkText({ kind: 'stale', since, why: 'x' })).toBe('stale since 09:05, trying again');
  });
});

describe('notifications', () => {
  const failed = run({ state: 'failed', reason: { code: 'fault', message: 'It broke.' } });
  const full = run({ state: 'paused', reason: { code: 'disk-full', message: 'The disk is full.' } });

  test('tell the ends of runs, and troubles as such', () => {
    expect(noticeOf(run({ state: 'finished', steps: 10 }), run(), 'all')?.text).toBe(
      'First light has finished: 10 of 10 steps.',
    );
    expect(noticeOf(failed, run(), 'all')).toEqual({
      severity: 'error',
      text: 'First light has failed after 3 of 10 steps. It broke.',
    });
    expect(noticeOf(run({ state: 'paused' }), run(), 'all')?.severity).toBe('information');
    expect(noticeOf(full, run(), 'all')?.severity).toBe('error');
  });

  test('keep quiet about what is not new, what goes on, and what was muted', () => {
    expect(noticeOf(failed, undefined, 'all')).toBeUndefined();
    expect(noticeOf(failed, failed, 'all')).toBeUndefined();
    expect(noticeOf(run(), run({ state: 'queued' }), 'all')).toBeUndefined();
    expect(noticeOf(failed, run(), 'none')).toBeUndefined();
    expect(noticeOf(run({ state: 'finished' }), run(), 'failures')).toBeUndefined();
    expect(noticeOf(full, run(), 'failures')?.severity).toBe('error');
  });
});

describe('documents of a run', () => {
  const place = { trainer: 'local', run: '202611300000-abcdef01', environment: 12 };

  test('are found again by their name, whatever the class is called', () => {
    for (const name of ['FreightEnv', null, '../../etc/passwd', 'a b', 'x'.repeat(200)])
      expect(placeOf('local', pathOf(place, name))).toEqual(place);
    expect(configurationOf(configurationPath(place.run))).toBe(place.run);
  });

  test.each(['/a', '/../1/x.py', '/202611300000-abcdef01/x/y.py', '/202611300000-abcdef01/1/x.py/y'])(
    '%j is none',
    (path) => expect(placeOf('local', path)).toBeUndefined(),
  );
});
