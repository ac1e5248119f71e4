import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPlain } from '../../contract/visible.ts';
import { commandLine, quote } from './shell.ts';

const BASH = '/bin/bash';

describe.skipIf(!existsSync(BASH))('for a POSIX shell', () => {
  const said = (line: string): string =>
    execFileSync(BASH, ['--norc', '-c', `printf '%s\\0' ${line}`], {
      encoding: 'utf8',
      env: { LC_ALL: 'C.UTF-8' },
    });

  test('every word comes through as it was', () => {
    const words = [
      '',
      '\\boxed{go north}',
      'it\'s "quoted" $HOME `date` !x',
      '-1',
      'line\nbreak\ttab',
      '\u001b[31m\u0007\u007f',
      '\u202eback\u200b 漢字 🎲 é',
      "\\'\\n",
      '*?[a]~#;&|<>()',
    ];
    const line = commandLine(words, 'linux');
    expect(line).toBeDefined();
    expect(
      said(line ?? '')
        .split('\0')
        .slice(0, -1),
    ).toEqual(words);
  });

  test('so does any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
        (text) => {
          const word = quote(text, 'linux');
          expect(word).toBeDefined();
          expect(isPlain(word ?? '')).toBe(true);
          expect(said(word ?? '')).toBe(`${text}\0`);
        },
      ),
      { numRuns: 60 },
    );
  });
});

test('what no command line can carry is not printed as one', () => {
  expect(quote('a\0b', 'linux')).toBeUndefined();
  expect(quote('\ud800', 'linux')).toBeUndefined();
  expect(commandLine(['spade', 'a\0b'], 'linux')).toBeUndefined();
});

test('for PowerShell quotes are doubled, and what does not print is left to other ways', () => {
  expect(quote("it's", 'win32')).toBe("'it''s'");
  expect(quote('a\nb', 'win32')).toBeUndefined();
});
