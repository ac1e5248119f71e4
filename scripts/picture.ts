/**
 * Draws what a terminal shows as an SVG, for the documentation:
 *
 *   script -qec "npm run -s spade -- check examples/environments/games-studio/compass_walk.py" /dev/null \
 *     | node scripts/picture.ts > docs/check.svg
 *
 * Reads text with colours (SGR codes) from standard input; long lines are folded at 104 columns.
 */
import { readFileSync } from 'node:fs';

const COLUMNS = 104;
const [WIDTH, HEIGHT, PADDING] = [7.6, 18, 14];
const INK = '#d7dae0';
const COLOURS: Readonly<Record<number, string>> = {
  30: '#6b7280',
  31: '#f0717a',
  32: '#86c27c',
  33: '#e5c07b',
  34: '#6ea8f5',
  35: '#c58af0',
  36: '#5fc3cf',
  37: INK,
  90: '#8a919e',
};

interface Style {
  readonly colour: string;
  readonly bold: boolean;
  readonly dim: boolean;
}
interface Piece {
  readonly text: string;
  readonly column: number;
  readonly style: Style;
}
const PLAIN: Style = { colour: INK, bold: false, dim: false };

function restyled(style: Style, code: number): Style {
  if (code === 0) return PLAIN;
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  return { ...style, colour: code === 39 ? INK : (COLOURS[code] ?? style.colour) };
}

/** Lines of styled pieces; a progress line that was overwritten is left out. */
function linesOf(text: string): Piece[][] {
  let style = PLAIN;
  const lines: Piece[][] = [];
  for (const raw of text.replaceAll('\r\n', '\n').split('\n')) {
    let line: Piece[] = [];
    let column = 0;
    for (const part of (raw.split('\r').at(-1) ?? '').split(/(\x1b\[[\d;]*[A-Za-z])/)) {
      const codes = /^\x1b\[([\d;]*)m$/.exec(part)?.[1];
      if (codes !== undefined) style = codes.split(';').map(Number).reduce(restyled, style);
      if (part.startsWith('\x1b')) continue;
      for (let rest = part; rest; ) {
        const text = rest.slice(0, COLUMNS - column);
        line.push({ text, column, style });
        column += text.length;
        rest = rest.slice(text.length);
        if (column < COLUMNS || !rest) continue;
        lines.push(line);
        [line, column] = [[], 6];
      }
    }
    lines.push(line);
  }
  while (lines[0]?.length === 0) lines.shift();
  while (lines.at(-1)?.length === 0) lines.pop();
  return lines;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(' ', '\u00a0');

function drawn({ text: whole, column: from, style }: Piece, line: number): string {
  const text = whole.trim();
  if (!text) return '';
  // Renderers drop leading blanks.
  const column = from + whole.length - whole.trimStart().length;
  const weight = style.bold ? ' font-weight="bold"' : '';
  const faded = style.dim ? ' opacity="0.65"' : '';
  const [x, y] = [PADDING + column * WIDTH, PADDING + 13 + line * HEIGHT];
  return `<text x="${x.toFixed(1)}" y="${y}" fill="${style.colour}"${weight}${faded} textLength="${(text.length * WIDTH).toFixed(1)}">${escaped(text)}</text>`;
}

const lines = linesOf(readFileSync(0, 'utf8'));
const width = COLUMNS * WIDTH + 2 * PADDING;
const height = lines.length * HEIGHT + 2 * PADDING;
process.stdout.write(
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toFixed(0)} ${height}" font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="12.5">`,
    '<title>A check of one environment in the terminal</title>',
    `<rect width="100%" height="100%" rx="8" fill="#1d2026"/>`,
    ...lines.flatMap((line, index) => line.map((piece) => drawn(piece, index))),
    '</svg>\n',
  ].join('\n'),
);
