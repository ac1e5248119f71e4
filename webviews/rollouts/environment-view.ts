/** An environment: its source with line numbers, its hint, what checks found, and what became of it. */
import { RULES } from '../../server/contract/rules.ts';
import { count, inline } from '../../server/contract/visible.ts';
import type { EnvironmentDetail } from '../../server/protocol/run-records.ts';
import { button, tag } from '../shared/controls.ts';
import { element, foldable } from '../shared/dom.ts';
import type { PageHost } from '../shared/run-source.ts';
import { pieces, said } from '../shared/text.ts';

export interface EnvironmentEvents {
  /** Shows only the plays of it. */
  readonly plays: (hash: string) => void;
}

/** Lines of a source that are shown at once. */
const LINES = 1_500;

export function environmentView(
  run: string,
  environment: EnvironmentDetail,
  host: PageHost,
  events: EnvironmentEvents,
  line?: number,
): HTMLElement {
  const {
    id,
    hash,
    className,
    step,
    skill,
    slot,
    attempt,
    verdict,
    accepted,
    rejection,
    hint,
    document: grounded,
  } = environment;
  const source = sourceBlock(environment, line);
  const goTo = (to: number) => showLine(source, to);
  const action = (name: 'open-source' | 'check-here' | 'copy-to-workspace' | 'add-to-pool', label: string) =>
    host.can.has(name)
      ? button(label, () => host.perform({ action: name, run, environment: id })).element
      : undefined;
  return element(
    'article',
    { class: 'environment', attributes: { 'aria-label': 'Environment' } },
    element(
      'header',
      { class: 'detail-head' },
      element('h2', {}, ...pieces(className ?? 'No class')),
      tag(accepted ? 'accepted' : 'rejected'),
      accepted ? undefined : tag(verdict),
      element('span', {}, ...pieces(`step ${step}, slot ${slot}, try ${attempt}, ${skill}`)),
      element('span', { class: 'soft' }, hash.slice(0, 12)),
    ),
    element(
      'div',
      { class: 'row' },
      accepted ? button('Its plays', () => events.plays(hash)).element : undefined,
      action('open-source', 'Open in the editor'),
      action('check-here', 'Check again here'),
      action('copy-to-workspace', 'Copy into the workspace'),
      action('add-to-pool', 'Send to the pool'),
      button('Copy the source', () => host.copy(environment.source, 'the source')).element,
      button('Save the source', () =>
        host.save({ name: `${hash.slice(0, 12)}.py`, content: environment.source, type: 'text/x-python' }),
      ).element,
    ),
    rejection === null
      ? undefined
      : element('div', { class: 'fault-box' }, element('strong', {}, 'Rejected: '), ...pieces(rejection)),
    grounded === null ? undefined : element('p', { class: 'soft' }, ...pieces(`Grounded on ${grounded}.`)),
    findingsPart(environment, goTo),
    element('h3', {}, 'Hint'),
    hint === null ? element('p', { class: 'empty' }, 'It has none.') : said(hint),
    measuresPart(environment),
    element('h3', {}, 'Source'),
    source,
  );
}

function findingsPart({ findings, undecided }: EnvironmentDetail, goTo: (line: number) => void): HTMLElement {
  const items = findings.map(({ code, name, severity, message, range }) =>
    element(
      'li',
      { class: `finding ${severity}` },
      element(
        'div',
        {},
        element('strong', {}, `${code} ${inline(name)}`),
        ` (${severity}) `,
        ...pieces(message),
      ),
      element('p', { class: 'soft' }, RULES.find((rule) => rule.code === code)?.summary ?? ''),
      button(`Line ${range.start.line}`, () => goTo(range.start.line), {
        title: `Show line ${range.start.line} of the source`,
      }).element,
    ),
  );
  const open = undecided.map(({ code, name, reason }) =>
    element(
      'li',
      { class: 'finding' },
      element('strong', {}, `${code} ${inline(name)}`),
      ' could not be decided: ',
      ...pieces(reason),
    ),
  );
  return element(
    'section',
    {},
    element(
      'h3',
      {},
      `Findings: ${count(findings.length, 'finding')}${undecided.length > 0 ? `, ${undecided.length} undecided` : ''}`,
    ),
    items.length + open.length === 0
      ? element('p', { class: 'empty' }, 'Checks found nothing.')
      : element('ul', { class: 'findings' }, ...items, ...open),
  );
}

function measuresPart({ measures }: EnvironmentDetail): HTMLElement | undefined {
  if (!measures) return undefined;
  const { shortestWin, randomWins, solutionWins, rewardLevels, depth, statesSeen, episodes } = measures;
  const facts = [
    shortestWin === null ? 'no win was found' : `shortest win: ${count(shortestWin, 'action')}`,
    ...(randomWins ? [`chance wins ${randomWins.wins} of ${randomWins.plays}`] : []),
    ...(solutionWins ? [`solution() wins ${solutionWins.wins} of ${solutionWins.plays}`] : []),
    `rewards seen: ${rewardLevels.slice(0, 8).join(', ')}`,
    `${count(depth, 'turn')} deep, ${count(statesSeen, 'state')} seen in ${count(episodes, 'play')}`,
  ];
  return foldable('What checking measured', false, {}, element('p', {}, `${facts.join('; ')}.`));
}

function sourceBlock({ source, findings }: EnvironmentDetail, line: number | undefined): HTMLElement {
  const lines = source.split('\n');
  const marked = new Map(findings.map(({ range, severity }) => [range.start.line, severity]));
  const made = lines.slice(0, LINES).map((text, index) => {
    const number = index + 1;
    const severity = marked.get(number);
    return element(
      'li',
      { class: severity ?? '', id: `line-${number}`, attributes: { tabindex: '-1' } },
      element('code', {}, ...pieces(text)),
    );
  });
  const block = element(
    'ol',
    { class: 'source', attributes: { tabindex: '0', 'aria-label': 'Source' } },
    ...made,
  );
  if (lines.length > LINES)
    block.append(
      element('li', { class: 'soft' }, `${lines.length - LINES} more lines: save the source to see them.`),
    );
  if (line !== undefined) requestAnimationFrame(() => showLine(block, line));
  return block;
}

function showLine(block: HTMLElement, line: number): void {
  const found = block.children[line - 1];
  if (!(found instanceof HTMLElement)) return;
  block.querySelector('.shown')?.classList.remove('shown');
  found.classList.add('shown');
  found.scrollIntoView({ block: 'center' });
  found.focus({ preventScroll: true });
}

/** The line that a fault names: "KeyError: 'x' (line 12)". */
export const lineOfFault = (fault: string | undefined): number | undefined => {
  const found = /\bline (\d+)\)?$/.exec(fault ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
};
