import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Play, play as playSchema } from '../protocol/finding.ts';
import { readArguments } from './arguments.ts';
import { playSpec } from './commands/play.ts';
import { requestOf } from './play/request.ts';
import { findingCommand, playCommand, playWords, references, replayCommands } from './replay.ts';
import { findingOf, terminalIn } from './testing.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '-x', '--seed', '\\boxed{1}', 'a\nb'),
);
const seed = fc.option(fc.integer(), { nil: null });
const episode = fc.record({ seed, actions: fc.array(text, { maxLength: 3 }) });
const number = fc.integer({ min: 0, max: 1_000_000 });

const plays: fc.Arbitrary<Play> = fc.record(
  {
    seed,
    actions: fc.array(text, { maxLength: 4 }),
    earlier: fc.array(episode, { minLength: 1, maxLength: 2 }),
    beside: episode,
    after: fc.array(text, { minLength: 1, maxLength: 2 }),
    maxTurns: fc.integer({ min: 1, max: 100 }),
    constructorSeed: fc.integer(),
    hashSeed: fc.constantFrom(0, 1),
    entropy: number,
    clock: number,
    draws: number,
  },
  { requiredKeys: ['seed', 'actions'] },
);

test('every play that evidence can hold has its options, and they bring it back', async () => {
  const sample = fc.sample(plays, 1)[0];
  expect(sample).toBeDefined();
  const all: Play = {
    seed: 1,
    actions: [],
    earlier: [],
    beside: { seed: 1, actions: [] },
    after: [],
    maxTurns: 1,
    constructorSeed: 1,
    hashSeed: 1,
    entropy: 1,
    clock: 1,
    draws: 1,
  };
  expect(Object.keys(playSchema.shape).sort()).toEqual(Object.keys(all).sort());
  await fc.assert(
    fc.asyncProperty(plays, async (play) => {
      const args = readArguments(playSpec, ['a.py', ...playWords(play)]);
      const { conditions, actions, after } = await requestOf(args, terminalIn('.').terminal);
      const again = { ...conditions, actions: actions ?? [], ...(after.length > 0 ? { after } : {}) };
      expect(again).toEqual(play);
    }),
  );
});

test('a finding is replayed by its play, by both plays, or by looking it up when they are too long', () => {
  const play: Play = { seed: 0, actions: ['\\boxed{7}'] };
  expect(replayCommands('a.py', findingOf('SP506', { play }), 'SP506', undefined, 'linux')).toEqual([
    "spade play a.py --seed 0 --action '\\boxed{7}'",
  ]);
  const two = findingOf('SP306', { play, against: { seed: null, actions: [] } });
  expect(replayCommands('a.py', two, 'SP306', undefined, 'linux')).toHaveLength(2);
  const long = findingOf('SP412', { play: { seed: 0, actions: ['x'.repeat(20_000)] } });
  const settings = { play: ['--compat'], check: ['--seeds', '3'] };
  expect(replayCommands('-a b.py', long, 'SP412:2', settings, 'linux')).toEqual([
    "spade play './-a b.py' --finding SP412:2 --compat --seeds 3",
  ]);
  const nul = findingOf('SP412', { play: { seed: 0, actions: ['\0'] } });
  expect(replayCommands('a.py', nul, 'SP412', undefined, 'linux')).toEqual([
    'spade play a.py --finding SP412',
  ]);
  expect(replayCommands('a.py', findingOf('SP105'), 'SP105')).toEqual([]);
});

test('findings of one code are told apart', () => {
  expect(references([findingOf('SP412'), findingOf('SP306'), findingOf('SP412')])).toEqual([
    'SP412',
    'SP306',
    'SP412:2',
  ]);
});

test('file names are quoted', () => {
  expect(playCommand("it's.py", { seed: 0, actions: [] }, [], 'linux')).toBe(
    "spade play 'it'\\''s.py' --seed 0",
  );
  expect(findingCommand('a\nb.py', 'SP306', [], 'linux')).toBe("spade play $'a\\012b.py' --finding SP306");
});
