import { expect, test } from 'vitest';
import {
  endpointProblem,
  keyProblem,
  progressIn,
  rolledOut,
  rolledOutText,
  rollOutWords,
  secretOf,
} from './endpoint.ts';

test('an address holds no key, and a key does not travel in the clear', () => {
  expect(endpointProblem('http://localhost:8000/v1')).toBeUndefined();
  expect(endpointProblem('localhost:8000')).toMatch(/http:\/\/ or https:/);
  expect(endpointProblem('https://me:secret@a.example')).toMatch(/does not belong/);
  expect(keyProblem('', 'http://a.example')).toBeUndefined();
  expect(keyProblem('sk-1', 'http://127.0.0.1:1')).toBeUndefined();
  expect(keyProblem('sk-1', 'http://a.example')).toMatch(/Without https/);
  expect(keyProblem('two words', 'https://a.example')).toMatch(/no spaces/);
});

test('keys are kept by origin, and are no part of the command line', () => {
  expect(secretOf({ url: 'https://a.example/v1' })).toBe(secretOf({ url: 'https://a.example/v1/' }));
  const words = rollOutWords(
    {
      file: '--odd.py',
      policy: { url: 'https://a.example/v1', model: 'm' },
      plays: 8,
      hint: true,
      unsound: true,
      home: 'their/data',
    },
    true,
  );
  expect(words.join(' ')).toBe(
    'rollout --policy openai:m@https://a.example/v1 -n 8 --home their/data --format json --hint --unsound --key-variable SPADE_ENDPOINT_KEY -- --odd.py',
  );
});

test('what the command says is read', () => {
  expect(progressIn('checking: 1 of 1, 100 %\nplaying: 3 of 16, 18 % · 1 a second\n', 0)).toEqual({
    share: 18.75,
    message: '3 of 16 plays',
  });
  expect(progressIn('checking: 0 of 1, 0 %\n', 7)).toEqual({ share: 7, message: 'checking' });
  const told = rolledOut.parse({
    run: 'r',
    all: { plays: 8, faults: 1, winRate: { value: 0.5, low: 0.2, high: 0.8, count: 8 } },
    more: 1,
  });
  expect(rolledOutText(told)).toBe('8 plays: win rate 0.50 [0.20, 0.80], 1 failed in the environment.');
});
