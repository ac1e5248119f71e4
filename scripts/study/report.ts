/** The study's tables and plots, between two marks of docs/study.md; the words around them are written by hand. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASE, CONDITIONS } from './conditions.ts';
import { type Interval, interval } from './interval.ts';
import { plot, type Row } from './plot.ts';
import type { Result } from './results.ts';

const [BEGIN, END] = ['<!-- figures -->', '<!-- end of figures -->'];

type Measure = (result: Result) => number | undefined;

const percent = (value: number): string => `${Math.round(100 * value)}`;
const decimal = (value: number): string => value.toFixed(2);

const said = (one: Interval | undefined, say: (value: number) => string): string =>
  one === undefined ? '–' : `${say(one.mean)}${one.half === undefined ? '' : ` ± ${say(one.half)}`}`;

const heldOutGain: Measure = ({ summary: { heldOut } }) =>
  heldOut.after === undefined || heldOut.before === undefined ? undefined : heldOut.after - heldOut.before;

const COLUMNS: readonly { head: string; measure: Measure; say: (value: number) => string }[] = [
  { head: 'held-out won after, %', measure: ({ summary }) => summary.heldOut.after, say: percent },
  { head: 'gain, points', measure: heldOutGain, say: percent },
  { head: 'regret', measure: ({ means }) => means.regret, say: decimal },
  { head: 'learnable, %', measure: ({ means }) => means['learnable-share'], say: percent },
  { head: 'sound at first, %', measure: ({ means }) => means['sound-at-first'], say: percent },
  { head: 'Vendi / size, %', measure: ({ means }) => means['vendi-share'], say: percent },
];

/** Rewrites what stands between the marks, and the plot and the data beside it. */
export function writeReport(docs: string, results: readonly Result[]): void {
  const folder = join(docs, 'study');
  mkdirSync(folder, { recursive: true });
  const lines = results.map((result) => JSON.stringify(result));
  writeFileSync(join(folder, 'results.json'), `[\n${lines.join(',\n')}\n]\n`);
  writeFileSync(join(folder, 'held-out.svg'), heldOutPlot(results));
  const page = join(docs, 'study.md');
  const text = readFileSync(page, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${page} has lost its marks.`);
  writeFileSync(page, `${before}${BEGIN}\n${tables(results)}\n${END}${after}`);
}

export function tables(results: readonly Result[]): string {
  const head = `| condition | runs | ${COLUMNS.map(({ head }) => head).join(' | ')} |`;
  const line = `|---|---|${COLUMNS.map(() => '---').join('|')}|`;
  const rows = CONDITIONS.flatMap(({ name, title }) => {
    const mine = results.filter(({ condition }) => condition === name);
    if (mine.length === 0) return [];
    const cells = COLUMNS.map(({ measure, say }) =>
      said(interval(mine.flatMap((one) => measure(one) ?? [])), say),
    );
    return [`| ${title} | ${mine.length} | ${cells.join(' | ')} |`];
  });
  return [head, line, ...rows, '', ...differences(results)].join('\n');
}

/** Of the gain on held-out environments, seed by seed against the first condition. */
function differences(results: readonly Result[]): string[] {
  const gainOf = (condition: string, seed: number) => {
    const one = results.find((result) => result.condition === condition && result.seed === seed);
    return one && heldOutGain(one);
  };
  const seeds = [...new Set(results.map(({ seed }) => seed))];
  const rows = CONDITIONS.slice(1).flatMap(({ name, title }) => {
    const pairs = seeds.flatMap((seed) => {
      const [base, other] = [gainOf(CONDITIONS[0]?.name ?? '', seed), gainOf(name, seed)];
      return base === undefined || other === undefined ? [] : [base - other];
    });
    const one = interval(pairs);
    if (!one) return [];
    const sure = one.half !== undefined && Math.abs(one.mean) > one.half;
    return [
      `| ${title} | ${said(one, percent)} | ${sure ? (one.mean > 0 ? 'adaptive gains more' : 'adaptive gains less') : 'not told apart'} |`,
    ];
  });
  return ['| adaptive against | difference in gain, points | |', '|---|---|---|', ...rows];
}

function heldOutPlot(results: readonly Result[]): string {
  const rows = CONDITIONS.flatMap(({ name, title }): Row[] => {
    const shares = results
      .filter(({ condition }) => condition === name)
      .flatMap(({ summary }) => summary.heldOut.after ?? []);
    return shares.length === 0 ? [] : [{ title, shares }];
  });
  // The same weights from the same seeds: it is one number.
  const start = results[0]?.summary.heldOut.before ?? 0;
  return plot(`Held-out environments: share of plays won after ${BASE.rollouts} rollouts`, rows, start);
}
