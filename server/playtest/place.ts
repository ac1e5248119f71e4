/** Where in the source a finding by running belongs. */

/** The line, from 1, on which `pattern` first matches; `null` when it does not. */
export function lineOf(source: string, pattern: RegExp): number | null {
  const at = source.search(pattern);
  return at < 0 ? null : source.slice(0, at).split('\n').length;
}
