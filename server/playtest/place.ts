/** Where in the source a finding by running belongs. */
import type { Lab } from './lab.ts';

/** The line, from 1, on which `pattern` first matches; `null` when it does not. */
export function lineOf(source: string, pattern: RegExp): number | null {
  const at = source.search(pattern);
  return at < 0 ? null : source.slice(0, at).split('\n').length;
}

/** The line of a method's `def`: in the environment's class or below it, else wherever it is inherited from. */
export function methodLine(lab: Lab, name: string): number | null {
  const lines = lab.session.options.source.split('\n');
  const pattern = new RegExp(`^\\s+(?:async\\s+)?def\\s+${name}\\b`);
  const own = lines.findIndex((line, index) => index + 1 >= lab.loaded.line && pattern.test(line));
  const at = own < 0 ? lines.findIndex((line) => pattern.test(line)) : own;
  return at < 0 ? null : at + 1;
}

/** The line of a string of the source that a text shown to the agent was made from; `null` when it is put together. */
export function placeOf(lab: Lab, text: string): number | null {
  const { source } = lab.session.options;
  const at = source.indexOf(text);
  return at < 0 ? null : source.slice(0, at).split('\n').length;
}

/** The line where something that instances share is made: `HISTORY`, `GameEnv.history`, `GameEnv.__init__(history)`. */
export function sharedLine(lab: Lab, name: string): number | null {
  const { source } = lab.session.options;
  const [, method, parameter] = /^(?:.*\.)?(\w+)\((\w+)\)$/.exec(name) ?? [];
  if (method) return lineOf(source, new RegExp(`def\\s+${method}\\([^)]*\\b${parameter}\\b`));
  const [last = name, owner] = name.split('.').reverse();
  const pattern = owner ? `^[ \\t]+${last}\\s*(?::[^=\\n]+)?=` : `^${last}\\s*(?::[^=\\n]+)?=`;
  return lineOf(source, new RegExp(pattern, 'm'));
}
