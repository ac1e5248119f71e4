/** Words of a command line, quoted for the shell that the user is likely to paste them into. */
import { isPlain } from '../../contract/visible.ts';

/**
 * The word as it must be typed: for a POSIX shell, or for PowerShell on Windows. `undefined` when no command line
 * can carry it: NUL, lone surrogates, and on Windows whatever does not print.
 */
export function quote(word: string, platform: string = process.platform): string | undefined {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (word.includes('\0') || !word.isWellFormed()) return undefined;
  if (isPlain(word))
    return platform === 'win32' ? `'${word.replaceAll("'", "''")}'` : `'${word.replaceAll("'", `'\\''`)}'`;
  return platform === 'win32' ? undefined : ansi(word);
}

/** `$'…'`, which bash, zsh and POSIX of 2024 read. */
function ansi(word: string): string {
  const body = word.replace(/[\\']|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === '\\' || character === "'") return `\\${character}`;
    if (code < 0x80) return `\\${code.toString(8).padStart(3, '0')}`;
    return code < 0x10000
      ? `\\u${code.toString(16).padStart(4, '0')}`
      : `\\U${code.toString(16).padStart(8, '0')}`;
  });
  return `$'${body}'`;
}

/** The whole line, `undefined` when one of its words cannot be typed. */
export function commandLine(words: readonly string[], platform?: string): string | undefined {
  const quoted = words.map((word) => quote(word, platform));
  return quoted.includes(undefined) ? undefined : quoted.join(' ');
}
