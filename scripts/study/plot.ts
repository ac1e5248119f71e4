/** Shares by condition as SVG that is readable on light and dark pages: each run a dot, their mean and its interval. */
import { interval } from './interval.ts';

export interface Row {
  readonly title: string;
  /** One a run, from 0 to 1. */
  readonly shares: readonly number[];
}

const WIDTH = 760;
const AREA = { left: 200, right: 730, top: 56 };
const ROW = 34;
const TICK = 0.1;
const [RUN, MEAN] = ['#0072b2', '#1a1a1a'];

/** @param start the share that all runs began with. */
export function plot(title: string, rows: readonly Row[], start: number): string {
  const ends = rows.flatMap(({ shares }) => {
    const { mean = start, half = 0 } = interval(shares) ?? {};
    return [...shares, mean - half, mean + half];
  });
  const low = Math.max(0, Math.floor(Math.min(start, ...ends) / TICK) * TICK);
  const high = Math.min(1, Math.ceil(Math.max(start, ...ends) / TICK) * TICK);
  const x = (share: number) =>
    AREA.left + ((Math.min(high, Math.max(low, share)) - low) / (high - low)) * (AREA.right - AREA.left);
  const bottom = AREA.top + rows.length * ROW;
  const ticks = Array.from({ length: Math.round((high - low) / TICK) + 1 }, (_, i) => low + i * TICK);
  const drawn = rows.map(({ title: name, shares }, i) => {
    const y = AREA.top + (i + 0.5) * ROW;
    const found = interval(shares);
    return [
      text(AREA.left - 12, y + 4, name, 'end'),
      ...shares.map(
        (share) => `<circle cx="${fixed(x(share))}" cy="${y}" r="5" fill="${RUN}" fill-opacity="0.6"/>`,
      ),
      ...(found
        ? [
            line(x(found.mean), x(found.mean), y - 10, y + 10, `stroke="${MEAN}" stroke-width="2.5"`),
            line(
              x(found.mean - (found.half ?? 0)),
              x(found.mean + (found.half ?? 0)),
              y,
              y,
              `stroke="${MEAN}"`,
            ),
          ]
        : []),
    ].join('');
  });
  const height = bottom + 56;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13" role="img" aria-label="${title}">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="20" y="24" font-size="15" font-weight="bold">${title}</text>`,
    ...ticks.map((share) => line(x(share), x(share), AREA.top, bottom, 'stroke="#ddd"')),
    ...ticks.map((share) => text(x(share), bottom + 20, `${Math.round(100 * share)} %`, 'middle')),
    line(
      x(start),
      x(start),
      AREA.top - 6,
      bottom,
      'stroke="#d55e00" stroke-width="1.5" stroke-dasharray="5 4"',
    ),
    text(x(start), AREA.top - 12, 'before', 'middle'),
    ...drawn,
    text(
      AREA.left,
      bottom + 44,
      'dots: runs; upright strokes: their mean; level ones: its 95 % interval',
      'start',
    ),
    '</svg>',
    '',
  ].join('\n');
}

const fixed = (value: number): string => value.toFixed(1);

const line = (x1: number, x2: number, y1: number, y2: number, style: string): string =>
  `<line x1="${fixed(x1)}" x2="${fixed(x2)}" y1="${fixed(y1)}" y2="${fixed(y2)}" ${style}/>`;

const text = (x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end'): string =>
  `<text x="${fixed(x)}" y="${fixed(y)}" text-anchor="${anchor}" fill="#1a1a1a">${words}</text>`;
