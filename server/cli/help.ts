/** The help texts, made from the commands' declarations. */
import type { CommandSpec, OptionSpec } from './arguments.ts';
import { HELP } from './arguments.ts';

const WIDTH = 100;

export function commandHelp(spec: CommandSpec): string {
  const parts = [
    `${sentence(spec.summary)}\n`,
    `Usage: spade ${spec.name} ${spec.usage}\n`,
    `Options:\n${table([...spec.options, HELP].map((option) => [label(option), option.help]))}`,
    ...(spec.notes ?? []).map((note) => `${wrap(note, WIDTH).join('\n')}\n`),
  ];
  if (spec.examples) parts.push(`Examples:\n${spec.examples.map((example) => `  ${example}\n`).join('')}`);
  return parts.join('\n');
}

export function generalHelp(commands: readonly CommandSpec[]): string {
  return [
    'Spade Studio checks and plays training environments for language models.\n',
    'Usage: spade COMMAND …\n',
    `Commands:\n${table(commands.map(({ name, summary }) => [name, summary]))}`,
    `Options:\n${table([
      ['--help', 'show this help; `spade COMMAND --help` shows a command’s'],
      ['--version', 'show the version of Spade Studio and of its rules'],
    ])}`,
    'Exit codes: 0 all is well; 1 something was found; 2 the command could not be carried out; 130 interrupted.\n',
  ].join('\n');
}

const label = ({ name, short, value }: OptionSpec): string =>
  `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;
const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

function table(rows: readonly (readonly [string, string])[]): string {
  const indent = Math.min(30, Math.max(...rows.map(([left]) => left.length)) + 4);
  return rows
    .map(([left, right]) => {
      const lines = wrap(right, WIDTH - indent);
      const first = `  ${left}`;
      const fits = first.length + 2 <= indent;
      const body = lines.map((line) => ' '.repeat(indent) + line);
      if (fits) body[0] = first.padEnd(indent) + lines[0];
      else body.unshift(first);
      return `${body.join('\n')}\n`;
    })
    .join('');
}

/** Breaks a text at spaces into lines of at most `width`. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
