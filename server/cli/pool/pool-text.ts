/** A pool's overview for people. */

import { count, inline } from '../../contract/visible.ts';
import { summaryLines } from '../report/summary.ts';
import type { RunFacts } from '../report/tally.ts';
import type { Paint } from '../text/paint.ts';
import type { Overview } from './overview.ts';

const DUPLICATES_SHOWN = 20;

export function* poolText(
  name: string,
  overview: Overview,
  run: RunFacts,
  paint: Paint,
  quiet: boolean,
): Iterable<string> {
  yield `${paint('bold', inline(name))}\n`;
  yield* skillTable(overview, paint);
  for (const { path, fault } of overview.notChecked)
    yield `${paint('red', 'not checked')}  ${inline(path)}: ${inline(fault)}\n`;
  yield* duplicateLines(overview, paint);
  yield* summaryLines(overview.tally, run, paint, { quiet });
}

function* skillTable({ skills }: Overview, paint: Paint): Iterable<string> {
  if (skills.every(([name]) => name === '')) return;
  const rows = skills.map(([name, counts]) => ({ name: inline(name) || '(no skill)', counts }));
  const width = Math.max(...rows.map(({ name }) => name.length), 5);
  yield `  ${'skill'.padEnd(width)}  ${paint('green', '   sound')}  ${paint('red', ' unsound')}  ${paint('yellow', 'undecided')}\n`;
  for (const { name, counts } of rows) {
    const cells = [
      String(counts.sound).padStart(8),
      String(counts.unsound).padStart(8),
      String(counts.undecided).padStart(9),
    ];
    yield `  ${name.padEnd(width)}  ${cells.join('  ')}\n`;
  }
}

function* duplicateLines({ duplicates }: Overview, paint: Paint): Iterable<string> {
  if (duplicates.length === 0) return;
  yield `${paint('bold', 'SP805')} duplicate-environment: ${count(duplicates.length, 'environment')} repeat${duplicates.length === 1 ? 's' : ''} another one\n`;
  for (const { path, of, same } of duplicates.slice(0, DUPLICATES_SHOWN)) {
    const what =
      same === 'program'
        ? 'the same program but for names, numbers and texts'
        : 'the same opening but for names and numbers';
    yield `  ${inline(path)}  repeats ${inline(of)}: ${what}\n`;
  }
  const more = duplicates.length - DUPLICATES_SHOWN;
  if (more > 0) yield `  … ${more.toLocaleString('en')} more (--format json lists all)\n`;
}
