/** Who plays, as the command line says it. */
import type { Arguments } from '../../server/cli/arguments.ts';
import { type Terminal, write } from '../../server/cli/terminal.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import type { Prices } from '../policy/openai/endpoint.ts';
import { type EndpointOptions, type Opened, openPlayer, type Ways } from '../rollout/open-player.ts';
import { type PlayerSpec, playerSpec } from '../rollout/player-spec.ts';
import { overridesOf } from './overrides.ts';

/** @throws UsageError, PolicyFailure */
export function openPolicy(
  args: Arguments,
  terminal: Terminal,
  otherwise: PlayerSpec = { kind: 'pocket', weights: undefined },
): Promise<Opened> {
  const given = args.text('policy');
  const log = (message: string) => void write(terminal.stderr, `${message}\n`);
  const outside = { cwd: terminal.cwd, env: terminal.env, signal: terminal.signal, log };
  return openPlayer(given === undefined ? otherwise : playerSpec(given), endpointOptions(args), outside);
}

function endpointOptions(args: Arguments): EndpointOptions {
  const concurrency = args.integer('concurrency', 1, 1024);
  const patience = args.integer('patience', 1, 3600);
  const tools = args.choice('tools', ['native', 'text']);
  const body = args.texts('body');
  return {
    keyVariable: args.text('key-variable'),
    tokenizer: args.text('tokenizer'),
    prices: pricesOf(args.text('prices')),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(patience === undefined ? {} : { patience }),
    ...(tools === undefined ? {} : { tools }),
    ...(body.length > 0 ? { body: overridesOf(body, 'body') } : {}),
  };
}

function pricesOf(given: string | undefined): Prices | undefined {
  if (given === undefined) return undefined;
  const [input = Number.NaN, output = Number.NaN, ...more] = given.split(',').map(Number);
  if (more.length > 0 || !(input >= 0) || !(output >= 0))
    throw new UsageError(
      `--prices takes two numbers, for a million tokens in and out, such as 0.15,0.60; not "${given}".`,
    );
  return { input, output };
}

/** How it plays: its own ways, and what the command line changes. @throws UsageError */
export function waysOf(args: Arguments, own: Ways): Ways {
  const maxTokens = args.integer('max-tokens', 1);
  const context = args.integer('context', 1);
  return {
    temperature: temperatureOf(args.text('temperature')) ?? own.temperature,
    maxTokens: maxTokens ?? own.maxTokens,
    context: context ?? Math.max(own.context, maxTokens ?? 0),
    thinking: own.thinking,
  };
}

function temperatureOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const value = Number(given);
  if (given.trim() === '' || !(value >= 0 && value <= 2))
    throw new UsageError(`--temperature takes a number from 0 to 2, not "${given}".`);
  return value;
}

export const seedIn = (args: Arguments): number => args.integer('seed', 0, 0xffff_ffff) ?? 0;
