/** The command line's options: declared once, for reading and for the help. */
import { parseArgs } from 'node:util';
import { nearest } from '../contract/nearest.ts';
import { UsageError } from '../workspace/usage-error.ts';

export interface OptionSpec {
  /** Without the dashes. */
  readonly name: string;
  /** A letter that means the same. */
  readonly short?: string;
  /** What stands for the value in the help; without it the option is a flag. */
  readonly value?: string;
  readonly repeatable?: boolean;
  /** The value may begin with a dash: an action, a negative number. */
  readonly dashes?: boolean;
  readonly help: string;
}

export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  /** What follows the name in the usage line. */
  readonly usage: string;
  readonly options: readonly OptionSpec[];
  /** Paragraphs after the options. */
  readonly notes?: readonly string[];
  readonly examples?: readonly string[];
}

export const HELP: OptionSpec = { name: 'help', help: 'show this help' };

/** The options and words of one command. */
export class Arguments {
  readonly #values: ReadonlyMap<string, readonly string[]>;
  readonly words: readonly string[];

  constructor(values: ReadonlyMap<string, readonly string[]>, words: readonly string[]) {
    this.#values = values;
    this.words = words;
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** The value, the last one where it was given twice. */
  text(name: string): string | undefined {
    return this.#values.get(name)?.at(-1);
  }

  texts(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  /** The parts of a value that lists several with commas. */
  list(name: string): string[] {
    return this.texts(name).flatMap((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    );
  }

  /** A whole number within bounds. @throws UsageError */
  integer(name: string, low: number, high = Number.MAX_SAFE_INTEGER): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (value.trim() !== '' && Number.isSafeInteger(number) && number >= low && number <= high) return number;
    const bounds = high === Number.MAX_SAFE_INTEGER ? `of at least ${low}` : `from ${low} to ${high}`;
    throw new UsageError(`--${name} takes a whole number ${bounds}, not "${value}".`);
  }

  /** One of a few words. @throws UsageError */
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    const meant = nearest(value, choices);
    throw new UsageError(
      `--${name} takes ${choices.join(', ')}; not "${value}".${meant ? ` Did you mean ${meant}?` : ''}`,
    );
  }
}

/** Reads a command's arguments. @throws UsageError that names the nearest right option. */
export function readArguments(spec: CommandSpec, args: readonly string[]): Arguments {
  const options = [...spec.options, HELP];
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: {
      ...Object.fromEntries(
        options.map(({ name, short, value }) => [
          name,
          { type: value ? ('string' as const) : ('boolean' as const), ...(short ? { short } : {}) },
        ]),
      ),
      help: { type: 'boolean', short: 'h' },
    },
  });
  const values = new Map<string, string[]>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const known = options.find(({ name }) => name === token.name);
    if (!known) throw new UsageError(unknownOption(spec, options, token.rawName));
    const said = values.get(known.name) ?? [];
    if (said.length > 0 && known.value && !known.repeatable)
      throw new UsageError(`--${known.name} was given twice.`);
    values.set(known.name, [...said, readValue(known, token.value, token.inlineValue === true)]);
  }
  return new Arguments(values, words);
}

function readValue({ name, value, dashes }: OptionSpec, given: string | undefined, inline: boolean): string {
  if (!value) {
    if (given !== undefined) throw new UsageError(`--${name} takes no value.`);
    return '';
  }
  if (given === undefined) throw new UsageError(`--${name} needs a value: --${name} ${value}`);
  if (!inline && !dashes && /^-./.test(given))
    throw new UsageError(
      `--${name} needs a value: --${name} ${value}. (If "${given}" is the value, write --${name}=${given}.)`,
    );
  return given;
}

function unknownOption(spec: CommandSpec, options: readonly OptionSpec[], raw: string): string {
  const meant = nearest(
    raw.replace(/^-+/, ''),
    options.map(({ name }) => name),
  );
  const hint = meant ? `Did you mean --${meant}?` : `\`spade ${spec.name} --help\` lists the options.`;
  return `spade ${spec.name} has no option ${raw}. ${hint}`;
}
