/** Every file of a recipe is a run that `spade train` takes; a dry run tells what it would ask for. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readArguments } from '../../server/cli/arguments.ts';
import { terminalIn } from '../../server/cli/testing.ts';
import { trainSpec } from '../../trainer/cli/specs.ts';
import { trainCommand } from '../../trainer/cli/train-command.ts';
import { trainRequest } from '../../trainer/cli/train-request.ts';
import { learningTemperatures } from '../../trainer/selfplay/tinker-card.ts';
import { read, root } from '../repo/files.ts';

const FOLDER = 'docs/recipes/runs';
const PLACES = ['one-node', 'ray-skyrl', 'table-5', 'tinker', 'twinkle'];
const NAMES = ['games-30b.json', 'games-4b.json', 'games-8b.json', 'tool-use.json'];

const files = PLACES.flatMap((place) => NAMES.map((name) => `${FOLDER}/${place}/${name}`));

test('each place has a file for each preset, and its page shows them', () => {
  expect(readdirSync(join(root, FOLDER)).sort()).toEqual(PLACES);
  for (const place of PLACES) {
    expect(readdirSync(join(root, FOLDER, place)).sort()).toEqual(NAMES);
    for (const name of NAMES) expect(read(`docs/recipes/${place}.md`)).toContain(`(runs/${place}/${name})`);
  }
});

describe.each(files)('%s', (file) => {
  test('is a run whose dry run says what is asked of the engine', async () => {
    const terminal = terminalIn(root);
    const args = readArguments(trainSpec, [file, '--dry-run', '--rate', '1000', '--prices', '1,2,3']);
    expect(await trainCommand(args, terminal.terminal)).toBe(0);
    const text = terminal.out();
    expect(text).toMatch(/^400 rollouts on the engine tinker/);
    for (const words of [
      'plays:',
      'designs in',
      'tokens:',
      'optimiser steps',
      'checkpoints are kept',
      'a second',
      'prices',
    ])
      expect(text).toContain(words);
  });

  test('learns at the temperature of its engine, or says that it does not', () => {
    const { config, name } = trainRequest(file, [], undefined, root);
    const { engine } = config;
    if (engine.kind !== 'tinker') throw new Error('the engine is another');
    const off = learningTemperatures(config).some((temperature) => temperature !== 1);
    expect(engine.offTemperature).toBe(off ? 'allow' : 'refuse');
    expect(name).toContain(file.split('/').at(-1)?.replace('.json', '') ?? '?');
    // A key is named, never held.
    expect(JSON.stringify(config)).not.toMatch(/tml-|sk-/);
  });
});

test('a dry run takes no prices without --dry-run, and no words for numbers', async () => {
  const ask = (...words: string[]) =>
    trainCommand(readArguments(trainSpec, [files[0] ?? '', ...words]), terminalIn(root).terminal);
  await expect(ask('--rate', '5')).rejects.toThrow(/give --dry-run/);
  await expect(ask('--dry-run', '--rate', 'fast')).rejects.toThrow(/--rate: "fast" is no number/);
  await expect(ask('--dry-run', '--prices', '1,2')).rejects.toThrow(/three numbers/);
});
