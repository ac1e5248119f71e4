/** Colours, where they are wanted. */

const CODES = { bold: '1', dim: '2', red: '31', green: '32', yellow: '33', blue: '34', cyan: '36' } as const;
export type Colour = keyof typeof CODES;
export type Paint = (colour: Colour, text: string) => string;

export const PLAIN: Paint = (_, text) => text;
export const COLOURED: Paint = (colour, text) => `\u001b[${CODES[colour]}m${text}\u001b[0m`;

/** Colours only for a terminal, and not where NO_COLOR (no-color.org) or the user says no. */
export function paintFor(
  stream: { readonly isTTY?: boolean | undefined },
  env: Readonly<Record<string, string | undefined>>,
  refused = false,
): Paint {
  const wanted = stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb' && !refused;
  return wanted ? COLOURED : PLAIN;
}
