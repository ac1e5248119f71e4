/** What a chart shows, apart from how. */

export interface Line {
  readonly name: string;
  /** Of the theme's colours, from 0. */
  readonly colour: number;
  /** Aligned with the chart's `x`. */
  readonly values: readonly (number | null)[];
  /** Of a second run: dashed. */
  readonly second?: boolean;
}

export interface ChartSpec {
  readonly title: string;
  /** What it answers, in a sentence. */
  readonly says: string;
  readonly x: readonly number[];
  readonly xName: string;
  /** Where the title does not say it. */
  readonly yName?: string;
  readonly lines: readonly Line[];
  /** `stacked`: the lines are parts of a whole, and the areas between them are filled. */
  readonly kind: 'lines' | 'stacked' | 'points';
  readonly range?: readonly [low: number, high: number];
  /** A region of y that matters, lightly shaded. */
  readonly region?: { readonly from: number; readonly to: number; readonly name: string };
  /** A region of x, for maps. */
  readonly regionX?: { readonly from: number; readonly to: number };
  /** What stands beside an entry: a time, a name. */
  readonly labels?: readonly string[];
  /** Digits after the point. */
  readonly digits?: number;
  /** Opens the entry. */
  readonly pick?: (index: number) => void;
}

export const shown = (value: number | null | undefined, digits = 3): string =>
  value === null || value === undefined
    ? '–'
    : Number.isInteger(value)
      ? value.toLocaleString('en')
      : value.toLocaleString('en', {
          maximumFractionDigits: digits,
          minimumFractionDigits: Math.min(2, digits),
        });

/** The latest known value and the one that it began with. */
export function ends(values: readonly (number | null)[]): { first: number; last: number } | undefined {
  const known = values.filter((value) => value !== null);
  const [first, last] = [known[0], known.at(-1)];
  return first === undefined || last === undefined ? undefined : { first, last };
}

/** For screen readers: what a person sees at a glance. */
export function spoken({ title, says, xName, x, lines, kind }: ChartSpec): string {
  if (x.length === 0) return `${title}. No data yet.`;
  if (kind === 'points') return `${title}. ${says} ${x.length} points. Arrow keys go from one to the next.`;
  const parts = lines.slice(0, 8).flatMap(({ name, values }) => {
    const found = ends(values);
    return found ? [`${name} from ${shown(found.first)} to ${shown(found.last)}`] : [];
  });
  return `${title}. ${says} ${xName} ${x[0]} to ${x.at(-1)}: ${parts.join('; ')}. Arrow keys go along it.`;
}

export function csvOf({ xName, x, lines, labels }: ChartSpec): string {
  const head = [xName, ...(labels ? ['label'] : []), ...lines.map(({ name }) => name)];
  const rows = x.map((at, index) => [
    String(at),
    ...(labels ? [labels[index] ?? ''] : []),
    ...lines.map(({ values }) => String(values[index] ?? '')),
  ]);
  return `${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** Quoted where needed; what a spreadsheet would run as a formula is made a text. Numbers stay numbers. */
export function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A file's name from a title. */
export const fileName = (title: string, suffix: string): string =>
  `${
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'chart'
  }.${suffix}`;
