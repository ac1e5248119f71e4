/** From the process to a command and back: arguments, signals, faults, exit code. */
import { nearest } from '../contract/nearest.ts';
import { rulesVersion } from '../playtest/batch/rules-version.ts';
import { UsageError } from '../workspace/usage-error.ts';
import { type Arguments, type CommandSpec, readArguments } from './arguments.ts';
import { check, checkSpec } from './commands/check.ts';
import { lint, lintSpec } from './commands/lint.ts';
import { play, playSpec } from './commands/play.ts';
import { pool, poolSpec } from './commands/pool.ts';
import { rules, rulesSpec } from './commands/rules.ts';
import { commandHelp, generalHelp } from './help.ts';
import { listenForInterrupt } from './interrupt.ts';
import { type Terminal, write } from './terminal.ts';
import { VERSION } from './version.ts';

/** A command: what the help says of it, and what it does. */
export interface Command {
  readonly spec: CommandSpec;
  readonly run: (args: Arguments, terminal: Terminal) => Promise<number>;
}

const COMMANDS: readonly Command[] = [
  { spec: lintSpec, run: lint },
  { spec: checkSpec, run: check },
  { spec: playSpec, run: play },
  { spec: poolSpec, run: pool },
  { spec: rulesSpec, run: rules },
];

/** Runs a command line in this process and gives the exit code. Never throws. `more`: commands beside those of here. */
export async function run(argv: readonly string[], more: readonly Command[] = []): Promise<number> {
  const interrupt = listenForInterrupt();
  const terminal: Terminal = {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    signal: interrupt.signal,
  };
  // Whoever reads us may stop reading (`| head`): that is no fault, and there is nobody left to tell.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2));
  try {
    const code = await dispatch(argv, [...COMMANDS, ...more], terminal);
    return interrupt.code ?? code;
  } catch (error) {
    if (interrupt.code !== undefined && error === interrupt.signal.reason) return interrupt.code;
    await write(process.stderr, `${complaint(error)}\n`);
    return 2;
  } finally {
    interrupt.dispose();
  }
}

async function dispatch(
  argv: readonly string[],
  commands: readonly Command[],
  terminal: Terminal,
): Promise<number> {
  const [name, ...rest] = argv;
  if (name === '--version') {
    await write(terminal.stdout, `spade ${VERSION} (rules ${rulesVersion()})\n`);
    return 0;
  }
  if (name === undefined || name === '--help' || name === '-h' || (name === 'help' && rest.length === 0)) {
    await write(
      name === undefined ? terminal.stderr : terminal.stdout,
      generalHelp(commands.map(({ spec }) => spec)),
    );
    return name === undefined ? 2 : 0;
  }
  const wanted = name === 'help' ? rest[0] : name;
  const command = commands.find(({ spec }) => spec.name === wanted);
  if (!command) {
    const names = commands.map(({ spec }) => spec.name);
    throw new UsageError(unknownCommand(wanted ?? '', names));
  }
  const args = readArguments(command.spec, name === 'help' ? ['--help'] : rest);
  if (args.has('help')) {
    await write(terminal.stdout, commandHelp(command.spec));
    return 0;
  }
  return command.run(args, terminal);
}

function unknownCommand(name: string, names: readonly string[]): string {
  if (name.startsWith('-')) {
    const meant = nearest(name, ['--help', '--version']);
    return `spade has no option ${name}. ${meant ? `Did you mean ${meant}?` : 'Options of a command come after its name.'}`;
  }
  const meant = nearest(name, names);
  return `There is no command "${name}". ${meant ? `Did you mean \`spade ${meant}\`?` : `There are: ${names.join(', ')}.`}`;
}

function complaint(error: unknown): string {
  // By name: a command of another bundle brings its own copy of the class.
  if (error instanceof Error && error.name === 'UsageError') return error.message;
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `Spade Studio failed, which is a fault of its own. Please report what follows.\n${stack}`;
}
