/** What the designer remembers: examples to follow, and such as were too easy or too hard. */
import { count } from '../../server/contract/visible.ts';
import type { MemoryRecord } from '../../server/protocol/run-insights.ts';
import { element, foldable } from '../shared/dom.ts';
import { measureOf, valueText } from '../shared/measures.ts';
import { pieces, said } from '../shared/text.ts';

/** Win rates beyond which a record is a warning to the designer. */
const TOO_HARD = 0.1;
const TOO_EASY = 0.9;
const SHOWN = 30;

export function memoryPart(records: readonly MemoryRecord[]): HTMLElement {
  if (records.length === 0)
    return element(
      'p',
      { class: 'empty' },
      'The designer remembers nothing yet: that begins when the first set’s window is over.',
    );
  const easy = records.filter(({ winRate }) => winRate > TOO_EASY).length;
  const hard = records.filter(({ winRate }) => winRate < TOO_HARD).length;
  const newest = [...records].reverse();
  const rows = newest.map(row);
  const rest = rows.slice(SHOWN);
  return element(
    'div',
    {},
    element(
      'p',
      {},
      `${count(records.length, 'record')}, ${easy} of them too easy and ${hard} too hard; the newest first.`,
    ),
    element('div', { class: 'memory' }, ...rows.slice(0, SHOWN)),
    rest.length === 0 ? undefined : foldable(`${rest.length} more`, false, { class: 'memory' }, ...rest),
  );
}

function row({ className, skill, source, winRate, regret, rollout }: MemoryRecord): HTMLElement {
  const kind = winRate > TOO_EASY ? 'too easy' : winRate < TOO_HARD ? 'too hard' : 'to follow';
  const rate = valueText(measureOf('win-rate'), winRate);
  const gap = valueText(measureOf('regret'), regret);
  const heading = element(
    'span',
    {},
    ...pieces(`${className} · ${skill} · won ${rate}, regret ${gap} · step ${rollout} · ${kind}`),
  );
  const made = foldable(heading, false, { class: kind.replace(' ', '-') });
  made.addEventListener('toggle', () => {
    if (made.open && made.childElementCount === 1) made.append(said(source));
  });
  return made;
}
