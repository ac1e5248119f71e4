import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Event, RunEvent } from '../../server/protocol/run-events.ts';
import type { EnvironmentHeader, Metric } from '../../server/protocol/run-records.ts';
import { temporaryFolder } from '../store/testing.ts';
import { TrainProgress } from './train-progress.ts';
import { trainRequest } from './train-request.ts';
import { summarise, summaryText } from './train-summary.ts';

describe('what spade train is given', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());
  const asked = (given: string, ...settings: string[]) =>
    trainRequest(given, settings, undefined, folder.path);

  test('a preset, with settings on top', () => {
    const { name, config } = asked('pocket', 'rollouts=3', 'play.group=4');
    expect(name).toBe('pocket');
    expect(config.rollouts).toBe(3);
    expect(config.play).toMatchObject({ group: 4, maxTurns: 10 });
  });

  test('a file, whose settings the command line outweighs key by key', () => {
    const request = {
      preset: 'pocket',
      name: 'mine',
      overrides: { rollouts: 9, play: { group: 4, maxTurns: 3 } },
    };
    writeFileSync(join(folder.path, 'run.json'), JSON.stringify(request));
    const { name, config } = asked('run.json', 'play.group=2');
    expect(name).toBe('mine');
    expect(config).toMatchObject({ rollouts: 9, play: { group: 2, maxTurns: 3 } });
  });

  test('what is wrong is told with its place, and what to write instead', () => {
    expect(() => asked('pockte')).toThrow(/no preset "pockte".*Did you mean pocket/);
    expect(() => asked('absent.json')).toThrow(/absent\.json/);
    writeFileSync(join(folder.path, 'half.json'), '{"preset": ');
    expect(() => asked('half.json')).toThrow(/half\.json is no JSON/);
    writeFileSync(join(folder.path, 'other.json'), '{"presets": "pocket"}');
    expect(() => asked('other.json')).toThrow(/no request of a run, such as(.|\n)*preset: /);
    expect(() => asked('pocket', 'rollouts=0', 'play.gruop=1')).toThrow(
      /rollouts: (.|\n)*there is no "gruop"/,
    );
    expect(() => asked('games-4b')).toThrow(/engine: this preset needs one/);
  });
});

const metric = (step: number, name: string, value: number, skill: string | null = null): Metric => ({
  step,
  name,
  skill,
  value,
});

const design = (
  id: number,
  accepted: boolean,
  rejection: string | null,
  rules: string[] = [],
): EnvironmentHeader => ({
  id,
  hash: 'a'.repeat(64),
  step: 0,
  slot: 0,
  attempt: 1,
  skill: 'Optimization',
  className: 'AEnv',
  verdict: accepted ? 'sound' : 'unsound',
  accepted,
  rejection,
  rules,
  document: null,
});

describe('a summary', () => {
  const metrics = [
    metric(0, 'win-rate', 0.2),
    metric(1, 'win-rate', 0.4),
    metric(2, 'win-rate', 0.5),
    metric(3, 'win-rate', 0.7),
    metric(0, 'win-rate', 1, 'Optimization'),
    metric(0, 'regret', 0.3),
    metric(2, 'regret', 0.1),
    metric(0, 'held-out-win-rate', 0.25),
    metric(2, 'held-out-win-rate', 0.3),
    metric(3, 'held-out-win-rate-after', 0.5),
  ];
  const environments = [
    design(1, true, null, ['SP801']),
    design(2, false, 'SP404, line 9: never ends. SP510, line 2: always won.', ['SP404', 'SP510', 'SP801']),
    design(3, false, 'SP404, line 9: never ends.', ['SP404']),
    design(4, false, 'It was cut off.', []),
  ];

  test('sets the first set beside the last one, and held-out plays before beside after', () => {
    const summary = summarise(metrics, environments, 2);
    expect(summary.winRate.before).toBeCloseTo(0.3);
    expect(summary.winRate.after).toBeCloseTo(0.6);
    expect(summary.regret).toEqual({ before: 0.3, after: 0.1 });
    expect(summary.heldOut).toEqual({ before: 0.25, after: 0.5 });
    expect(summary.rejections).toEqual([
      ['SP404', 2],
      ['SP510', 1],
      ['cut off or twice', 1],
    ]);
    expect(summaryText(summary)).toMatch(
      /held-out environments won +25 % +50 %(.|\n)*3 rejected(.|\n)*2 {2}SP404 \w/,
    );
  });

  test('of a run with one set says nothing of afterwards', () => {
    const { winRate, heldOut } = summarise([metric(0, 'win-rate', 0.2)], [], 4);
    expect(winRate).toEqual({ before: 0.2, after: undefined });
    expect(heldOut).toEqual({ before: undefined, after: undefined });
  });
});

test('progress tells each rollout in a line under one heading, and warnings as they come', () => {
  const screen = new PassThrough();
  const progress = new TrainProgress(8, screen);
  let second = 0;
  const event = (one: RunEvent): Event => {
    second += 3;
    return { sequence: second, time: new Date(second * 1000).toISOString(), event: one };
  };
  const step = (number: number) =>
    event({
      kind: 'step',
      step: number,
      attempt: 1,
      metrics: [metric(number, 'win-rate', 0.41), metric(number, 'regret', 0.125)],
    });
  expect(progress.tell(event({ kind: 'resumed', step: null, attempt: 1 }))).toBeUndefined();
  expect(progress.tell(event({ kind: 'environment', environment: design(1, true, null) }))).toBeUndefined();
  expect(progress.tell(step(0))).toMatch(/^rollout .*\n +1 of 8 +41 % +0\.1[23] +1 of 1 +6\n$/);
  expect(progress.tell(event({ kind: 'log', level: 'info', message: 'quiet' }))).toBeUndefined();
  expect(progress.tell(event({ kind: 'log', level: 'warning', message: 'SP907: a\u001b[2J' }))).toBe(
    'warning: SP907: a\\x1b[2J\n',
  );
  // No set was designed: no regret, no designs.
  expect(progress.tell(step(1))).toMatch(/^ +2 of 8 +41 % +9\n$/);
  progress.stop();
  expect(screen.read()).toBeNull();
});
