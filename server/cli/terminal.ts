/** What a command sees of the outside. Tests give it streams of their own. */
import type { Readable, Writable } from 'node:stream';
import { type Paint, paintFor } from './text/paint.ts';

export interface Screen extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Screen;
  readonly stderr: Screen;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Fires when the user wants the command to stop. */
  readonly signal: AbortSignal;
}

/** Writes, and waits while the reader is slower than we are. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (text === '' || stream.destroyed) return;
  if (stream.write(text)) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      stream.off('drain', done);
      stream.off('close', done);
      stream.off('error', done);
      resolve();
    };
    stream.on('drain', done).on('close', done).on('error', done);
  });
}

export const paintOf = (terminal: Terminal, noColor: boolean): Paint =>
  paintFor(terminal.stdout, terminal.env, noColor);

/** The terminal's width in columns where a report is read there, `undefined` where it goes to a file or a pipe. */
export const columnsOf = ({ stdout }: Terminal, toFile: boolean): number | undefined =>
  stdout.isTTY === true && !toFile ? stdout.columns : undefined;
