import { describe, expect, test } from 'vitest';
import { type CommandSpec, readArguments } from './arguments.ts';
import { commandHelp } from './help.ts';

const SPEC: CommandSpec = {
  name: 'try',
  summary: 'try it',
  usage: 'PATH [options]',
  options: [
    { name: 'output', value: 'FILE', help: 'where to' },
    { name: 'seed', value: 'N', dashes: true, help: 'a seed' },
    { name: 'action', value: 'TEXT', repeatable: true, dashes: true, help: 'an action' },
    { name: 'no-cache', help: 'no cache' },
  ],
};

const read = (...args: string[]) => readArguments(SPEC, args);

test('options, flags and words are read in any order', () => {
  const args = read(
    'a.py',
    '--seed',
    '-3',
    '--no-cache',
    'b.py',
    '--action',
    '',
    '--action=--x',
    '--',
    '--odd.py',
  );
  expect(args.words).toEqual(['a.py', 'b.py', '--odd.py']);
  expect(args.integer('seed', -10)).toBe(-3);
  expect(args.has('no-cache')).toBe(true);
  expect(args.texts('action')).toEqual(['', '--x']);
  expect(args.text('output')).toBeUndefined();
});

describe('mistakes are told with what to do', () => {
  test.each([
    [['--ouput', 'x'], 'Did you mean --output?'],
    [['-o'], 'spade try has no option -o.'],
    [['--output'], '--output needs a value: --output FILE'],
    [['--output', '--no-cache'], 'write --output=--no-cache'],
    [['--output', 'a', '--output', 'b'], 'given twice'],
    [['--no-cache=yes'], '--no-cache takes no value'],
  ])('%j', (args, message) => {
    expect(() => read(...args)).toThrow(message);
  });

  test('numbers and choices', () => {
    expect(() => read('--seed', '1.5').integer('seed', 0)).toThrow('whole number of at least 0, not "1.5"');
    expect(() => read('--seed', '').integer('seed', 0)).toThrow('whole number');
    expect(() => read('--output', 'jsno').choice('output', ['json', 'text'])).toThrow('Did you mean json?');
  });
});

test('the help lists every option within 100 columns', () => {
  const help = commandHelp(SPEC);
  for (const { name, help: text } of SPEC.options) expect(help).toMatch(new RegExp(`--${name}.* ${text}\\n`));
  expect(help).toContain('--help');
});
