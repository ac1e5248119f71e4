/** The options that `check`, `pool` and `play` share: how environments are looked at. */
import { availableParallelism } from 'node:os';
import { type Config, episodeBudget, secondsBudget, seedCount } from '../contract/config.ts';
import { rulesOf, unknownRule } from '../contract/selection.ts';
import { UsageError } from '../workspace/usage-error.ts';
import type { Arguments, OptionSpec } from './arguments.ts';
import type { ReplaySettings } from './replay.ts';

const PROFILES = ['auto', 'games', 'tool_use'] as const;

export const LOOKING: readonly OptionSpec[] = [
  {
    name: 'profile',
    value: 'auto|games|tool_use',
    help: 'what kind of environment it is; auto: by its base class',
  },
  {
    name: 'budget',
    value: 'EPISODES|SECONDSs',
    repeatable: true,
    help: 'how long to look at each environment, as 400 or 2s or 400,2s; seconds are counted in interpreter steps, so that results are the same on every machine',
  },
  { name: 'seeds', value: 'N', help: 'how many seeds to look at (2 to 10)' },
  {
    name: 'compat',
    help: 'offer the names that the reference loader injects, so that environments with missing imports run',
  },
  {
    name: 'select',
    value: 'RULES',
    repeatable: true,
    help: 'look for these rules only: codes, names, prefixes such as SP3, with commas',
  },
];

const IGNORE: OptionSpec = {
  name: 'ignore',
  value: 'RULES',
  repeatable: true,
  help: 'say nothing about these rules',
};
const QUIET: OptionSpec = { name: 'quiet', help: 'no progress; tell findings and one line of summary' };
const NO_COLOR: OptionSpec = { name: 'no-color', help: 'no colours (NO_COLOR does the same)' };

export const TELLING: readonly OptionSpec[] = [
  IGNORE,
  {
    name: 'jobs',
    value: 'N',
    help: 'child processes; one a processor core by default, each needs about 200 MB',
  },
  { name: 'no-cache', help: 'neither use nor keep results' },
  QUIET,
  NO_COLOR,
];

/** Where nothing is played: how environments are read, and what is told of them. */
export const READING: readonly OptionSpec[] = [
  ...LOOKING.filter(({ name }) => name === 'profile' || name === 'compat' || name === 'select'),
  IGNORE,
  QUIET,
  NO_COLOR,
];

/** What the command line says, in the form of the configuration. @throws UsageError */
export function overridesOf(args: Arguments): Config {
  const profile = args.choice('profile', PROFILES);
  const budget = budgetOf(args);
  const seeds = args.text('seeds');
  const select = rulesIn(args, 'select');
  const ignore = rulesIn(args, 'ignore');
  return {
    ...(profile ? { profile } : {}),
    ...(budget ? { budget } : {}),
    ...(seeds === undefined ? {} : { seeds: checked(seedCount, Number(seeds), `--seeds ${seeds}`) }),
    ...(args.has('compat') ? { compat: true } : {}),
    ...(select.length > 0 ? { select } : {}),
    ...(ignore.length > 0 ? { ignore } : {}),
  };
}

export const jobsOf = (args: Arguments): number => args.integer('jobs', 1, 256) ?? availableParallelism();

/** The options that a replay of a finding has to repeat. */
export function replaySettingsOf(args: Arguments): ReplaySettings {
  const repeat = (name: string): string[] => args.texts(name).flatMap((value) => [`--${name}`, value]);
  return {
    play: args.has('compat') ? ['--compat'] : [],
    check: [...repeat('profile'), ...repeat('budget'), ...repeat('seeds'), ...repeat('select')],
  };
}

function rulesIn(args: Arguments, option: string): string[] {
  const selectors = args.list(option);
  for (const selector of selectors) {
    if (rulesOf(selector).length === 0) throw new UsageError(`--${option}: ${unknownRule(selector)}`);
  }
  return selectors;
}

function budgetOf(args: Arguments): Config['budget'] {
  const parts = args.list('budget');
  if (parts.length === 0) return undefined;
  const budget: { episodes?: number; seconds?: number } = {};
  for (const part of parts) {
    const number = /^(\d+(?:\.\d+)?)(s?)$/.exec(part);
    if (!number)
      throw new UsageError(
        `--budget takes a number of episodes (400), of seconds (2s) or both (400,2s); not "${part}".`,
      );
    if (number[2]) budget.seconds = checked(secondsBudget, Number(number[1]), `--budget ${part}`);
    else budget.episodes = checked(episodeBudget, Number(number[1]), `--budget ${part}`);
  }
  return budget;
}

interface Schema {
  safeParse(
    value: unknown,
  ): { success: true; data: number } | { success: false; error: { issues: { message: string }[] } };
}

function checked(schema: Schema, value: number, said: string): number {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(`${said}: ${parsed.error.issues[0]?.message ?? 'is not possible'}`);
}
