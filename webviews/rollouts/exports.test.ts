import { expect, test } from 'vitest';
import { resolveConfig } from '../../server/protocol/run-presets.ts';
import { common, differencesOf, differenceText } from './compare.ts';
import { commandOf, type EpisodeDetail, evidenceText, jsonLine, markdown, rewardText } from './exports.ts';

const turn = (response: string, action: string | null, reward = 0, terminated = false) => ({
  ...{ response, action, observation: 'It is dark.', reward, terminated, truncated: false },
});

const episode = (...turns: EpisodeDetail['transcript']['turns']): EpisodeDetail => ({
  ...{ id: 7, step: 3, environment: 'ab'.repeat(32), skill: 'Optimization', seed: 5, hinted: false },
  ...{ outcome: 'won', return: 1, turns: turns.length },
  transcript: { opening: 'A room.', turns },
});

/** Environments keep their own turns, or are given 9. */
const playing = (ownTurns: boolean) => {
  const resolved = resolveConfig('pocket', { play: { ownTurns, maxTurns: 9 } });
  if ('problems' in resolved) throw new Error(resolved.problems.join());
  return { id: 'run-1', config: resolved.config };
};

test('the evidence plays what the environment was given, also where nothing was an action', () => {
  const one = episode(turn(' no box ', null), turn("\\boxed{it's}", "\\boxed{it's}", 1, true));
  expect(JSON.parse(evidenceText(playing(true), one, undefined)).play).toEqual({
    seed: 5,
    actions: ['no box', "\\boxed{it's}"],
  });
  expect(commandOf(one, playing(true).config)).toBe(
    "spade play environment.py --seed 5 --action 'no box' --action '\\boxed{it'\\''s}'",
  );
  expect(commandOf(one, playing(false).config)).toContain('--seed 5 --max-turns 9 --action');
  expect(JSON.parse(evidenceText(playing(false), one, undefined)).play.maxTurns).toBe(9);
  expect(JSON.parse(jsonLine(one))).toEqual(one);
});

test('Markdown holds every text as it is, and none of it becomes markup', () => {
  const text = markdown('run-1', episode(turn('```\n# Not a heading\n```', null)), 'A*b*<Env>');
  expect(text).toContain('````text\n```\n# Not a heading\n```\n````');
  expect(text).toContain('A\\*b\\*\\<Env\\>');
});

test('the return is told by where it came from', () => {
  expect(rewardText(episode(turn('a', 'a', 0.5), turn('b', 'b', 1, true)))).toBe(
    'Paid: 0.5 at turn 1, 1 at turn 2. The return is the last reward, 1, clipped to [−1, 1]: 1.',
  );
  expect(rewardText({ ...episode(turn('a', 'a')), outcome: 'truncated', return: 0 })).toContain(
    'so the return is 0',
  );
  expect(rewardText({ ...episode(), outcome: 'fault', return: null })).toContain('no return');
});

test('two plays part where they differ, and not where one only goes on', () => {
  const [a, b] = [turn('a', 'a'), turn('b', 'b')];
  const one = episode(a, a, a).transcript;
  expect(differencesOf(one, episode(a, b).transcript)).toEqual([{ turn: 2, parts: ['response'] }]);
  expect(differenceText(one, episode(a, b).transcript)).toContain('The same until turn 2');
  expect(differenceText(one, episode(a).transcript)).toContain('The same for 1 turns');
  expect(differenceText(one, one)).toBe('The two plays are the same.');
  expect(common('go north now', 'go south now')).toEqual({ start: 3, end: 6 });
  expect(common('aa', 'aaa')).toEqual({ start: 2, end: 0 });
});
