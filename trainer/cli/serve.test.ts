import { describe, expect, test } from 'vitest';
import { readArguments } from '../../server/cli/arguments.ts';
import type { CheckingOptions } from '../../server/cli/checking.ts';
import { findingOf, idlePool, reportWith, terminalIn } from '../../server/cli/testing.ts';
import { environment, folderWith } from '../../server/workspace/testing.ts';
import { serveCommand } from './serve-command.ts';
import { checkedPool } from './serve-pool.ts';
import { serveSpec } from './specs.ts';

/** The class name says what the check comes to. */
const engine: CheckingOptions['engine'] = {
  start: async () => idlePool(),
  examiner: {
    name: 'test',
    examine: async (_, { source }) => {
      if (source.includes('class Bad')) return reportWith([findingOf('SP306')]);
      if (source.includes('class Open'))
        return reportWith(
          [],
          [{ code: 'SP501', name: 'unwinnable', severity: 'error', reason: 'the budget was spent' }],
        );
      return reportWith();
    },
  },
};

const FILES = {
  'bad.py': environment('Bad'),
  'good.py': environment('Good'),
  'open.py': environment('Open'),
  'below/good.py': environment('Better'),
  'below/fine.py': environment('Fine'),
};

function checked(path: string, all = false, files: Readonly<Record<string, string>> = FILES) {
  const { terminal } = terminalIn(folderWith(files));
  return checkedPool({ path, overrides: {}, jobs: 1, cache: false, quiet: true, all }, terminal, engine);
}

describe('what is served', () => {
  test('is what is sound, by names of their own', async () => {
    const { catalogue, leftOut } = await checked('.');
    expect(catalogue.environments.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['fine', 'sound'],
      ['below/good.py', 'sound'],
      ['good.py', 'sound'],
    ]);
    expect(leftOut).toEqual(['bad.py: unsound (SP306)', 'open.py: undecided (SP501)']);
  });

  test('is everything where that is asked for', async () => {
    const { catalogue, leftOut } = await checked('.', true);
    expect(catalogue.environments.map(({ verdict }) => verdict).sort()).toEqual([
      ...['sound', 'sound', 'sound', 'undecided', 'unsound'],
    ]);
    expect(leftOut).toEqual([]);
  });

  test('is not nothing', async () => {
    await expect(checked('bad.py')).rejects.toThrow(
      /None of 1 environment .*bad\.py: unsound \(SP306\)(.|\n)*--allow-unsound/s,
    );
    await expect(checked('.', false, { 'notes.py': 'x = 1\n' })).rejects.toThrow(/holds no environment/);
  });
});

describe('spade serve', () => {
  const ask = (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const { terminal } = terminalIn(folderWith(FILES));
    return serveCommand(readArguments(serveSpec, words), { ...terminal, env: { ...terminal.env, ...env } });
  };

  test.each([
    [[], /needs one path/],
    [['good.py', 'bad.py'], /needs one path/],
    [['good.py', '--token', 'short'], /at least 16 characters/],
    [['good.py', '--token', 'sixteen characters!'], /part of an address/],
    [['good.py', '--token', 'a'.repeat(20), '--no-token'], /opposite things/],
    [['good.py', '--host', '0.0.0.0'], /could read the token/],
    [['good.py', '--host', '0.0.0.0', '--no-tls', '--no-token'], /whoever reaches the machine could play/],
    [['good.py', '--tls-cert', 'cert.pem'], /belong together/],
    [['good.py', '--step-timeout', '90'], /from 1 to 55/],
    [['good.py', '--capacity', '0'], /from 1 to/],
    [['nowhere'], /nowhere/],
  ] as const)('%j is refused before anything starts', async (words, why) => {
    await expect(ask(words)).rejects.toThrow(why);
  });

  test('a token that others could guess is refused from the environment too', async () => {
    await expect(ask(['good.py'], { SPADE_SERVE_TOKEN: 'short' })).rejects.toThrow(/at least 16 characters/);
  });
});
