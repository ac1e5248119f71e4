/** Names of new environments: `tide pool`, `TidePool` and `TidePoolEnv` all mean class TidePoolEnv in tide_pool.py. */

const words = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter(Boolean);

export function classNameOf(text: string): string {
  const parts = words(text).map((word) => (word[0] ?? '').toUpperCase() + word.slice(1));
  if (parts.at(-1) === 'Env') parts.pop();
  return `${parts.join('')}Env`;
}

export const fileNameOf = (className: string): string =>
  `${words(className.replace(/Env$/, '')).join('_').toLowerCase()}.py`;

/** Why this cannot be a class's name, `undefined` when it can. */
export function nameProblem(text: string): string | undefined {
  const name = classNameOf(text);
  if (name === 'Env') return 'Give it a name, such as Tide Pool.';
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) return 'Use letters and digits, and begin with a letter.';
  return undefined;
}
