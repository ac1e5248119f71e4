import { describe, expect, it } from 'vitest';
import { equalReply, kindsOf, refuses, sameReply } from './replies.ts';

const reply = (action: string, observation: string) => ({ action: `\\boxed{${action}}`, observation });

describe('sameReply', () => {
  it('looks past echoes and counters', () => {
    expect(
      sameReply(
        reply('fly', "Unknown action 'fly'. Turns left: 9"),
        reply('qzxv', "Unknown action 'qzxv'. Turns left: 8"),
      ),
    ).toBe(true);
  });
  it('looks past menus that name one of the actions', () => {
    const menu = 'Invalid action.\nActions: \\boxed{pull}, \\boxed{wait}';
    expect(sameReply(reply('pull', menu), reply('qzxv', menu))).toBe(true);
  });
  it('tells other words apart', () => {
    expect(sameReply(reply('north', 'You walk north.'), reply('south', 'A wall is in the way.'))).toBe(false);
  });
});

it('equalReply minds numbers', () => {
  expect(equalReply(reply('up', 'Floor 3.'), reply('down', 'Floor 1.'))).toBe(false);
  expect(equalReply(reply('up', 'No up here, turn 3.'), reply('down', 'No down here, turn 3.'))).toBe(true);
});

it('kindsOf counts each kind once', () => {
  expect(kindsOf([reply('a1', 'Too high.'), reply('b2', 'Too low.'), reply('c3', 'Too high.')])).toBe(2);
});

describe('refuses', () => {
  it.each([
    'Invalid action.',
    "I don't understand that.",
    'There is no such lever.',
    'Unknown command: fly',
    'Please use the format below.',
    'That is not a valid move.',
  ])('%s', (text) => {
    expect(refuses(text)).toBe(true);
  });
  it.each([
    'You walk north.',
    'Incorrect.',
    'The door is locked.',
    'You see a lamp.\nUnknown lands lie beyond.',
  ])('not: %s', (text) => {
    expect(refuses(text)).toBe(false);
  });
});
