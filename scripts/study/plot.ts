/** A plot of shares over rollouts as SVG that is readable on light and dark pages: a mean and its interval for each line. */
import type { Interval } from './interval.ts';

export interface Line {
  readonly title: string;
  readonly points: readonly { readonly x: number; readonly y: Interval }[];
}

const [WIDTH, HEIGHT] = [760, 400];
const AREA = { left: 52, right: 560, top: 36, bottom: 352 };
/** Told apart by those who see colours differently too (Okabe and Ito), and by their dashes. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#7f7f7f', '#a65628'];
const DASHES = ['', '6 3', '2 3', '8 3 2 3', '', '6 3', '2 3', '8 3 2 3'];

/** @param low @param high of the vertical axis, as shares. */
export function plot(title: string, lines: readonly Line[], low: number, high: number): string {
  const last = Math.max(1, ...lines.flatMap(({ points }) => points.map(({ x }) => x)));
  const x = (value: number) => AREA.left + (value / last) * (AREA.right - AREA.left);
  const y = (share: number) =>
    AREA.bottom - ((Math.min(high, Math.max(low, share)) - low) / (high - low)) * (AREA.bottom - AREA.top);
  const ticks = Array.from({ length: 5 }, (_, i) => low + ((high - low) * i) / 4);
  const grid = ticks.map(
    (share) =>
      `<line x1="${AREA.left}" x2="${AREA.right}" y1="${y(share)}" y2="${y(share)}" stroke="#ddd"/>` +
      `<text x="${AREA.left - 8}" y="${y(share) + 4}" text-anchor="end">${Math.round(100 * share)} %</text>`,
  );
  const steps = [...new Set(lines.flatMap(({ points }) => points.map((point) => point.x)))].sort(
    (a, b) => a - b,
  );
  const below = steps.map(
    (step) => `<text x="${x(step)}" y="${AREA.bottom + 20}" text-anchor="middle">${step}</text>`,
  );
  const drawn = lines.map(({ points, title: name }, i) => {
    const colour = COLOURS[i % COLOURS.length] ?? '#000';
    // Beside each other, so that bars at the same place can be seen.
    const shift = (i - (lines.length - 1) / 2) * 3;
    const at = (point: Line['points'][number]) => x(point.x) + shift;
    const path = points.map(
      (point, k) => `${k === 0 ? 'M' : 'L'}${at(point).toFixed(1)} ${y(point.y.mean).toFixed(1)}`,
    );
    const bars = points.map(({ y: { mean, half = 0 }, ...rest }) => {
      const place = at({ ...rest, y: { mean, half } }).toFixed(1);
      return `<line x1="${place}" x2="${place}" y1="${y(mean - half).toFixed(1)}" y2="${y(mean + half).toFixed(1)}" stroke="${colour}" stroke-opacity="0.5"/>`;
    });
    const key = AREA.top + 10 + i * 22;
    return [
      ...bars,
      `<path d="${path.join('')}" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${DASHES[i % DASHES.length]}"/>`,
      `<line x1="${AREA.right + 18}" x2="${AREA.right + 42}" y1="${key}" y2="${key}" stroke="${colour}" stroke-width="2" stroke-dasharray="${DASHES[i % DASHES.length]}"/>`,
      `<text x="${AREA.right + 48}" y="${key + 4}">${name}</text>`,
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img" aria-label="${title}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${AREA.left}" y="20" font-size="14" font-weight="bold">${title}</text>`,
    ...grid,
    ...below,
    `<text x="${(AREA.left + AREA.right) / 2}" y="${AREA.bottom + 40}" text-anchor="middle">rollouts learnt from</text>`,
    ...drawn,
    '</svg>\n',
  ].join('\n');
}
